import { present } from '../../../platform/rules/base/lists.ts'
import { z } from 'zod'
import { ACCOUNT_LIMITS } from '../../../platform/rules/access/limits.ts'
import { personPath, STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { STAFF_ROLES } from '../../../platform/rules/access/staff-roles.ts'
import { agreedRole, PLAN_KEYS } from '../../../platform/rules/access/plans.ts'
import { attacksOn } from '../../../people/server/attacks.ts'
import { pendingEmailOf } from '../../../people/server/mailed-links.ts'
import { lagosDay, period, shownPayment } from '../../../money/server/payments/shapes.ts'
import { GRANT_KINDS } from '../../../money/rules/grants.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import {
  blankToUndefined,
  plainText,
  reason as givenReason,
} from '../../../platform/server/api/form-fields.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { setRole, addUser } from '../../../people/server/members/set-role.ts'
import {
  cancelUserEmailChange,
  requestEmailChange,
  sendProofMail,
} from '../../../people/server/members/change-email.ts'
import {
  deleteUser,
  endSuspension,
  endUserSessions,
  suspendUser,
  resetUserFactor,
} from '../../../people/server/members/user-access.ts'
import { change } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { attachment } from '../../../platform/server/http/reply.ts'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { peopleCsv, userDetails, usersPage, addNote, historyOf } from './queries.ts'
import { adminOverview, overview } from '../staff-start.ts'
import { USER_NOT_FOUND } from '../../../people/server/members/staff.ts'
import { startSeeing, stopSeeing } from './see-as.ts'
import { cursor, textKey } from '../../../platform/server/db/page.ts'
import {
  role,
  member,
  email,
  roleFields,
  reason,
  rolesAgree,
  ROLES_DISAGREE,
  byId,
  device,
  attack,
  note,
  event,
} from './shapes.ts'

