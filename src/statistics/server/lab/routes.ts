import { z } from 'zod'
import { hasSamples } from '../../../draws/rules/history.ts'
import { LAB_FIGURE_KEYS, type LabFigureKey } from '../../rules/lab/figures.ts'
import { LAB_FIELDS, LAB_LIMITS, type LabField, type LabQuery, parseLabQuery } from '../../rules/lab/query.ts'
import { PROOF_KEYS, PROOF_STATES, type ProofKey } from '../../rules/lab/proofs/proofs.ts'
import { countedSentence, fairness, formerSentences } from '../../rules/lab/proofs/words.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import { limitUse } from '../../../platform/server/api/mount.ts'
import type { Snapshot } from '../../../draws/server/memory.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { announcedGroups, shownBefore } from './proof-days.ts'
import type { TASKS } from '../../../app/server/worker/tasks.ts'
import { balls, date } from '../../../draws/server/shapes.ts'

const range = z.strictObject({ low: z.int(), high: z.int() })

const mark = z.strictObject({
  key: z.string(),
  label: z.string(),
  count: z.int(),
  cases: z.int(),
  expected: z.number(),
  usual: range,
  outer: range.nullable(),
  sentence: z.string(),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  opens: z.boolean(),
})

/** A figure: domain/lab/figure.ts explains the fields. */
const labAnswer = z.strictObject({
  figure: z.enum(LAB_FIGURE_KEYS),
  draws: z.int(),
  games: z.int(),
  from: date.nullable(),
  to: date.nullable(),
  sample: z.boolean(),
  sentences: z.array(z.string()),
  main: z.int(),
  notes: z.array(z.string()),
  series: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      counted: z.string().optional(),
      marks: z.array(mark),
    }),
  ),
  map: z.array(z.int()).nullable(),
})

const openedDraw = z.strictObject({
  game: z.string(),
  name: z.string(),
  date,
  winning: balls,
  machine: balls,
  sample: z.boolean(),
  /** The numbers that make the case. */
  numbers: balls,
})

const labDraws = z.strictObject({
  /** All cases of the mark. */
  total: z.int(),
  /** Cases of a page. */
  pageSize: z.int(),
  /** One page, newest first; a case is one to three draws, oldest first. */
  cases: z.array(z.array(openedDraw)),
})

/** What a player can choose. */
const labChoices = z.strictObject({
  games: z.array(z.strictObject({ key: z.string(), name: z.string(), operator: z.string() })),
})

/** All proofs under one verdict. */
const fairAnswer = z.strictObject({
  /** The verdict first. */
  sentences: z.array(z.string()),
  /** The proof from which on a figure is unusual. */
  needed: z.int(),
  /** Whether generated draws are among them. */
  sample: z.boolean(),
  proofs: z.array(
    z.strictObject({
      figure: z.enum(PROOF_KEYS),
      question: z.string(),
      state: z.enum(PROOF_STATES),
      /** The proof so far, such as `under 1`. */
      proof: z.string(),
      /** Its place between 1 and the proof needed on a scale of powers: 0 to 1. */
      share: z.number(),
      notes: z.array(z.string()),
    }),
  ),
})

const figureParam = z.strictObject({ figure: z.enum(LAB_FIGURE_KEYS) })

const MOST_CHARACTERS = 300
const text = z.string().max(MOST_CHARACTERS).optional()

/** The fields of a form; a list of checked games repeats its name. */
const fields = {
  ...(Object.fromEntries(LAB_FIELDS.map((field) => [field, text])) as Record<LabField, typeof text>),
  games: z.union([text, z.array(z.string().max(40)).max(50)]),
}

const labQuery = z.strictObject(fields)

const labDrawsQuery = z.strictObject({
  ...fields,
  /** The key of a mark of the answer. */
  mark: z.string().min(1).max(60),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'Give the page as a whole number from 1.')
    .transform(Number)
    .default(1),
})

/** The result of the chart test over the whole history. */
const chartResult = z.strictObject({
  /** Null while there are too few draws for the test. */
  sentence: z.string().nullable(),
  /** Whether generated draws are among them. */
  sample: z.boolean(),
})

/**
 * The question of an address.
 * @throws Refusal invalid-input with a sentence for each field
 */
