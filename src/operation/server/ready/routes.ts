import { and, eq, max } from 'drizzle-orm'
import { connect } from 'node:tls'
import { z } from 'zod'
import { dateAt, drawsOf, hasSamples } from '../../../draws/rules/history.ts'
import { timesOf } from '../../../draws/rules/games.ts'
import { webhookDeliveries } from '../../../money/server/tables/payments.ts'
import { PaystackRefused, PaystackUnavailable } from '../../../money/server/paystack/client.ts'
import { formatDate, lagosDate, MINUTE, SECOND } from '../../../platform/rules/base/calendar.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { inList } from '../../../platform/rules/base/words.ts'
import { sha256Hex } from '../../../forecasts/rules/log/bytes.ts'
import { messageOf } from '../../../platform/server/base/log.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import type { Person } from '../../../platform/server/api/visits.ts'
import { queueMail } from '../../../platform/server/mail/queue-mail.ts'
import { createMailTransport, sendMail } from '../../../platform/server/mail/send-mail.ts'
import { accountsWith, users } from '../../../platform/server/tables/accounts.ts'
import { sendTest } from '../../../reach/server/push/deliver.ts'
import { pushSubscriptions } from '../../../reach/server/push/tables.ts'
import { mails } from '../../../platform/server/tables/mails.ts'
import { LAMPS, type ReadyFacts, readyParts, TESTED, type Tested } from '../../rules/ready.ts'
import { readControlFigures } from '../metrics/status-routes.ts'

const part = z.strictObject({
  name: z.string(),
  use: z.string().nullable(),
  lamp: z.enum(LAMPS),
  text: z.string(),
  code: z.string().optional(),
  link: z.strictObject({ to: z.string(), text: z.string() }).optional(),
  test: z.enum(TESTED).optional(),
})

export const readyRoutes = {
  'GET /api/admin/ready': endpoint({
    summary: 'Whether each part of production is ready for players, and what to do about it',
    access: 'operate',
    answer: z.strictObject({ parts: z.array(part) }),
    async handle({ services, now, request }) {
      const seen = proxiesIn(request.headers.get('x-forwarded-for'))
      return { parts: readyParts(await readyFacts(services, now, seen)) }
    },
  }),

  'POST /api/admin/ready/:part': endpoint({
    summary:
      'Test a part of production: send a mail or a notification to yourself, ask Paystack with the keys, ask the outside clocks, or read the certificate',
    access: 'operate',
    effect: 'tests-production',
    limit: 'productionTest',
    params: z.strictObject({ part: z.enum(TESTED) }),
    answer: z.strictObject({ works: z.boolean(), text: z.string() }),
    handle: ({ services, now, person, params }) => TESTS[params.part](services, now, person),
  }),
} satisfies Routes

const proxiesIn = (forwarded: string | null) => forwarded?.split(',').filter((one) => one.trim()).length ?? 0

/** @param seen the proxies that the request passed; null where there is no request to look at */
export async function readyFacts(services: Services, now: number, seen: number | null): Promise<ReadyFacts> {
  const { db, settings, draws, paystack, push, talk } = services
  const staff = and(accountsWith('staff'), eq(users.twoFactorEnabled, false))
  const [figures, [lastMail], [lastWebhook], withoutFactor] = await Promise.all([
    readControlFigures(services, now),
    db
      .select({ at: max(mails.endedAt) })
      .from(mails)
      .where(eq(mails.state, 'sent')),
    db.select({ at: max(webhookDeliveries.receivedAt) }).from(webhookDeliveries),
    db.$count(users, staff),
  ])
  const { games, history } = draws.current()
  const active = games.filter((game) => game.active)
  const newest = Array.from(history.games.values(), (of) => dateAt(of, of.length - 1))
    .sort()
    .at(-1)
  return {
    appUrl: settings.appUrl,
    operator: talk.at(now).business,
    contact: talk.at(now).contact,
    mail: { isSet: settings.smtpUrl !== null, sentAt: lastMail?.at?.getTime() ?? null },
    paystack: paystack && paystack.mode,
    webhookAt: lastWebhook?.at?.getTime() ?? null,
    proxies: { expected: settings.trustedProxies, seen: seen ?? settings.trustedProxies },
    draws: { count: drawsOf(history), samples: hasSamples(history), newest: newest ?? null },
    games: {
      count: active.length,
      withoutTime: active.filter((game) => timesOf(game, lagosDate(now)) === '').map(({ name }) => name),
    },
    canNotify: push !== null,
    withoutFactor,
    figures,
  }
}

