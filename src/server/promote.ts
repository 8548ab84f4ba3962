import { parseArgs } from 'node:util'
import { PROGRAM } from './audit/record.ts'
import { onDatabase, runCommand } from './command.ts'
import { Refusal } from './http/refusal.ts'
import { promoteByCommand } from './members/set-role.ts'

const USAGE = `npm run promote -- EMAIL

Makes the account with this e-mail an admin: the first one of an installation, whom nobody else can promote. The e-mail
must be verified. Works while the server runs and while it does not; the audit keeps it.
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  })
  const [email] = positionals
  if (values.help || !email || positionals.length > 1) throw new Refusal('bad-request', USAGE)
  const isNew = await onDatabase((db, now) => promoteByCommand(db, now, PROGRAM, email))
  process.stdout.write(`${email} is ${isNew ? 'now' : 'already'} an admin.\n`)
}

runCommand(main, USAGE)
