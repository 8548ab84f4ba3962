import { z } from 'zod'
import { PREDICTION_LIMITS } from '../../rules/predictions.ts'
import { type RecordKey, recordName, recordOfName } from '../../rules/record/draws.ts'
import { offerWords } from '../../rules/record/records.ts'
import { type StartLeaf, beginningWords } from '../../rules/log/leaves.ts'
import { inTime } from '../../rules/stamps.ts'
import type { LedgerSnapshot } from '../ledger/memory.ts'
import { placeOfLog } from '../ledger/append.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { cursor, pageOf, textKey } from '../../../platform/server/db/page.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { CACHE, JSON_TYPE } from '../../../platform/server/http/reply.ts'
import { figuresView, recordSummaries } from './figures-view.ts'
import { scoredOf, wallOf } from './wall.ts'
import { outcomeOf } from '../../rules/record/score.ts'
import type { Standing } from '../../rules/ledger/standing.ts'
import { counts, figures, logEnd, publicEntry, recordSummary, slipMonth } from './shapes.ts'
import type { RecordState } from './record-memory.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { findEntry, entryView } from './entry-view.ts'

/** The name of a record, such as `form-two_sure` or `author-3`; the house by default. */
const of = z.string().max(40).optional()
const recordQuery = z.strictObject({ of, after: cursor(textKey).optional() })

const recordAnswer = z.strictObject({
  log: logEnd,
  record: recordSummary,
  /** Null before the first scored forecast. */
  figures: figures.nullable(),
  /** Every record, the house first. */
  records: z.array(recordSummary),
  counts,
  months: z.array(slipMonth),
  next: z.string().nullable(),
})

const entryAnswer = z.strictObject({
  log: logEnd,
  /** What was found; null for nothing or an unknown one. */
  found: publicEntry.nullable(),
})

/** The start of the page after a cursor. @throws Refusal invalid-input if the list does not have its row */
function startAfter<Key>(after: [Key] | undefined, placeOf: (last: Key) => number): number {
  const start = after === undefined ? 0 : placeOf(after[0]) + 1
  if (after && start < 1) throw new Refusal('invalid-input', 'after: This is not a cursor of this list.')
  return start
}

const noSuchRecord = () => new Refusal('not-found', 'There is no such record.')

/** The record of a query's name. @throws Refusal not-found */
function openedRecord({ opened }: RecordState, name = 'house'): RecordKey {
  const wanted = recordOfName(name)
  const found = opened.find(({ key }) => JSON.stringify(key) === JSON.stringify(wanted))
  if (!found) throw noSuchRecord()
  return found.key
}

async function currentRecord({ record, draws }: Services, now: number, name: string | undefined) {
  const current = await record.current(now)
  const key = openedRecord(current.state, name)
  const records = recordSummaries(current)
  const place = current.state.opened.findIndex((one) => one.key === key)
  return { current, key, records, summary: itemAt(records, place), snapshot: draws.current() }
}

/** The record as its pages show it. */
function logView({ settings }: Services, ledger: LedgerSnapshot, state: RecordState) {
  const { chain, items, heads } = ledger
  const { authorities, areStandIns } = settings.timestamps
  const counting = [...state.revealed.values(), ...state.sealed].filter((one) => one.state !== 'after-lock')
  const stamped = counting.filter(
    ({ version: { entry, lock } }) => inTime(ledger.stampsOf(entry), lock).length > 0,
  )
  const size = items.length
  return {
    isSample: chain === 'sample',
    entries: size,
    head: present(heads.head(size)),
    site: settings.appUrl,
    address: size === 0 ? null : `/log/${placeOfLog(settings.recordOrigin, chain)}`,
    clocks: authorities.length,
    areStandIns,
    inTime: {
      all: counting.length,
      allWon: wonOf(counting, state),
      stamped: stamped.length,
      stampedWon: wonOf(stamped, state),
    },
    before: beforeOf(ledger),
  }
}

const wonOf = (standings: readonly Standing[], { sealed }: RecordState) =>
  standings.filter((one) => !sealed.includes(one) && scoredOf(one) && outcomeOf(scoredOf(one)!).won).length

/** The record before this one, by its start. */
function beforeOf({ ended: [last], items: [start] }: LedgerSnapshot) {
  const leaf = start && (JSON.parse(start.leaf) as StartLeaf)
  const words = leaf ? beginningWords(leaf) : null
  return last && words
    ? { words, address: `/log/${last.origin.split('/').at(-1)}`, size: last.size, left: last.left }
    : null
}

