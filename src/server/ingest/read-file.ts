import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { DESK_LIMITS } from '../../domain/draws/desk.ts'
import { type Separator, tableIn, TableRows } from '../../domain/ingest/draw-table.ts'
import type { DateOrder } from '../../domain/draws/written-dates.ts'
import type { IngestRow } from '../../domain/ingest/ingest.ts'
import { csvOptions, csvProblem } from './csv-options.ts'
import { type Games, readText, type Unreadable, unreadable } from './read-text.ts'
import type { TextFile } from './text-file.ts'

/** Longer than the names of all columns. */
const MOST_HEAD = 1 << 16

/**
 * Reads draws for the import command, with the rules of {@link readUpload} for the text: a table of any length, of which
 * only a part is in memory, or draws as people write them.
 *
 * @param take gets each row; a file that turns out unreadable has given some before
 */
export async function readFile(
  file: TextFile,
  games: Games,
  day: string,
  take: (row: IngestRow) => void,
  order: DateOrder | null = null,
): Promise<Unreadable | null> {
  const format = tableIn(await headOf(file))
  if (format) return readTable(file, format, take)
  return readText(await wholeText(file), games, day, take, order)
}

/** The text up to the end of its first line that is not empty. */
async function headOf(file: TextFile): Promise<string> {
  let head = ''
  for await (const part of file.parts()) {
    head += part
    const text = head.trimStart()
    if (text.includes('\n') || text.length > MOST_HEAD) break
  }
  return head
}

async function readTable(
  file: TextFile,
  format: { separator: Separator; skip: number },
  take: (row: IngestRow) => void,
): Promise<Unreadable | null> {
  const table = new TableRows()
  // It gets no record, because `take` has them. Without it, the parser would wait for a reader.
  const nowhere = new Writable({ objectMode: true, write: (_record, _encoding, done) => done() })
  try {
    await pipeline(Readable.from(file.parts()), parse(csvOptions(format, table, take)), nowhere)
  } catch (error) {
    return unreadable(csvProblem(error))
  }
  return table.problem === null ? null : unreadable(table.problem)
}

/** Characters of the longest text that {@link readText} accepts. */
const MOST_TEXT = DESK_LIMITS.writtenLines * (DESK_LIMITS.writtenLine + 1)

/** The text of a file. Of one that is too long to be read, the rest is only its line ends, so that its lines are counted. */
async function wholeText(file: TextFile): Promise<string> {
  let text = ''
  for await (const part of file.parts()) text += text.length <= MOST_TEXT ? part : part.replace(/[^\n]/g, '')
  return text
}