export const memberRoutes = {
  'GET /api/admin/overview': endpoint({
    summary: 'The figures of the staff’s overview page',
    access: 'staff',
    answer: overview,
    handle: ({ services, now, person }) => adminOverview(person, services, now),
  }),

  'GET /api/admin/users': endpoint({
    summary: 'Users, the newest first, by part of email or username, role and plan',
    access: 'help-people',
    query: z.strictObject({
      search: z.preprocess(blankToUndefined, z.string().trim().max(ACCOUNT_LIMITS.email).optional()),
      role: z.preprocess(blankToUndefined, role.optional()),
      plan: z.preprocess(blankToUndefined, z.enum(PLAN_KEYS).optional()),
      after: cursor(textKey).optional(),
    }),
    answer: z.strictObject({ users: z.array(member), next: z.string().nullable() }),
    handle: ({ services: { db }, now, query: { after, ...filter } }) =>
      usersPage(db, now, { ...filter, search: filter.search || undefined }, after?.[0] ?? null),
  }),

  'POST /api/admin/users': endpoint({
    summary: 'Add a record without a login method; its owner claims it with the mail that sets a password',
    access: 'help-people',
    effect: 'adds-people',
    creates: 'once-by-form',
    body: z
      .strictObject({ email, username: plainText(200).default(''), ...roleFields, reason })
      .refine(
        (fields) => rolesAgree({ ...fields, role: fields.role ?? (fields.admin ? 'admin' : 'user') }),
        ROLES_DISAGREE,
      ),
    answer: z.strictObject({ uid: z.string() }),
    status: 201,
    async handle(call) {
      const { role: given, admin, ...user } = call.body
      const agreed = agreedRole({ role: given, admin }) ?? 'user'
      return { uid: await addUser(call.context, { ...user, role: agreed }) }
    },
  }),

  'POST /api/admin/people/export': endpoint({
    summary: 'All people as a CSV file, with a reason',
    access: 'manage-staff',
    effect: 'exports-people',
    limit: 'export',
    body: z.strictObject({ reason: givenReason }),
    answer: { media: 'text/csv' },
    async handle({ context, services: { db }, now, body }) {
      await change(context, (unit) => recordAudit(unit, 'user.export', 'user:all', body))
      return attachment(`people-${lagosDate(now)}.csv`, peopleCsv(db, now))
    },
  }),

  'POST /api/admin/users/:id/see': write({
    summary: 'See the screens of a player in this session for some minutes, without private data or changes',
    access: 'manage-staff',
    effect: 'sees-as',
    params: byId,
    body: z.strictObject({ reason: givenReason }),
    handle: ({ context, person, params, body }) =>
      startSeeing(context, present(person.session).id, params.id, body.reason),
  }),

  'POST /api/seeing/stop': endpoint({
    summary: 'Stop seeing the screens of a player',
    access: 'signed-in',
    beforeAge: true,
    endsSeeing: true,
    answer: z.strictObject({ uid: z.string().nullable() }),
    form: {
      pages: [PATHS.profile],
      name: 'stop-seeing',
      to: ({ uid: seen }: { uid: string | null }) => (seen === null ? PATHS.admin : personPath(seen)),
    },
    handle: ({ context, person }) => stopSeeing(context, person),
  }),

  'GET /api/admin/users/:id': endpoint({
    summary:
      'One user with login methods, devices, plan time, payments, notes by staff, history and password attacks',
    access: 'help-people',
    params: byId,
    answer: z.strictObject({
      user: member,
      ways: z.array(z.string()),
      devices: z.array(device),
      secondFactor: z.boolean(),
      /** The new email that waits for its link, and the end of the link in milliseconds. */
      pendingEmail: z.strictObject({ email: z.string(), until: z.number() }).nullable(),
      periods: z.array(period.extend({ grantId: z.int(), kind: z.enum(GRANT_KINDS) })),
      payments: z.array(shownPayment),
      morePayments: z.boolean(),
      attacks: z.array(attack),
      notes: z.array(note),
      history: z.array(event),
    }),
    async handle({ services, now, params }) {
      const details = await userDetails(services.db, now, params.id)
      if (!details) throw new Refusal('not-found', USER_NOT_FOUND)
      const { db, draws } = services
      return {
        ...details,
        pendingEmail: await pendingEmailOf(db, now, params.id),
        attacks: await attacksOn(services, details.user.email),
        ...(await historyOf(db, draws.current().games, params.id)),
      }
    },
  }),

  'PATCH /api/admin/users/:id': write({
    summary: 'Promote or demote a user, by role, by admin or by both, or change what staff may do',
    access: 'manage-staff',
    effect: 'changes-roles',
    params: byId,
    body: z
      .strictObject({
        ...roleFields,
        /** The staff roles that the change is based on, empty for a player; left out: it is not checked. */
        seen: z.array(z.enum(STAFF_ROLES)).optional(),
        reason,
      })
      .refine(rolesAgree, ROLES_DISAGREE),
    handle: ({ context, params, body }) =>
      setRole(context, params.id, { ...body, role: present(agreedRole(body)) }),
  }),

  'DELETE /api/admin/users/:id': write({
    summary: 'Erase a user, like the deletion of one’s own account',
    access: 'manage-staff',
    effect: 'erases',
    params: byId,
    body: z.strictObject({ confirm: z.literal(true), reason }),
    handle: ({ context, params, body }) => deleteUser(context, params.id, body.reason),
  }),

  'POST /api/admin/users/:id/notes': write({
    summary: 'Add a note about a user, which stays in the audit trail for a year',
    access: 'help-people',
    effect: 'helps-people',
    creates: 'once-by-form',
    params: byId,
    body: z.strictObject({ text: plainText(STAFF_LIMITS.reason).min(1, 'Write a note.') }),
    status: 201,
    handle: ({ context, params, body }) => addNote(context, params.id, body.text),
  }),

  'POST /api/admin/users/:id/end-sessions': endpoint({
    summary: 'End every session of a user',
    access: 'help-people',
    effect: 'helps-people',
    params: byId,
    body: z.strictObject({ confirm: z.literal(true), reason }),
    answer: z.strictObject({ ended: z.int() }),
    handle: async ({ context, params, body }) => ({
      ended: await endUserSessions(context, params.id, body.reason),
    }),
  }),

  'POST /api/admin/users/:id/suspension': write({
    summary:
      'Suspend a user until the end of a Lagos date: sessions end, and logins are refused with the reason',
    access: 'help-people',
    effect: 'locks-out',
    params: byId,
    body: z.strictObject({ until: lagosDay, reason: givenReason }),
    handle: ({ context, params, body }) => suspendUser(context, params.id, body),
  }),

  'POST /api/admin/users/:id/suspension/end': write({
    summary: 'End the suspension of a user',
    access: 'help-people',
    effect: 'helps-people',
    params: byId,
    body: z.strictObject({ reason: givenReason }),
    handle: ({ context, params, body }) => endSuspension(context, params.id, body.reason),
  }),

  'POST /api/admin/users/:id/email': write({
    summary:
      'Change the email of a user: a link that is mailed to the new one proves it and ends every session',
    access: 'help-people',
    effect: 'changes-logins',
    params: byId,
    body: z.strictObject({ email, reason: givenReason }),
    handle: ({ services, context, params, body }) => requestEmailChange(services, context, params.id, body),
  }),

  'POST /api/admin/users/:id/email/cancel': write({
    summary: 'Cancel a change of the email that waits for its link',
    access: 'help-people',
    effect: 'helps-people',
    params: byId,
    body: z.strictObject({ reason: givenReason }),
    handle: ({ context, params, body }) => cancelUserEmailChange(context, params.id, body.reason),
  }),

  'POST /api/admin/users/:id/reset-second-factor': write({
    summary: 'Remove the second factor of a user who lost it, and end the user’s sessions',
    access: 'help-people',
    effect: 'changes-logins',
    params: byId,
    body: z.strictObject({ confirm: z.literal(true), reason }),
    async handle({ context, params, body }) {
      if (!(await resetUserFactor(context, params.id, body.reason)))
        throw new Refusal('conflict', 'This user has no second factor.')
    },
  }),

  'POST /api/admin/users/:id/proof-mail': endpoint({
    summary: 'Mail the verification link again, or the link that claims an added record',
    access: 'help-people',
    effect: 'helps-people',
    params: byId,
    answer: z.strictObject({ sent: z.enum(['verification', 'claim']) }),
    handle: async ({ services, now, actor, params }) => ({
      sent: await sendProofMail(services, now, actor, params.id),
    }),
  }),
} satisfies Routes
