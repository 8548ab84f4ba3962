import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { yearsOf } from '../../domain/draws/history.ts'
import type { Snapshot } from './memory.ts'
import { rowsOfYear } from './queries.ts'

/**
 * The specification's answer as gzip: games by key, years, rows. Draws that did not take place are left out. It is made
 * year by year, because the whole takes up to a second: other requests are answered while zlib's thread compresses.
 */
export async function allResults(snapshot: Snapshot): Promise<{ gzip: Buffer<ArrayBuffer>; length: number }> {
  let length = 0
  function* counted() {
    for (const part of resultsText(snapshot)) {
      length += Buffer.byteLength(part)
      yield part
    }
  }
  const gzip = await buffer(Readable.from(counted()).pipe(createGzip()))
  return { gzip, length }
}

function* resultsText({ games, history }: Snapshot): Generator<string> {
  let gameMark = '{'
  for (const { key } of games) {
    yield `${gameMark}${JSON.stringify(key)}:{`
    gameMark = '},'
    const draws = history.games.get(key)
    let yearMark = ''
    for (const year of draws ? yearsOf(draws).reverse() : []) {
      const rows = rowsOfYear(draws!, year)
      if (rows.length === 0) continue
      yield `${yearMark}"${year}":${JSON.stringify(rows)}`
      yearMark = ','
    }
  }
  yield games.length > 0 ? '}}' : '{}'
}