/** A page of the public record. It takes 25 ms for 1,200 forecasts. */
async function recordPage(
  services: Services,
  now: number,
  of: string | undefined,
  after: z.output<typeof recordQuery>['after'],
): Promise<z.input<typeof recordAnswer>> {
  const { current, key, records, summary, snapshot } = await currentRecord(services, now, of)
  const { ledger, state } = current
  const wall = wallOf(current, key, snapshot.games, now)
  const start = startAfter(after, (last) => wall.findIndex(({ month }) => month === last))
  const page = pageOf(
    wall.slice(start, start + PREDICTION_LIMITS.monthsPage + 1),
    PREDICTION_LIMITS.monthsPage,
    ({ month }) => [month],
  )
  const { byState, published, withdrawnShare, voidedDraws, removedResults } = state.counts
  return {
    log: logView(services, ledger, state),
    record: summary,
    figures: figuresView(current, key, snapshot),
    records,
    counts: {
      published,
      scored: byState.scored,
      waiting: byState.open + byState.waiting,
      withdrawn: byState.withdrawn,
      withdrawnShare,
      afterLock: byState['after-lock'],
      void: byState.void,
      voidedDraws,
      removedResults,
    },
    months: page.rows,
    next: page.next,
  }
}

export const recordRoutes = {
  'GET /api/public/record': endpoint({
    summary: 'The public record: its figures against luck, and its forecasts by month',
    access: 'anyone',
    followsDraws: true,
    fresh: true,
    query: recordQuery,
    answer: recordAnswer,
    version: ({ record }, { now }) => record.version(now),
    async handle({ services, query: { of, after }, now }) {
      const { record, documents, worker } = services
      const { ledger, version } = await record.state(now)
      const name = `record ${JSON.stringify([version, of, after])}`
      return documents.find(ledger, name, { type: JSON_TYPE, cache: CACHE.none }, async () =>
        worker.runUncached('pack', [JSON.stringify(await recordPage(services, now, of, after))]),
      )
    },
  }),

  'GET /api/public/record/verdict': endpoint({
    summary: 'The verdict of the record of all forecasts in words, for the pages that sell plans',
    access: 'anyone',
    answer: z.strictObject({
      /** Null before the first score. */
      verdict: z.string().nullable(),
    }),
    version: ({ record }, { now }) => record.version(now),
    async handle({ services: { record }, now }) {
      const all = (await record.current(now)).figures.get(recordName({ kind: 'house' }))
      return { verdict: all ? offerWords(all.numbers) : null }
    },
  }),

  'GET /api/public/record-head': endpoint({
    summary: 'The newest fingerprint of the record, and that of a size which a browser kept',
    access: 'anyone',
    fresh: true,
    query: z.strictObject({ size: z.coerce.number().int().min(1).max(999_999_999).optional() }),
    answer: z.strictObject({
      /** Of the record on this host, such as `/log/1`. Null while samples are shown, and before the first entry. */
      address: z.string().nullable(),
      size: z.number(),
      head: z.string(),
      /** Of the asked size; null if the record is shorter. */
      asked: z.string().nullable(),
    }),
    async handle({ services: { ledger, settings }, query }) {
      const { chain, items, heads } = await ledger.current()
      const size = items.length
      return {
        address: chain === 'real' && size > 0 ? `/log/${placeOfLog(settings.recordOrigin, chain)}` : null,
        size,
        head: present(heads.head(size)),
        asked: query.size === undefined || query.size > size ? null : heads.head(query.size),
      }
    },
  }),

  'GET /api/public/ledger-entry': endpoint({
    summary: 'One entry of the record by its line or its commitment',
    access: 'anyone',
    followsDraws: true,
    fresh: true,
    query: z.strictObject({ fingerprint: z.string().max(200).optional() }),
    answer: entryAnswer,
    async handle({ services, query: { fingerprint = '' }, now }) {
      const { ledger, state } = await services.record.state(now)
      const found = findEntry(ledger.items, fingerprint)
      return {
        log: logView(services, ledger, state),
        found: found && entryView({ ledger, state }, found, services.draws.current(), now),
      }
    },
  }),
} satisfies Routes
