import { chartFinding } from '../../../statistics/rules/lab/figures/chart-test.ts'
import { labAnswer } from '../../../statistics/rules/lab/figures/compute.ts'
import { type MarkQuestion, openedPage } from '../../../statistics/rules/lab/figures/compute.ts'
import type { LabQuery } from '../../../statistics/rules/lab/query.ts'
import { type AnnouncedGroup, countedGroups } from '../../../statistics/rules/lab/proofs/counters.ts'
import { proofsOf } from '../../../statistics/rules/lab/proofs/proofs.ts'
import { figuresOfRecords, type RecordsInput } from '../../../forecasts/rules/record/records.ts'
import {
  frequentAnswer,
  type FrequentQuestion,
  movingAnswer,
  type MovingQuestion,
} from '../../../statistics/rules/answers.ts'
import { passwordWeakness } from '../../../people/rules/password-strength.ts'
import type { History } from '../../../draws/rules/history.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { planUpload, type UploadQuestion } from '../../../draws/server/ingest/import-plan.ts'
import { allResults } from '../../../draws/rules/all-results.ts'
import { type DrawsWanted, drawsWanted } from '../../../draws/rules/ingest/draw-files.ts'
import { DRAW_COLUMNS, drawRow } from '../../../draws/rules/ingest/draw-table.ts'
import { recordRow, RECORD_COLUMNS, type RecordEntry } from '../../../forecasts/rules/ledger/record-table.ts'
import { csvText } from '../../../platform/server/base/csv.ts'
import { createLongPack, pack } from '../../../platform/server/worker/pack.ts'

/** What every task can read: all draws in shared memory, and the games. */
export interface WorkerSnapshot {
  /** The version of the history. */
  seq: number
  games: readonly Game[]
  history: History
}

/** A question, and the groups of the staff if the figure's proof needs them. */
interface LabTask {
  question: LabQuery
  groups: readonly AnnouncedGroup[]
}

interface DrawFile {
  wanted: DrawsWanted
  format: 'csv' | 'json'
}

/** A pure function of the history and its input, or a promise of it. Input and result are copied between the threads. */
// oxlint-disable-next-line typescript/no-explicit-any -- each task has its own input; `run` checks it by its name
type Task = (snapshot: WorkerSnapshot, input: any) => unknown
export type Tasks = Record<string, Task>

const packResults = createLongPack()

/** All work that takes over 10 ms, by name. A new task is a line here. */
export const TASKS = {
  'lab-figure': (snapshot, { question, groups }: LabTask) =>
    labAnswer(snapshot, question, countedGroups(groups, snapshot.games)),
  proofs: ({ history, games }, groups: readonly AnnouncedGroup[]) =>
    proofsOf(history, countedGroups(groups, games)),
  'lab-draws': (snapshot, question: MarkQuestion) => openedPage(snapshot, question),
  'chart-result': ({ history }) => chartFinding(history),
  'frequent-numbers': (snapshot, question: FrequentQuestion) => frequentAnswer(snapshot, question),
  'moving-numbers': (snapshot, question: MovingQuestion) => movingAnswer(snapshot, question),
  'record-figures': (_snapshot, input: RecordsInput) => figuresOfRecords(input),
  'password-weakness': (_snapshot, { password, known }: { password: string; known: readonly string[] }) =>
    passwordWeakness(password, known),
  'plan-upload': (_snapshot, question: UploadQuestion) => planUpload(question),
  'all-results': (snapshot) => packResults(allResults(snapshot)),
  'draw-file': (snapshot, { wanted, format }: DrawFile) => {
    const draws = drawsWanted(snapshot, wanted)
    return pack([
      format === 'csv'
        ? csvText([DRAW_COLUMNS, ...draws.map(drawRow)])
        : `[${draws.map((draw) => JSON.stringify(draw)).join(',\n')}]\n`,
    ])
  },
  'record-table': ({ games }, entries: readonly RecordEntry[]) =>
    pack([csvText([RECORD_COLUMNS, ...entries.map((entry, i) => recordRow(entry, i + 1, games))])]),
  pack: (_snapshot, parts: readonly string[]) => pack(parts),
} satisfies Tasks
