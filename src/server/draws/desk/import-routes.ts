import { z } from 'zod'
import { DESK_LIMITS } from '../../../domain/desk-limits.ts'
import { DRAW_TYPES } from '../../../domain/positions.ts'
import { endpoint, type Routes } from '../../api/endpoint.ts'
import { checkDraws, importDraws } from './import-draws.ts'
import { readDraws } from './read-draws.ts'
import { day } from '../../api/form-fields.ts'

const place = { line: z.int(), game: z.string(), date: z.string() }
const rowNote = z.strictObject({ ...place, reasons: z.array(z.string()) })
const unknownGame = z.strictObject({ name: z.string(), line: z.int(), rows: z.int(), reason: z.string() })
const importedChange = z.strictObject({
  ...place,
  changes: z.array(
    z.strictObject({ what: z.enum(['draw', 'serial', ...DRAW_TYPES]), old: z.string(), new: z.string() }),
  ),
})

/** The date for pasted draws without one. */
const undated = day.transform((date) => date ?? '')
const yesNo = z
  .enum(['yes', 'no'])
  .default('no')
  .transform((answer) => answer === 'yes')
const verdict = z.strictObject({
  ...place,
  verdict: z.enum(['new', 'complete', 'change', 'same', 'refused']),
  notes: z.array(z.string()),
})

export const importRoutes = {
  'POST /api/admin/draws/check': endpoint({
    summary: 'Check a file or pasted draws row by row, without writing anything',
    access: 'admin',
    query: z.strictObject({ date: undated }),
    body: { file: { type: 'text/csv', limit: DESK_LIMITS.importBytes } },
    answer: z.strictObject({
      inserted: z.int(),
      completed: z.int(),
      corrected: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      warned: z.int(),
      /** A hash of what would be written, to confirm the import with. */
      plan: z.string(),
      /** Refused rows and rows with warnings first, then by line; long lists are cut. */
      verdicts: z.array(verdict),
      more: z.int(),
    }),
    async handle({ services: { db, draws }, now, actor, query, body }) {
      const rows = readDraws(body, draws.current().games, query.date)
      const { verdicts, ...counts } = await checkDraws(db, now, actor, rows)
      const rank = (row: z.output<typeof verdict>) =>
        row.verdict === 'refused' ? 0 : row.notes.length > 0 ? 1 : 2
      const sorted = verdicts.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line)
      const shown = sorted.slice(0, DESK_LIMITS.verdictRows)
      return { ...counts, verdicts: shown, more: sorted.length - shown.length }
    },
  }),

  'POST /api/admin/draws/import': endpoint({
    summary: 'Import draws from a file or pasted text in the body; recorded draws change only with `correct`',
    access: 'admin',
    fresh: true,
    query: z.strictObject({
      addGames: yesNo,
      correct: yesNo,
      name: z.string().max(100).default('upload'),
      date: undated,
      /** The hash that the check answered. The import is refused if it would now write something else. */
      plan: z.string().max(100).optional(),
    }),
    body: { file: { type: 'text/csv', limit: DESK_LIMITS.importBytes } },
    answer: z.strictObject({
      inserted: z.int(),
      unchanged: z.int(),
      completed: z.array(importedChange),
      corrected: z.array(importedChange),
      refused: z.array(rowNote),
      unknownGames: z.array(unknownGame),
      warned: z.array(rowNote),
      gamesAdded: z.array(z.string()),
      samplesRemoved: z.int(),
    }),
    handle({ services: { db, draws }, now, actor, query, body }) {
      const rows = readDraws(body, draws.current().games, query.date)
      return importDraws(db, now, actor, rows, {
        name: query.name,
        addGames: query.addGames,
        correct: query.correct,
        howToCorrect: 'Import it with "correct" to change it.',
        plan: query.plan,
      })
    },
  }),
} satisfies Routes
