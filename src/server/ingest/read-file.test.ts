import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { csv, HEADER } from '../../../tests/support/csv.ts'
import { parseDate } from '../../domain/base/calendar.ts'
import { seedGames } from '../../domain/draws/games.ts'
import type { IngestRow } from '../../domain/ingest/ingest.ts'
import { readFile } from './read-file.ts'
import { readUpload } from './read-upload.ts'
import { NotText, openTextFile } from './text-file.ts'

const GAMES = seedGames(parseDate('2020-01-01')!)
const folder = mkdtempSync(join(tmpdir(), 'lotto-read-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(content: string | Uint8Array): string {
  const path = join(folder, 'draws.csv')
  writeFileSync(path, content)
  return path
}

/** The rows of a file as the command reads them, or the problem. */
async function fromFile(path: string) {
  const file = await openTextFile(path).catch((error: unknown) => {
    if (error instanceof NotText) return error.message
    throw error
  })
  if (typeof file === 'string') return file
  const rows: IngestRow[] = []
  const refused = await readFile(file, GAMES, '', (row) => rows.push(row))
  await file.close()
  return refused?.problem ?? rows
}

function fromUpload(content: string | Uint8Array) {
  const rows: IngestRow[] = []
  const refused = readUpload(Buffer.from(content), GAMES, '', (row) => rows.push(row))
  return refused?.problem ?? rows
}

const ROW = 'aseda,2023-10-01,,"Fête",ok,1,2,3,4,5'
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
/** The bytes that the command reads at once. */
const PART = 1 << 17

describe('a file is read in parts as an upload is read at once', () => {
  test.each<[what: string, content: string | Uint8Array]>([
    ['a table', csv(ROW, '', ROW)],
    ['Windows line ends and a mark', `\uFEFF${csv(ROW, ROW).replaceAll('\n', '\r\n')}`],
    ['empty lines first', `\n\n \n${csv(ROW)}`],
    ['a separator line', `sep=;\n${csv(ROW).replaceAll(',', ';')}`],
    ['line ends in quotes', csv(ROW.replace('Fête', 'one\ntwo\n'), ROW)],
    ['a block of a chat', '*KING* 07/10/2023\nW: 07 12 45 60 89\nM: 3 9 27 33 81\n'],
    ['prose', 'Dear all,\nno draws today.\n'],
    ['too many lines of prose', 'bingo\n'.repeat(30_000)],
    ['more text than is kept', `${'x'.repeat(499)}\n`.repeat(30_000)],
    ['a long line of prose', `bingo\n${'1 '.repeat(400)}`],
    ['an open quote', csv('national,"2023-10-07,,,ok,1,2,3,4,5', ROW)],
    ['a misplaced quote far below', csv(...Array.from({ length: 9000 }, () => ROW), 'nat"ional,,,,,', ROW)],
    ['a very long field', csv(`national,${'x'.repeat(20_000)}`)],
    ['no column', `a,b,c,d,e,f,g,h,i,j,k,l,m,n\n${ROW}`],
    ['nothing', ''],
    ['empty lines', '\n\n \n'],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 20, 0])],
    ['a character that no text has, far below', `${csv(ROW).repeat(4000)}\0`],
    ['UTF-16', utf16(csv(ROW, ROW))],
    ['Windows-1252 that shows far below', Buffer.from(`${csv(ROW).repeat(4000)}${ROW}`, 'latin1')],
    ['an incomplete character at the end', Buffer.concat([Buffer.from(csv(ROW)), Buffer.from([0xc3])])],
  ])('%s', async (_, content) => {
    expect(await fromFile(fileOf(content))).toEqual(fromUpload(content))
  })

  test.each<[what: string, text: string, encode: (text: string) => Buffer]>([
    ['a line end of two characters', '\r\n', Buffer.from],
    ['line ends of one kind each', '\r\n\n\r', Buffer.from],
    ['a character of several bytes', 'ṣ🎱', Buffer.from],
    ['a quoted line end', '","\r\n","', Buffer.from],
    ['UTF-16', '\r\nṣ🎱', utf16],
  ])('%s on the border of two parts', async (_, text, encode) => {
    for (let shift = -6; shift <= 2; shift++) {
      const room = PART / (encode === utf16 ? 2 : 1) + shift - HEADER.length - 1
      const label = `aseda,2023-10-01,,"${'x'.repeat(200)}`
      const rows = `${label}",ok,1,2,3,4,5\n`.repeat(Math.floor(room / (label.length + 16)) - 1)
      const fill = 'y'.repeat(room - rows.length - label.length)
      const content = encode(`${HEADER}\n${rows}${label}${fill}${text}",ok,1,2,3,4,5\n${ROW}\n`)
      const read = await fromFile(fileOf(content))
      expect(read.length).toBeGreaterThan(200)
      expect(read).toEqual(fromUpload(content))
    }
  })

  test('a pipe is copied first, because it can be read only once', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const writing = import('node:fs/promises').then((fs) => fs.writeFile(pipe, csv(ROW)))
    expect(await fromFile(pipe)).toEqual(fromUpload(csv(ROW)))
    await writing
  })
})
