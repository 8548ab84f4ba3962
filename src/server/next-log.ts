import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { formatCount } from '../domain/base/words.ts'
import { END_CAUSES, type EndCause } from '../domain/log/leaves.ts'
import { createLog } from './base/log.ts'
import { runCommand, withStoppedDatabase } from './command.ts'
import { createClock } from './db/clock.ts'
import { withClient } from './db/connect.ts'
import { loadGames } from './draws/memory.ts'
import { Refusal } from './http/refusal.ts'
import { closeCopies } from './ledger/copy-files.ts'
import { type NextLog, startNextLog } from './ledger/next-log.ts'
import { prepareDatabase } from './installation.ts'
import { requireStoppedInstallation } from './restores/refuse.ts'

const USAGE = `npm run next-log -- --cause lost [--origin lotto.example/log/2]

Ends the log of forecasts for ever and starts the next one. Stop every server first. The files of the old log stay on the
site with what is left; its forecasts lose their proof and their scores, and the record says why.

  --cause   lost   signed entries are lost, and no copy restores them
            key    the key was stolen or lost
            moved  the site has another address from now on
  --origin  of the next log; by default the number at its end grows by one
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      cause: { type: 'string' },
      origin: { type: 'string' },
    },
  })
  const { cause, origin } = values
  if (values.help || !END_CAUSES.includes(cause as EndCause)) throw new Refusal('bad-request', USAGE)
  const report = await withStoppedDatabase(async (source, settings) => {
    await requireStoppedInstallation(source.owner)
    await prepareDatabase(source, createLog('error'))
    const clock = createClock({ production: settings.mode === 'production' })
    const found = await withClient(source.owner, (client) =>
      drizzle({ client }).transaction(async (tx) =>
        startNextLog(tx, { cause: cause as EndCause, origin }, settings, {
          clock,
          games: await loadGames(tx),
        }),
      ),
    )
    if (settings.ledgerCopyDir !== null) await closeCopies(settings.ledgerCopyDir, found.ended)
    return found
  })
  process.stdout.write(textOf(report, cause as EndCause))
}

const textOf = ({ ended, size, left, next, open }: NextLog, cause: EndCause) => {
  const key = 'Move the file "key" away from LOG_DIR, run npm run log-key, and set'
  return `${ended} is over: ${formatCount(left)} of its ${formatCount(size)} signed entries are left.
${next} is started. Now:
1. ${cause === 'key' ? key : 'Set'} LOG_ORIGIN=${next} for every server, and start them.
2. Ask the witnesses to add the new log; until then its times are our own.
3. Publish forecasts whose draws are still to come once more: there are ${formatCount(open)}.
`
}

runCommand(main, USAGE)
