import { inject, afterAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../../tests/support/postgres.ts'
import { freePort, newFolder, type ServerProgram, startProgram } from '../../../tests/support/programs.ts'
import { PRODUCTION } from '../../../tests/support/settings.ts'
import { testServer } from '../../../tests/support/test-server.ts'
import { wireTo } from '../../../tests/support/wire.ts'
import { startStandIns } from './stand-ins.ts'
import { queueMail } from '../../platform/server/mail/queue-mail.ts'

const server = testServer({ standIns: true })
const folder = newFolder()
afterAll(() => folder.remove())

const OWN_GOOGLE = { GOOGLE_CLIENT_ID: 'own', GOOGLE_CLIENT_SECRET: 'own-secret' }
const OWN_SMTP = { SMTP_URL: 'smtp://127.0.0.1:1' }

const OWN_PAYSTACK = {
  PAYSTACK_SECRET_KEY: 'sk_test_' + 'a'.repeat(40),
  PAYSTACK_PUBLIC_KEY: 'pk_test_' + 'b'.repeat(40),
}

describe('a demo', () => {
  test('has a stand-in for each company without settings', async () => {
    const { settings } = server().services
    expect(settings.google).toEqual({
      clientId: 'lotto-sandbox',
      clientSecret: 'lotto-sandbox-secret',
      discoveryUrl: `${server().sandboxUrl}/google/.well-known/openid-configuration`,
    })
    expect(settings.smtpUrl).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/)
    const description = await fetch(settings.google!.discoveryUrl)
    expect(await description.json()).toMatchObject({ issuer: `${server().sandboxUrl}/google` })
  })

  test('uses the companies of the settings, and no stand-ins when every company is set', async () => {
    const mail = await server().another(OWN_SMTP)
    expect(mail.services.settings).toMatchObject({
      smtpUrl: OWN_SMTP.SMTP_URL,
      google: { clientId: 'lotto-sandbox' },
    })
    const google = await server().another(OWN_GOOGLE)
    expect(google.services.settings).toMatchObject({
      smtpUrl: expect.stringContaining('127.0.0.1'),
      google: { clientId: 'own' },
    })
    expect((await server().another({ ...OWN_SMTP, ...OWN_GOOGLE, ...OWN_PAYSTACK })).sandboxUrl).toBeNull()
  })

  test('reaches its stand-ins again after a restart and sends the queued mail', async () => {
    const SANDBOX_PORT = String(await freePort())
    const first = await server().another({ SANDBOX_PORT })
    const { db, clock } = first.services
    const to = 'waiting@lotto.test'
    await queueMail(db, await clock.now(db), { to, userId: null, template: 'account-exists', data: {} })
    await first.stop()
    const second = await server().another({ SANDBOX_PORT })
    expect(second.sandboxUrl).toBe(`http://127.0.0.1:${SANDBOX_PORT}`)
    await second.runJobs()
    expect(await second.mailbox(to)).toHaveLength(1)
    expect((await fetch(second.services.settings.google!.discoveryUrl)).status).toBe(200)
  })

  test('names the setting when the port of the stand-ins is in use', async () => {
    const SANDBOX_PORT = new URL(server().sandboxUrl!).port
    await expect(server().another({ SANDBOX_PORT })).rejects.toThrow(
      `SANDBOX_PORT: port ${SANDBOX_PORT} is in use`,
    )
  })
})

test('production never starts stand-ins', async () => {
  const settings = {
    ...server().services.settings,
    mode: 'production',
    smtpUrl: null,
    google: null,
    paystack: null,
  } as const
  expect(await startStandIns(settings)).toBeNull()
})

describe('the built program', () => {
  /** Makes the program report when it loads the mail server of the stand-ins, and the package of Google's. */
  const spy = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) {
      const loaded = next(url, context)
      if (/node_modules.oidc-provider/.test(url)) console.error('loaded Google')
      if (String(loaded.source).includes('SMTPServer = class')) console.error('loaded a stand-in')
      return loaded
    } })`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(spy)}`

  async function run(
    environment: Record<string, string>,
    visit?: (program: ServerProgram) => Promise<void>,
  ): Promise<ServerProgram> {
    const database = await newDatabase(inject('postgres'), 'blank')
    const wire = await wireTo(database.address)
    const url = (wire.address as { url: string }).url
    const program = await startProgram({
      DATA_DIR: folder.path,
      NODE_OPTIONS,
      ...environment,
      DATABASE_URL: url,
    })
    await visit?.(program)
    program.child.kill('SIGTERM')
    await program.ended
    await wire.close()
    await database.drop()
    return program
  }

  test('prints the addresses of a demo’s stand-ins, and loads Google with the first request to it', async () => {
    const program = await run({}, async ({ output }) => {
      expect(output()).not.toContain('loaded Google')
      const [, address] = /^Stand-ins +(\S+)$/m.exec(output())!
      expect((await fetch(`${address}/google`)).status).toBe(200)
    })
    const output = program.output()
    expect(output).toMatch(/^All mail +http:\/\/127\.0\.0\.1:\d+\/mailbox$/m)
    expect(output).toContain('loaded a stand-in')
    expect(output).toContain('loaded Google')
  })

  test('never loads the stand-ins in production', async () => {
    const output = (await run(PRODUCTION)).output()
    expect(output).not.toMatch(/loaded|mailbox/)
  })
})
