import { parseArgs } from 'node:util'
import { PROGRAM } from './audit/record.ts'
import { withDatabase, runCommand } from './command.ts'
import { Refusal } from './http/refusal.ts'
import { resetFactorByCommand } from './members/reset-user-factor.ts'
import { promoteByCommand } from './members/set-role.ts'

const USAGE = `npm run promote -- EMAIL [--reset-second-factor]

Makes the account with this e-mail an admin: the first one of an installation, whom no other admin can promote. The
e-mail must be verified. Works while the server runs and while it does not; the audit trail records it.

--reset-second-factor changes no role. It removes the second factor of the account, for an owner who lost both the app
and the recovery codes, and ends all sessions of the account.
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
  const said = values['reset-second-factor'] ? await resetFactor(email) : await promote(email)
  process.stdout.write(`${said}\n`)
}

async function promote(email: string): Promise<string> {
  const isNew = await withDatabase((db, now) => promoteByCommand(db, now, PROGRAM, email))
  return `${email} is ${isNew ? 'now' : 'already'} an admin.`
}

async function resetFactor(email: string): Promise<string> {
  const hadOne = await withDatabase((db, now) => resetFactorByCommand(db, now, PROGRAM, email))
  return hadOne
    ? `The second factor of ${email} is removed. All sessions of the account have ended.`
    : `${email} has no second factor.`
}

runCommand(main, USAGE)
