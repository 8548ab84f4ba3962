import { asc } from 'drizzle-orm'
import { z } from 'zod'
import { endpoint, type Routes } from '../../api/endpoint.ts'
import { ball } from '../../draws/shapes.ts'
import { numberGroups } from '../../tables/number-groups.ts'
import { addGroup, changeGroup } from './change-groups.ts'

const saved = z.strictObject({ id: z.int(), version: z.int() })
/** Longer than the rules allow, so that they name the limit. */
const name = z.string().max(200)

export const groupAdminRoutes = {
  'GET /api/admin/number-groups': endpoint({
    summary: 'All groups of numbers that players follow, retired ones included',
    access: 'manage-games',
    answer: z.strictObject({
      groups: z.array(
        z.strictObject({
          id: z.int(),
          name: z.string(),
          numbers: z.array(ball),
          retired: z.boolean(),
          version: z.int(),
        }),
      ),
    }),
    async handle({ services: { db } }) {
      const rows = await db.select().from(numberGroups).orderBy(asc(numberGroups.numbers))
      return {
        groups: rows.map(({ id, name: known, numbers, retiredAt, version }) => ({
          id,
          name: known,
          numbers,
          retired: retiredAt !== null,
          version,
        })),
      }
    },
  }),

  'POST /api/admin/number-groups': endpoint({
    summary: 'Add a group of numbers, such as 1-10-89; without a name it is called by its numbers',
    access: 'manage-games',
    body: z.strictObject({ name: name.default(''), numbers: z.string().max(200) }),
    answer: saved,
    status: 201,
    handle({ context, body }) {
      return addGroup(context, body)
    },
  }),

  'PUT /api/admin/number-groups/:id': endpoint({
    summary: 'Rename a group of numbers, retire it or use it again',
    access: 'manage-games',
    params: z.strictObject({
      id: z
        .string()
        .regex(/^\d{1,15}$/, 'This is not the ID of a group.')
        .transform(Number),
    }),
    body: z.strictObject({ version: z.int().min(1), name, retired: z.boolean() }),
    answer: saved,
    handle({ context, params, body: { retired, ...body } }) {
      return changeGroup(context, { ...params, ...body, isRetired: retired })
    },
  }),
} satisfies Routes
