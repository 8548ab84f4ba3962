import { parseArgs } from 'node:util'
import { PROGRAM } from '../../platform/server/audit/context.ts'
import { withDatabase, runCommand } from './command.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { userByEmail } from '../../people/server/queries.ts'
import { commandOf } from '../../platform/server/base/root.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { resetUserFactor } from '../../people/server/members/user-access.ts'
import { setRole } from '../../people/server/members/set-role.ts'

const USAGE = `${commandOf('promote')} EMAIL [--reset-second-factor]

Makes the account with this email an owner, with every right of staff. Use it for the first one of an installation. The email must be verified.
The server may be running or stopped. The audit trail records the change.

--reset-second-factor does not change the role. It removes the second factor of an account whose owner lost both the app
and the recovery codes, and ends all its sessions.
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      'reset-second-factor': { type: 'boolean', default: false },
    },
  })
  const [email] = positionals
  if (values.help || !email || positionals.length > 1) throw new Refusal('bad-request', USAGE)
  const message = values['reset-second-factor'] ? await resetFactor(email) : await promote(email)
  process.stdout.write(`${message}\n`)
}

async function promote(email: string): Promise<string> {
  const isNew = await withDatabase(async (db, now) =>
    setRole({ db, now, actor: PROGRAM }, await userIdOf(db, email), {
      role: 'admin',
      reason: 'promote',
    }),
  )
  return `${email} is ${isNew ? 'now' : 'already'} an owner.`
}

async function resetFactor(email: string): Promise<string> {
  const reason = 'promote --reset-second-factor'
  const hadSecondFactor = await withDatabase(async (db, now) =>
    resetUserFactor({ db, now, actor: PROGRAM }, await userIdOf(db, email), reason),
  )
  return hadSecondFactor
    ? `Removed the second factor of ${email} and ended all sessions of the account.`
    : `${email} has no second factor.`
}

/** @throws Refusal not-found */
async function userIdOf(db: Db, email: string): Promise<string> {
  const user = await userByEmail(db, email)
  if (!user) throw new Refusal('not-found', `There is no account with the email ${email}.`)
  return user.id
}

runCommand(main, USAGE)