function questionOf(
  figure: LabFigureKey,
  { games: given, ...typed }: z.output<typeof labQuery>,
  { games }: Snapshot,
): LabQuery {
  const read = parseLabQuery(figure, {
    ...typed,
    ...(given !== undefined && { games: [given].flat().join(',') }),
  })
  if ('problems' in read) throw invalid(read.problems)
  const { query } = read
  if (query.games?.some((key) => !games.some((game) => game.key === key)))
    throw invalid({ games: 'Choose games of the list.' })
  if (query.operator !== null && !games.some(({ operator }) => operator === query.operator))
    throw invalid({ operator: 'Choose an operator of the list.' })
  return query
}

/**
 * The result of a task for a user. Only what must be computed counts against the user's limit.
 * @throws Refusal too-many, or unavailable when too many tasks wait
 */
async function compute<Name extends keyof typeof TASKS>(
  call: Parameters<typeof limitUse>[0],
  name: Name,
  input: Parameters<(typeof TASKS)[Name]>[1],
): Promise<ReturnType<(typeof TASKS)[Name]>> {
  const { worker } = call.services
  if (!worker.has(name, input)) await limitUse(call, 'lab')
  return worker.run(name, input)
}

const invalid = (fields: Record<string, string>): Refusal =>
  new Refusal('invalid-input', Object.values(fields)[0], { fields })

export const labRoutes = {
  'GET /api/lab': endpoint({
    summary: 'The games that the statistics lab can choose from',
    access: 'statistics',
    followsDraws: true,
    answer: labChoices,
    handle: ({ services: { draws } }) => ({
      games: draws.current().games.map(({ key, name, operator }) => ({ key, name, operator })),
    }),
  }),

  'GET /api/lab/fair': endpoint({
    summary: 'Whether the draws are fair: the ten proofs and one verdict',
    access: 'statistics',
    followsDraws: true,
    answer: fairAnswer,
    async handle(call) {
      const { db, draws } = call.services
      const proofs = await compute(call, 'proofs', await announcedGroups(db))
      return {
        ...fairness(proofs, await shownBefore(db)),
        sample: hasSamples(draws.current().history),
      }
    },
  }),

  'GET /api/lab/:figure': endpoint({
    summary: 'A figure of the statistics lab: counts beside what luck gives',
    access: 'statistics',
    followsDraws: true,
    params: figureParam,
    query: labQuery,
    answer: labAnswer,
    async handle(call) {
      const { services, params, query } = call
      const question = questionOf(params.figure, query, services.draws.current())
      const groups = params.figure === 'groups' ? await announcedGroups(services.db) : []
      const { proof, ...answer } = await compute(call, 'lab-figure', { question, groups })
      if (!proof) return answer
      const shown = (await shownBefore(services.db))(answer.figure as ProofKey)
      const counted = [countedSentence(proof.counted, shown), ...formerSentences(shown, proof)]
      return { ...answer, sentences: [...answer.sentences, ...counted] }
    },
  }),

  'GET /api/lab/:figure/draws': endpoint({
    summary: 'The draws behind a mark of a figure, a page at a time',
    access: 'statistics',
    followsDraws: true,
    params: figureParam,
    query: labDrawsQuery,
    answer: labDraws,
    async handle(call) {
      const { mark, page, ...typed } = call.query
      const snapshot = call.services.draws.current()
      const question = questionOf(call.params.figure, typed, snapshot)
      const found = await compute(call, 'lab-draws', { question, mark, page })
      if (!found) throw new Refusal('not-found', 'This figure has no such mark.')
      const names = new Map(snapshot.games.map(({ key, name }) => [key, name]))
      return {
        total: found.total,
        pageSize: LAB_LIMITS.pageDraws,
        cases: found.cases.map((one) =>
          one.map(({ game, date, ...draw }) => ({ ...draw, game, date, name: names.get(game) ?? game })),
        ),
      }
    },
  }),

  'GET /api/chart-result': endpoint({
    summary: 'Whether a column of the chart helps to guess the next draws, in one paragraph',
    access: 'classification',
    followsDraws: true,
    answer: chartResult,
    async handle({ services: { draws, worker } }) {
      const { sentences } = await worker.run('chart-result', undefined)
      return { sentence: sentences && sentences.join(' '), sample: hasSamples(draws.current().history) }
    },
  }),
} satisfies Routes
