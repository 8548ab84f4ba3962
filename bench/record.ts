// The public record of 1,200 forecasts of three authors, read on a slow phone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { connect } from '../src/platform/server/db/connect.ts'
import { findEmbedded } from '../src/platform/server/db/embedded.ts'
import { addAuthor, history, seedLedger } from '../tests/support/seed-ledger.ts'
import { coldVisit } from './browser.ts'
import { atMost, median, type Row, startShipped } from './measure.ts'

const DRAWS = 200
const NUMBERS = [61, 11, 58, 5, 36, 20, 80, 81, 67, 39]
/** Two authors forecast the same draws with nested forms, which makes the range of naira back slow. */
const FORECASTS = [
  { author: 0, game: 'diamond', forms: ['two_sure', 'five', 'ten'] },
  { author: 1, game: 'diamond', forms: ['banker', 'ten'] },
  { author: 2, game: 'peoples', forms: ['three_direct'] },
] as const
const SIZES = { banker: 1, two_sure: 2, three_direct: 3, five: 5, ten: 10 } as const

/** Fills the log of a running server. */
export async function fillRecord(dataDir: string): Promise<void> {
  const address = await findEmbedded(dataDir)
  if (!address) throw new Error('the database does not run')
  const connection = connect(address, { max: 1 })
  const server = { services: { db: connection.db } }
  try {
    const authors: number[] = []
    for (const name of ['Mama Ngozi', 'Counterpart Joe', 'Ada']) authors.push(await addAuthor(server, name))
    const entries = FORECASTS.flatMap(({ author, game, forms }) =>
      forms.flatMap((form) => {
        const forecast = { numbers: NUMBERS.slice(0, SIZES[form]), form, game, author: authors[author]! }
        return history(Date.now(), DRAWS, forecast, (i) => (i % 7 === 0 ? 1 : 0))
      }),
    )
    await seedLedger(server, entries)
  } finally {
    await connection.close()
  }
}

/** On a database of its own without samples: its log begins with the first forecast, months ago. */
export async function measureRecord(browser: Browser): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lotto-bench-record-'))
  const server = await startShipped(dataDir, { SAMPLE_DATA: 'off' })
  try {
    await fillRecord(dataDir)
    const began = performance.now()
    const answer = await fetch(`${server.url}/record`)
    if (answer.status !== 200) throw new Error(`the record answers ${answer.status}`)
    await answer.text()
    const first = (performance.now() - began) / 1000
    const visible: number[] = []
    for (let i = 0; i < 5; i++) {
      const marks = await coldVisit(browser, `${server.url}/record`, null, 'main section p', server.url, {
        hasScript: false,
      })
      visible.push(marks.visible! / 1000)
    }
    return [
      atMost('Record of 1,200 forecasts, first answer after a change', first, 10, 's', 2),
      atMost('Slow phone: record visible', median(visible), 1, 's', 2),
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
