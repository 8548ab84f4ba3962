import { expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '../src/app/server/routes.ts'

// Walks the bodies of all calls. A text that people read refuses marks that nobody sees; what is listed here is no such text.
const NO_TEXT = new Set(
  [
    'password currentPassword newPassword code token work opened trap',
    'path endpoint userId key keys seen seen.games games',
    // Rules read these into numbers, days, games, addresses; what they cannot read is refused.
    'numbers winning machine winningNumbers machineNumbers serial stake bet against lineOf whatsapp',
    'date time toDate resultDate predictionDate until game gameName form image imageUrl',
  ].flatMap((names) => names.split(' ')),
)

/** Fields with the name of a text, which are none or are checked by a rule with more to say. */
const OTHERS = new Set([
  // usernameProblem
  'POST /api/auth/sign-up/email name',
  'PATCH /api/profile username',
  // It must be the name of a game that is there.
  'POST /api/admin/draws name',
  // It must be one of the operators.
  'POST /api/admin/multipliers operator',
  'POST /api/auth/reset-password link',
  'POST /api/initializeTransaction from',
  'POST /api/slip from',
  'PUT /api/slip/:id from',
])

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  in?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
}
const defOf = (schema: z.ZodType) => (schema as unknown as { def: Def }).def
const insideOf = ({ innerType, in: input, element, options = [] }: Def) =>
  [innerType, input, element, ...options].filter((schema) => schema !== undefined)
const hasFields = (schema: z.ZodType): boolean => {
  const def = defOf(schema)
  return def.shape !== undefined || insideOf(def).some(hasFields)
}

/** The fields of a body, with their schemas. */
function* fieldsOf(schema: z.ZodType, name: string): Generator<[string, z.ZodType]> {
  const def = defOf(schema)
  for (const [key, field] of Object.entries(def.shape ?? {}))
    yield* fieldsOf(field, name === '' ? key : `${name}.${key}`)
  if (def.shape) return
  if (hasFields(schema)) for (const inside of insideOf(def)) yield* fieldsOf(inside, name)
  else yield [name, schema]
}

const bodies = Object.entries(api).flatMap(([route, { body }]) =>
  body && '_zod' in body ? [...fieldsOf(body, '')].map(([field, schema]) => ({ route, field, schema })) : [],
)

const keeps = (schema: z.ZodType, text: string) =>
  [text, [text]].some((value) => {
    const { success, data } = schema.safeParse(value)
    return success && JSON.stringify(data).includes(text)
  })

test.each(['a\u202Eb', 'a\u2066b', 'a\u200Bb', 'a\u3164b', 'a\u2800b', 'a\u0007b'])(
  'no text that people read keeps %j',
  (text) => {
    const kept = bodies.filter(({ schema }) => keeps(schema, text))
    const texts = kept.filter(({ route, field }) => !NO_TEXT.has(field) && !OTHERS.has(`${route} ${field}`))
    expect(texts.map(({ route, field }) => `${route} ${field}`)).toEqual([])
  },
)

test('the walk reaches the texts and the fields that are none', () => {
  const names = new Set(bodies.map(({ field }) => field))
  for (const name of ['text', 'reason', 'reasons', 'hours', 'note', 'operator']) expect(names).toContain(name)
  expect([...NO_TEXT].filter((name) => !names.has(name))).toEqual([])
  const all = new Set(bodies.map(({ route, field }) => `${route} ${field}`))
  expect([...OTHERS].filter((one) => !all.has(one))).toEqual([])
})

test.each(['\u200Bada@example.com', 'ada@example.com\u200E', '\u00A0ada@example.com', ' Ada@Example.com  '])(
  'every call reads the email %j as it was meant',
  (typed) => {
    const emails = bodies.filter(({ field }) => field === 'email')
    expect(emails.length).toBeGreaterThan(7)
    for (const { route, schema } of emails)
      expect([route, schema.safeParse(typed).data]).toEqual([route, 'ada@example.com'])
  },
)
