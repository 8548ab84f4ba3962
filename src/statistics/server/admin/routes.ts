import { asc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { numberIn, plainText } from '../../../platform/server/api/form-fields.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import { ball } from '../../../draws/server/shapes.ts'
import { numberGroups } from '../tables.ts'
import { parseGameText } from '../../../draws/rules/desk.ts'
import { GROUP_LIMITS, groupText, parseGroupNumbers } from '../../rules/number-groups.ts'
import { change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

const saved = z.strictObject({ id: z.int(), version: z.int() })
/** Longer than the rules allow, so that they name the limit. */
const name = plainText(200)

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
    effect: 'edits-games',
    creates: 'once-by-form',
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
    effect: 'edits-games',
    params: z.strictObject({
      id: numberIn('This is not the ID of a group.'),
    }),
    body: z.strictObject({ version: z.int().min(1), name, retired: z.boolean() }),
    answer: saved,
    handle({ context, params, body: { retired, ...body } }) {
      return changeGroup(context, { ...params, ...body, isRetired: retired })
    },
  }),
} satisfies Routes

type Group = typeof numberGroups.$inferSelect

const invalid = (field: string, message: string) =>
  new Refusal('invalid-input', message, { fields: { [field]: message } })

function parseName(text: string): string {
  const name = parseGameText(text, GROUP_LIMITS.name)
  if (name === null)
    throw invalid('name', `Use at most ${GROUP_LIMITS.name} letters, digits and punctuation.`)
  return name
}

/**
 * Adds a group that players see. A second call with the same values adds nothing.
 * @param given the numbers as typed; an empty name becomes the numbers
 * @throws Refusal invalid-input, or conflict when a group has these numbers or the list is full
 */
async function addGroup(context: Context, given: { name: string; numbers: string }) {
  const { numbers, problem } = parseGroupNumbers(given.numbers)
  if (problem !== undefined) throw invalid('numbers', problem)
  const name = parseName(given.name) || groupText(numbers)
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const [added] = await tx
      .insert(numberGroups)
      .values({ name, numbers, createdAt: new Date(now), createdBy: actor.userId })
      .onConflictDoNothing()
      .returning()
    if (!added) {
      const known = itemAt(await tx.select().from(numberGroups).where(eq(numberGroups.numbers, numbers)), 0)
      if (known.name === name && known.retiredAt === null) return pick(known)
      throw new Refusal('conflict', `${groupText(numbers)} is in the list already, as ${known.name}.`)
    }
    await refuseTooMany(tx)
    await recordAudit(unit, 'group.add', `group:${added.id}`, { new: { name, numbers } })
    return pick(added)
  })
}

/**
 * Renames a group, retires it or uses it again. Equal values change nothing.
 * @throws Refusal not-found, invalid-input, or conflict when another user changed it first or the list is full
 */
async function changeGroup(
  context: Context,
  wanted: { id: number; version: number; name: string; isRetired: boolean },
) {
  const { id, isRetired } = wanted
  const given = parseName(wanted.name)
  return change(context, async (unit) => {
    const { tx, now } = unit
    const [group] = await tx.select().from(numberGroups).where(eq(numberGroups.id, id)).for('update')
    if (!group) throw new Refusal('not-found', 'There is no such group.')
    const name = given || groupText(group.numbers)
    const wasRetired = group.retiredAt !== null
    if (group.name === name && wasRetired === isRetired) return pick(group)
    if (group.version !== wanted.version)
      throw new Refusal(
        'conflict',
        `Another user changed this group first; it is now version ${group.version}.`,
      )
    const retiredAt = isRetired ? (group.retiredAt ?? new Date(now)) : null
    const countedUntil = group.countedUntil ?? retiredAt
    const values = { name, retiredAt, countedUntil, version: group.version + 1 }
    await tx.update(numberGroups).set(values).where(eq(numberGroups.id, id))
    if (wasRetired && !isRetired) await refuseTooMany(tx)
    const subject = `group:${id}`
    if (group.name !== name)
      await recordAudit(unit, 'group.rename', subject, { old: { name: group.name }, new: { name } })
    if (wasRetired !== isRetired)
      await recordAudit(unit, isRetired ? 'group.retire' : 'group.restore', subject, {})
    return pick({ ...group, ...values })
  })
}

const pick = ({ id, version }: Group) => ({ id, version })

async function refuseTooMany(tx: Db): Promise<void> {
  const used = await tx.$count(numberGroups, isNull(numberGroups.retiredAt))
  if (used > GROUP_LIMITS.groups)
    throw new Refusal(
      'conflict',
      `At most ${GROUP_LIMITS.groups} groups can be in use. Retire another first.`,
    )
}
