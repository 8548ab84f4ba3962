import { z } from 'zod'
import { accountReference } from '../../../platform/rules/access/identity.ts'
import { formatDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { AUDIENCES, helpLinks, screenName } from '../../rules/talk/announcements.ts'
import { NOTICE_KINDS } from '../../../draws/rules/draw-notices.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { lagosDay, wholeNumber } from '../../../money/server/payments/shapes.ts'
import { paymentsOf } from '../../../money/server/payments/queries.ts'
import { latestAnnouncements } from './known.ts'
import { announce, endAnnouncement, helpContact, postNotice, setContact } from './write.ts'
import { isDeliverable, plainText, reason, typedEmail } from '../../../platform/server/api/form-fields.ts'

/** Values as they are typed. The domain's rules check them. */
const typed = plainText(400).default('')
const contact = {
  email: z.string().nullable(),
  whatsapp: z.string().nullable(),
  hours: z.string().nullable(),
}

const business = {
  name: z.string().nullable(),
  licence: z.string().nullable(),
  state: z.string().nullable(),
}

const list = z.strictObject({
  announcements: z.array(
    z.strictObject({
      id: z.int(),
      text: z.string(),
      audience: z.enum(AUDIENCES),
      from: z.number(),
      until: z.number(),
      game: z.string().nullable(),
      reason: z.string(),
      endedAt: z.number().nullable(),
      by: z.string().nullable(),
    }),
  ),
  /** As staff entered it; a change names its id. */
  contact: z.strictObject({ id: z.int(), ...contact, ...business }),
  games: z.array(z.strictObject({ key: z.string(), name: z.string() })),
})

export const talkRoutes = {
  'GET /api/help': endpoint({
    summary: 'How to reach the business, with links that name the screen, the account and the last payment',
    access: 'anyone',
    query: z.strictObject({ from: z.string().max(200).default('') }),
    answer: z.strictObject({
      ...contact,
      /** What the message carries, so that staff find the account and the payment. */
      facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
      /** The reference of the last payment. */
      payment: z.string().nullable(),
      links: z.strictObject({ mail: z.string().nullable(), whatsapp: z.string().nullable() }),
    }),
    async handle({ services: { db, talk }, now, person, query }) {
      const last = person && (await paymentsOf(db, person.uid, null)).payments[0]
      const reference = person ? accountReference(person.uid) : ''
      const paid =
        last && `${formatNaira(last.kobo)}, ${formatDate(lagosDate(last.createdAt))}, ${last.reference}`
      const facts = Object.entries({
        Screen: screenName(query.from),
        Reference: reference,
        Account: person?.email,
        'Last payment': paid,
      }).flatMap(([name, value]) => (value ? [{ name, value }] : []))
      const reached = talk.at(now).contact
      return {
        ...reached,
        facts,
        payment: last?.reference ?? null,
        links: helpLinks(reached, facts, reference),
      }
    },
  }),

  'GET /api/admin/announcements': endpoint({
    summary: 'The latest lines above the app, and how players reach the business',
    access: 'post-notices',
    answer: list,
    async handle({ services: { db, draws } }) {
      const games = draws.current().games.filter(({ active }) => active)
      return {
        announcements: await latestAnnouncements(db),
        contact: await helpContact(db),
        games: games.map(({ key, name }) => ({ key, name })),
      }
    },
  }),

  'POST /api/admin/announcements': endpoint({
    summary: 'Show a line above the app to everyone or a plan, and notify the followers of a game',
    access: 'talk-to-players',
    effect: 'speaks',
    creates: 'once-by-form',
    body: z.strictObject({
      text: typed,
      audience: z.enum(AUDIENCES),
      from: typed,
      until: typed,
      game: z.string().max(40).nullable(),
      reason,
    }),
    answer: z.strictObject({ id: z.int() }),
    status: 201,
    handle: ({ context, body }) => announce(context, body),
    committed: ({ talk }) => talk.read(),
  }),

  'POST /api/admin/notices': endpoint({
    summary: 'Show everyone a prepared sentence about a draw, which the server fills from its own data',
    access: 'post-notices',
    effect: 'speaks',
    creates: 'once-by-form',
    body: z.strictObject({
      kind: z.enum(NOTICE_KINDS, 'Choose what happened.'),
      game: z.string().max(40),
      date: lagosDay,
      /** Whether the followers of the game get a notification. */
      notify: z.boolean(),
    }),
    answer: z.strictObject({ id: z.int() }),
    status: 201,
    handle: ({ context, body: { kind, ...about } }) => postNotice(context, kind, about),
    committed: ({ talk }) => talk.read(),
  }),

  'POST /api/admin/announcements/:id/end': write({
    summary:
      'End a line above the app, and a notification that still waits; only owners end the line of another person',
    access: 'post-notices',
    effect: 'ends-announcements',
    params: z.strictObject({ id: wholeNumber }),
    body: z.strictObject({ reason }),
    handle: ({ context, params, body }) => endAnnouncement(context, params.id, body.reason),
    committed: ({ talk }) => talk.read(),
  }),

  'POST /api/admin/help-contact': write({
    summary:
      'Change the name and licence of the business, and the address, WhatsApp number and hours of help',
    access: 'set-contact',
    effect: 'changes-contact',
    creates: 'once-by-form',
    body: z.strictObject({
      email: typedEmail
        .refine((text) => text === '' || isDeliverable(text), 'This is not an email address.')
        .default(''),
      whatsapp: z.string().max(400).default(''),
      hours: typed,
      name: plainText(400),
      licence: plainText(400),
      state: plainText(400),
      reason,
      /** The id of the contact that the change is based on; 0 for none. */
      seen: z.int().min(0),
    }),
    handle: ({ context, body }) => setContact(context, body),
    committed: ({ talk }) => talk.read(),
  }),
} satisfies Routes
