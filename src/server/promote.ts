import { parseArgs } from 'node:util'
import { PROGRAM } from './audit/record.ts'
import { withDatabase, runCommand } from './command.ts'
import { Refusal } from './http/refusal.ts'
import { resetFactorByCommand } from './members/reset-user-factor.ts'
import { promoteByCommand } from './members/set-role.ts'

const USAGE = `npm run promote -- EMAIL [--reset-second-factor]

Makes the account with this email an admin. Use it for the first admin of an installation. The email must be verified.
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
  const isNew = await withDatabase((db, now) => promoteByCommand(db, now, PROGRAM, email))
  return `${email} is ${isNew ? 'now' : 'already'} an admin.`
}

async function resetFactor(email: string): Promise<string> {
  const hadOne = await withDatabase((db, now) => resetFactorByCommand(db, now, PROGRAM, email))
  return hadOne
    ? `Removed the second factor of ${email} and ended all sessions of the account.`
    : `${email} has no second factor.`
}

runCommand(main, USAGE)
