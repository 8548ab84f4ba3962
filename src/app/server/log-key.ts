import { present } from '../../platform/rules/base/lists.ts'
import { vkeyOf } from '../../forecasts/rules/log/policy.ts'
import { readSettings, makeLogKey, readLogFolder } from '../../platform/server/base/settings.ts'
import { runCommand } from './command.ts'
import { logKeyOf } from '../../forecasts/server/ledger/signer.ts'

const USAGE = `npm run log-key

Makes the key that signs the log of forecasts, as the file "key" in LOG_DIR, unless there is one. It prints the origin of
the log and the public key. The first start on a production database fixes the origin for ever. Keep the file apart from
the database and its backups, and give every server of the site the same one.
`

function main(): Promise<void> {
  const { folder, origin } = readSettings(process.env).forecastLog
  const isNew = makeLogKey(folder)
  const { seed } = readLogFolder(folder)
  process.stdout.write(
    `${isNew ? 'Made a key' : 'There is a key already'} in ${folder}\norigin  ${origin}\nvkey    ${vkeyOf(logKeyOf(present(seed), origin))}\n`,
  )
  return Promise.resolve()
}

runCommand(main, USAGE)
