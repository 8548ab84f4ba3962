import { chartFinding } from '../../domain/lab/figures/chart-test.ts'
import { labAnswer } from '../../domain/lab/figures/compute.ts'
import { type MarkQuestion, openedPage } from '../../domain/lab/figures/compute.ts'
import type { LabQuery } from '../../domain/lab/query.ts'
import { type AnnouncedGroup, countedGroups } from '../../domain/lab/proofs/counters.ts'
import { proofsOf } from '../../domain/lab/proofs/proofs.ts'
import { figuresOfRecords, type RecordsInput } from '../../domain/record/records.ts'
import {
  frequentAnswer,
  type FrequentQuestion,
  movingAnswer,
  type MovingQuestion,
} from '../../domain/statistics/answers.ts'
import { passwordWeakness } from '../../domain/accounts/password-strength.ts'
import type { History } from '../../domain/draws/history.ts'
import type { Game } from '../../domain/draws/games.ts'
import { planUpload, type UploadQuestion } from '../ingest/import-plan.ts'

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

/** A pure function of the history and its input, or a promise of it. Input and result are copied between the threads. */
// oxlint-disable-next-line typescript/no-explicit-any -- each task has its own input; `run` checks it by its name
type Task = (snapshot: WorkerSnapshot, input: any) => unknown
export type Tasks = Record<string, Task>

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
} satisfies Tasks
