// From nothing to a restored business, by the commands of docs/deploy.md and docs/operations.md. tests/ops/deploy.test.ts
// starts it as the first process of an own machine: its files, its processes and its network.
import { spawnSync } from 'node:child_process'
import { appendFileSync, globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '../../../src/stand-ins/start.ts'
import { PASSWORD } from '../people.ts'
import { setUpFactor } from '../second-factor.ts'
import { PRODUCTION } from '../settings.ts'
import { Visitor } from '../test-server.ts'

const NAME = 'lotto-drill.example'
const EMAIL = 'ada@lotto-drill.example'
/** Production refuses authorities on this computer by their address. */
const STAMPS = 'stamps.example'
const BIN = '/usr/local/sbin'
const CERTIFICATE = `/etc/letsencrypt/live/${NAME}/fullchain.pem`

/** What the drill runs in place of a command, as a script of the shell. Everything else runs word for word. */
const INSTEAD: Record<string, string> = {
  // The packages are there, as on every machine that runs this test. A new cluster, as the package makes it.
  'apt-get': `shift; for package; do [ "$package" = certbot ] || dpkg --status "$package" >/dev/null; done
    pg_lsclusters -h | while read -r version name rest; do pg_dropcluster --stop "$version" "$name"; done
    pg_createcluster "$(ls /usr/lib/postgresql | sort -n | tail -n 1)" main --start >/dev/null
    rm -f /etc/pgbackrest.conf; nginx`,
  // No authority sees this machine.
  certbot: `while [ $# -gt 0 ]; do case $1 in --pre-hook) pre=$2;; --post-hook) post=$2;; -d) name=$2;; esac; shift; done
    sh -ec "$pre"; mkdir -p "/etc/letsencrypt/live/$name"; cd "/etc/letsencrypt/live/$name"
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \\
      -keyout privkey.pem -out fullchain.pem 2>/dev/null; sh -ec "$post"`,
  // The drill fills in the settings.
  editor: 'cp /run/filled-in "$1"',
  systemctl: `exec "${process.execPath}" "${process.cwd()}/tests/support/deploy/systemctl.ts" "$@"`,
}

const started = performance.now()
/** Prints how long a step took. */
async function step<Result>(what: string, work: () => Promise<Result> | Result): Promise<Result> {
  const from = performance.now()
  const result = await work()
  console.log(`${((performance.now() - from) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  return result
}

/** The fenced commands below a heading, without the indentation of a list. */
function commandsOf(file: string, heading: string): string[] {
  const section =
    readFileSync(`docs/${file}`, 'utf8')
      .split(`\n${heading}\n`)[1]
      ?.split(/\n#{2,3} /)[0] ?? ''
  const found = Array.from(section.matchAll(/^( *)```sh\n(.*?)^\1```$/gms), ([, indent, text]) =>
    text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
  if (found.length === 0) throw new Error(`docs/${file} has no commands below "${heading}"`)
  return found
}

const logs = () =>
  ['/var/log/drill.log', ...globSync('/var/log/lotto-*.log')]
    .flatMap((file) => [
      file,
      ...readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !line.includes('"info"'))
        .slice(-40),
    ])
    .join('\n')

function run(commands: string): void {
  const own = commands.replaceAll('NAME', NAME).replaceAll('PASSWORD', 'drill').replaceAll('EMAIL', EMAIL)
  // A file: programs that go on in the background would keep a pipe open.
  const output = openSync('/var/log/drill.log', 'w')
  const { status } = spawnSync('bash', ['-euo', 'pipefail', '-c', own], {
    env: { PATH: `${BIN}:${process.env.PATH}:/usr/sbin:/sbin`, HOME: '/root', LANG: 'C.UTF-8' },
    stdio: ['ignore', output, output],
  })
  if (status !== 0) throw new Error(`The commands ended with ${status}:\n${own}\n${logs()}`)
}
const runStep = (commands: string) => step(commands.split('\n', 1)[0]!.slice(0, 80), () => run(commands))

/** The values that an owner enters in the example of the settings. */
function fillIn(standIns: { smtpUrl: string; url: string }): string {
  const values: Record<string, string> = {
    APP_URL: `https://${NAME}`,
    DATABASE_URL: 'postgres://lotto:drill@127.0.0.1:5432/lotto',
    AUTH_SECRET: PRODUCTION.AUTH_SECRET,
    SMTP_URL: `${standIns.smtpUrl}?ignoreTLS=true`,
    SUPPORT_EMAIL: `help@${NAME}`,
    PAYSTACK_SECRET_KEY: PRODUCTION.PAYSTACK_SECRET_KEY,
    PAYSTACK_PUBLIC_KEY: PRODUCTION.PAYSTACK_PUBLIC_KEY,
    VAPID_PRIVATE_KEY: 'x'.repeat(43),
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
    TIMESTAMP_URLS: `"${['standin1', 'standin2'].map((name) => `${name}=${standIns.url.replace('127.0.0.1', STAMPS)}/timestamp/${name}`).join(' ')}"`,
    TIMESTAMP_ROOTS: '/etc/lotto-roots',
    RECORD_COPY: '/var/lib/lotto-forecast/copy/record',
  }
  return readFileSync('deploy/production.env.example', 'utf8').replaceAll(
    /^(\w+)=(.*)$/gm,
    (line, name, old) =>
      values[name] === undefined ? line.replaceAll('replace-me', NAME) : `${name}=${values[name] ?? old}`,
  )
}

/** Asks until the answer fits. */
async function until<Found>(what: string, find: () => Promise<Found | undefined | false>): Promise<Found> {
  const end = performance.now() + 60_000
  for (;;) {
    const found = await find().catch(() => false as const)
    if (found) return found
    if (performance.now() > end) throw new Error(`Not within a minute: ${what}\n${logs()}`)
    await sleep(200)
  }
}

function expectStatus(
  what: string,
  { status, text }: { status: number; text: string },
  expected = 200,
): void {
  if (status !== expected) throw new Error(`${what}: ${status} ${text.slice(0, 500)}`)
}

const owner = new Visitor(`https://${NAME}`)
const isUp = () => until('the site answers', async () => (await owner.get('/readyz')).status === 200)

async function publish(numbers: string): Promise<void> {
  expectStatus(
    'a forecast',
    await owner.post('/api/admin/predictions', { gameName: 'Diamond', numbers }),
    201,
  )
}
/** Waits until both authorities have stamped the record of a number of forecasts. */
const stamped = (forecasts: number) =>
  until('the stamps', async () => {
    const lines = (await owner.get('/log/1/record.jsonl')).text.trim().split('\n')
    if (lines.filter((line) => line.includes('"version"')).length !== forecasts) return false
    const stamps = standIns.authorities.map(({ name }) =>
      owner.get(`/log/1/stamps/${lines.length}-${name}.tsr`),
    )
    return (await Promise.all(stamps)).every(({ status }) => status === 200)
  })

const standIns = await startSandbox({ port: 0, appUrl: `https://${NAME}` })
appendFileSync('/etc/hosts', `\n127.0.0.1 ${NAME} ${STAMPS} localhost\n`)
mkdirSync('/etc/lotto-roots')
for (const { name, roots } of standIns.authorities)
  writeFileSync(join('/etc/lotto-roots', `${name}.pem`), roots)
writeFileSync('/run/filled-in', fillIn(standIns))
for (const [name, script] of Object.entries(INSTEAD))
  writeFileSync(join(BIN, name), `#!/bin/sh\nset -e\n${script}\n`, { mode: 0o755 })

const commands = commandsOf('deploy.md', '## One machine with systemd')
const promotion = commands.findIndex((text) => text.includes(' promote '))
for (const text of commands.slice(0, promotion)) {
  if (text.includes('pgbackrest.conf')) {
    setDefaultCACertificates([...getCACertificates(), readFileSync(CERTIFICATE, 'utf8')])
    await step('The site answers', isUp)
  }
  await runStep(text)
}
await step('The owner signs up and verifies the e-mail', async () => {
  const account = { name: 'Ada', email: EMAIL, password: PASSWORD, ageConfirmed: true }
  expectStatus('the sign-up', await owner.post('/api/auth/sign-up/email', account))
  const token = await until('the mail', async () => {
    const mails = await (await fetch(`${standIns.url}/mailbox.json?to=${EMAIL}`)).json()
    return /verify-email\?token=([\w-]+)/.exec((mails as { text: string }[])[0]?.text ?? '')?.[1]
  })
  expectStatus('the address', await owner.post('/api/auth/verify-email', { token }))
})
await runStep(commands[promotion]!)
const { app } = await step('The owner sets up the second step of the login', () => setUpFactor(owner))
await step('A forecast is published and stamped', async () => {
  await publish('7, 42')
  await stamped(1)
})
for (const text of commands.slice(promotion + 1)) await runStep(text)
await step('The site answers', isUp)
await step('A backup runs, and the set-up page shows it', async () => {
  run('systemctl start lotto-backup')
  const { body } = await owner.get('/api/admin/ready', { headers: { 'x-forwarded-for': '' } })
  const parts: { name: string; lamp: string }[] = body.parts
  const notReady = parts.filter(({ lamp }) => lamp !== 'ready').map(({ name }) => name)
  // What only people can do: enter the name and the first results, and tell Paystack the address.
  if (notReady.join() !== 'Name and licence,Payments,Results,Help') throw new Error(notReady.join())
})
const [beside = ''] = commandsOf('operations.md', '### Back up every day, and lose a minute at most')
await step('The newest backup is restored beside the database', () => run(beside))
// pgBackRest notes whole seconds, and takes no backup that ended in the second of the instant.
await sleep(2000)
const instant = new Date().toISOString().replace('T', ' ').replace('Z', '+00:00')
await step('A second forecast is published, and the database is damaged', async () => {
  await publish('8, 43')
  await stamped(2)
  run('su postgres -c \'psql lotto -c "drop table draws cascade"\'')
})
const [restore = ''] = commandsOf('operations.md', '### Return to an instant')
await runStep(restore.replace(/'20.*?'/, `'${instant}'`))
await step('The site answers', isUp)
await step('The owner logs in, and the record is whole', async () => {
  const again = new Visitor(`https://${NAME}`)
  expectStatus('the login', await again.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD }))
  expectStatus('the code', await again.post('/api/auth/two-factor', { code: await app.code() }))
  expectStatus('the staff', await again.get('/api/admin/ready'))
  await stamped(2)
})
console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  in all`)
process.exit(0)