interface Outcome {
  works: boolean
  text: string
}

/** Each says what it did, or why it failed. */
const TESTS: Record<Tested, (services: Services, now: number, person: Person) => Promise<Outcome> | Outcome> =
  {
    async mail(services, now, { uid, email }) {
      const { db, settings } = services
      // The job only takes over if this process dies.
      const mail = { to: email, userId: uid, template: 'test', data: {} } as const
      const id = await queueMail(db, now, mail, 5 * MINUTE)
      const transport = createMailTransport(settings.smtpUrl, settings.mailFrom)
      await sendMail(services, id, { transport, last: true })
      const [sent] = await db.select({ error: mails.error }).from(mails).where(eq(mails.id, id))
      return sent?.error
        ? { works: false, text: `The mail server did not accept the mail: ${sent.error}.` }
        : { works: true, text: `The mail server accepted a mail to ${email}. Check whether it arrives.` }
    },
    async payments({ paystack }) {
      if (!paystack) return { works: false, text: 'No keys are set.' }
      try {
        await paystack.verify('no-such-payment')
        return { works: true, text: 'Paystack accepts the keys.' }
      } catch (error) {
        if (error instanceof PaystackRefused)
          return { works: false, text: 'Paystack refuses the secret key.' }
        if (error instanceof PaystackUnavailable) return { works: false, text: `${error.message}.` }
        throw error
      }
    },
    async record({ settings: { timestamps }, clock, db }, now) {
      const { authorities } = timestamps
      if (authorities.length === 0) return { works: false, text: 'No outside clock is set.' }
      const { askForStamp } = await import('../../../forecasts/server/stamps/ask.ts')
      const asked = await Promise.allSettled(
        authorities.map((one) => askForStamp(one, sha256Hex(`a test at ${now}`), () => clock.now(db))),
      )
      const failed = asked.flatMap((one, i) =>
        one.status === 'rejected' ? [`${itemAt(authorities, i).name}: ${causeOf(one.reason)}`] : [],
      )
      return failed.length === 0
        ? { works: true, text: `${inList(authorities.map(({ name }) => name))} gave a stamp.` }
        : { works: false, text: `No stamp came from ${inList(failed)}.` }
    },
    async notifications(services, _now, { uid }) {
      const { endpoint, userId } = pushSubscriptions
      const own = await services.db.select({ endpoint }).from(pushSubscriptions).where(eq(userId, uid))
      if (own.length === 0)
        return { works: false, text: 'Turn notifications on in your profile first, on your own phone.' }
      const outcomes = await Promise.all(own.map((one) => sendTest(services, uid, one.endpoint)))
      return outcomes.includes('sent')
        ? { works: true, text: 'A push service accepted the notification. Check whether it arrives.' }
        : {
            works: false,
            text: 'No push service accepted the notification. Turn notifications off and on in your profile.',
          }
    },
    async address({ settings: { appUrl } }) {
      const { hostname, port, protocol } = new URL(appUrl)
      if (protocol !== 'https:') return { works: false, text: 'The address does not begin with https.' }
      const { until, error } = await certificateOf(hostname, Number(port) || 443)
      return error
        ? { works: false, text: `${hostname} does not answer with a valid certificate: ${error}.` }
        : { works: true, text: `The certificate is valid until ${formatDate(lagosDate(Date.parse(until)))}.` }
    },
  }

/** The code of a connection that failed, or the reason without its full stop. */
const causeOf = (error: unknown) =>
  (error as { cause?: { code?: string } }).cause?.code ?? messageOf(error).replace(/\.$/, '')

/** What the server's own address answers: the end of its certificate, or the code of the error. */
function certificateOf(host: string, port: number): Promise<{ until: string; error?: string }> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, timeout: 5 * SECOND })
    const end = (answer: { until: string; error?: string }) => (socket.destroy(), resolve(answer))
    socket.once('secureConnect', () => end({ until: socket.getPeerCertificate().valid_to }))
    socket.once('timeout', () => end({ until: '', error: 'no answer in 5 seconds' }))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end({ until: '', error: error.code ?? error.message }),
    )
  })
}
