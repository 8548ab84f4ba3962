import type { Hono } from 'hono'
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { PLAN_MAIL_GROUP_KEYS, PLAN_MAILS, LEFT_OUT, type LeftOut } from '../../rules/talk/plan-mails.ts'
import { profileForm } from '../../../people/server/profile-routes.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import type { Env } from '../../../platform/server/api/env.ts'
import { findVisit } from '../../../platform/server/api/find-visit.ts'
import { plainText } from '../../../platform/server/api/form-fields.ts'
import { type PageTools, respondWithPage } from '../../../platform/server/api/pages.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { clientAddress } from '../../../platform/server/http/client-address.ts'
import { userOfStopLink } from '../../../platform/server/mail/stop-link.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { choosePlanMails, previewPlanMail, sendPlanMail, wantsPlanMails } from './plan-mails.ts'

const planMail = z.strictObject({
  group: z.enum(PLAN_MAIL_GROUP_KEYS, 'Choose a group.'),
  text: plainText(PLAN_MAILS.text).default(''),
})
const wanted = z.strictObject({ wanted: z.boolean() })

export const planMailRoutes = {
  'GET /api/admin/plan-mails/preview': endpoint({
    summary: 'How many players of a group get a mail about plans, why others do not, and the mail',
    access: 'talk-to-players',
    query: planMail,
    answer: z.strictObject({
      people: z.int(),
      leftOut: z.array(
        z.strictObject({ reason: z.enum(Object.keys(LEFT_OUT) as [LeftOut]), people: z.int() }),
      ),
      /** As one of them gets it; null if nobody does. */
      mail: z.strictObject({ subject: z.string(), text: z.string() }).nullable(),
    }),
    handle: ({ services: { db, settings }, now, query }) => previewPlanMail(db, settings, now, query),
  }),

  'POST /api/admin/plan-mails': endpoint({
    summary: 'Mail a group of players about plans: each once a week at most, and nobody who stopped it',
    access: 'talk-to-players',
    effect: 'speaks',
    creates: 'once-by-form',
    body: planMail,
    answer: z.strictObject({ people: z.int() }),
    status: 201,
    handle: async ({ context, body }) => ({ people: await sendPlanMail(context, body) }),
  }),

  'GET /api/profile/plan-mails': endpoint({
    summary: 'Whether you get mails about plans',
    access: 'signed-in',
    beforeAge: true,
    answer: wanted,
    handle: async ({ services: { db }, person }) => ({ wanted: await wantsPlanMails(db, person.uid) }),
  }),

  'PUT /api/profile/plan-mails': write({
    summary: 'Stop mails about plans, or let them come again',
    access: 'signed-in',
    beforeAge: true,
    body: wanted,
    form: {
      ...profileForm('plan-mails', 'saved'),
      body: (fields) => ({ wanted: { yes: true, no: false }[fields.wanted ?? ''] }),
    },
    handle: ({ context, person, body }) => choosePlanMails(context, person.uid, body.wanted),
  }),

  'GET /api/stop-mails': endpoint({
    summary: 'Whether mails about plans to the player of a mailed link are stopped; null for another link',
    access: 'anyone',
    query: z.strictObject({ link: z.string().max(300).default('') }),
    answer: z.strictObject({ stopped: z.boolean().nullable() }),
    async handle({ services, query }) {
      const uid = await playerOf(services, query.link)
      return { stopped: uid === null ? null : !(await wantsPlanMails(services.db, uid)) }
    },
  }),
} satisfies Routes

/** The player of a mailed link; null for another link, and after the account was deleted. */
async function playerOf({ db, settings }: Services, link: string): Promise<string | null> {
  const uid = userOfStopLink(settings, link)
  const isOpen = and(eq(users.id, uid ?? ''), isNull(users.deletedAt))
  return uid !== null && (await db.$count(users, isOpen)) === 1 ? uid : null
}

/**
 * Stops the mails by one POST to the link itself: that of the page's button, or that of a mail program (RFC 8058), which has no
 * cookie and follows no redirect. The link alone decides, so another site gains nothing. A GET only shows the page.
 */
export function addStopPage(app: Hono<Env>, tools: PageTools): void {
  const { services } = tools
  app.post(PATHS.stopMails, async (c) => {
    const visit = await findVisit(c, services)
    const userId = await playerOf(services, c.req.query('link') ?? '')
    const address = clientAddress(c.env.incoming, services.settings.trustedProxies)
    const actor = { userId, requestId: c.get('requestId'), address }
    if (userId !== null) await choosePlanMails({ db: services.db, now: visit.now, actor }, userId, false)
    return respondWithPage(c, tools, visit, {
      answer: { message: null, fields: {}, values: {} },
      status: userId === null ? 404 : 200,
    })
  })
}
