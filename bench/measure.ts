// Shared by the measurements: rows of the printed table, the built server, and draws to fill it with.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dateOfDay, lagosDate, parseDate } from '../src/platform/rules/base/calendar.ts'
import { seedGames } from '../src/draws/rules/games.ts'
import type { HistoryDraw } from '../src/draws/rules/history.ts'
import { sampleDraws } from '../src/draws/rules/sample-draws.ts'
import { freePort } from '../tests/support/programs.ts'

/** A row of the table: the figure's name, its value and its target. */
export interface Row {
  what: string
  measured: string
  target: string
  ok: boolean
}

/** A row whose value must not exceed its target. */
export function atMost(what: string, value: number, target: number, unit: string, digits = 1): Row {
  return {
    what,
    measured: `${value.toFixed(digits)} ${unit}`,
    target: `≤ ${target} ${unit}`,
    ok: value <= target,
  }
}

/** A row whose value must reach its target. */
export function atLeast(what: string, value: number, target: number, unit: string): Row {
  return {
    what,
    measured: `${Math.round(value)} ${unit}`,
    target: `≥ ${target} ${unit}`,
    ok: value >= target,
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Generated draws of the 18 games over the last `years` years, about 1,500 per year. */
export function yearsOfDraws(years: number): HistoryDraw[] {
  const today = lagosDate(Date.now())
  const from = parseDate(`${Number(today.slice(0, 4)) - years}${today.slice(4).replace('02-29', '02-28')}`)!
  return sampleDraws(seedGames(parseDate('1962-01-01')!), from, today, Date.now())
}

/** An import file. */
export function csvOf(draws: readonly HistoryDraw[]): string {
  const header = 'game,date,serial,date_label,status,w1,w2,w3,w4,w5,m1,m2,m3,m4,m5'
  const rows = draws.map(({ game, day, serial, winning, machine }) =>
    [game, dateOfDay(day), serial ?? '', '', 'ok', ...winning, ...machine].join(','),
  )
  return [header, ...rows, ''].join('\n')
}

/** The AUTH_SECRET of servers whose sessions a measurement writes itself. */
export const BENCH_SECRET = 'k7Wm2Rz9Qp4Xc8Lt6Vb1Nf5Hd3Js0GyUe'

/** What a phone's browser accepts. */
export const BROWSER_ENCODINGS = 'gzip, deflate, br, zstd'

export interface BenchServer {
  url: string
  dataDir: string
  pid: number
  /** Milliseconds from the start of the process until `/readyz` answers 200. */
  startedIn: number
  stop(): Promise<void>
}

/** The commands of package.json. They replace their shell, so its process is the server's. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<'start' | 'import', string>
}

/** Starts the built server as `npm start` does, and waits until it is ready. @param cwd the folder of the build */
export async function startShipped(
  dataDir: string,
  more: Record<string, string> = {},
  cwd = '.',
): Promise<BenchServer> {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SANDBOX_PORT: '0',
    ...more,
  }
  const began = performance.now()
  const child = spawn(scripts.start, { shell: true, cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://localhost:${port}`
  while ((await fetch(`${url}/readyz`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await sleep(10)
  }
  return {
    url,
    dataDir,
    pid: child.pid!,
    startedIn: performance.now() - began,
    async stop() {
      const ended = new Promise((resolve) => child.on('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Measures a new demo with its sample draws. */
export async function withDemo(measure: (server: BenchServer) => Promise<Row[]>): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lotto-bench-'))
  const server = await startShipped(dataDir, { AUTH_SECRET: BENCH_SECRET })
  try {
    return await measure(server)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A data folder with draws, imported by the import command. `remove` deletes it. */
export interface Filled {
  dataDir: string
  draws: number
  /** Rows a second of the import, without the set-up of the database. */
  importRate: number
  remove: () => void
}

/** A data folder with some years of draws. @param prepare fills the new folder before the import */
export const filledWith = (years: number, prepare?: (dataDir: string) => Promise<void>): Promise<Filled> =>
  filledWithDraws(yearsOfDraws(years), prepare)

/** A data folder with over 120,000 draws: every year of the games, and of further games. @param games others, without draws */
export async function filledWithMost(games: readonly string[] = []): Promise<Filled> {
  const draws = yearsOfDraws(MOST_YEARS)
  const further = draws.filter(({ game }) => game === 'diamond')
  const more = FURTHER_GAMES.flatMap((game) => further.map((draw) => ({ ...draw, game })))
  return filledWithDraws([...draws, ...more], undefined, [...FURTHER_GAMES, ...games])
}

const MOST_YEARS = 64
/** Games beyond those that the product knows. */
export const FURTHER_GAMES = ['further_1', 'further_2', 'further_3', 'further_4']

async function filledWithDraws(
  draws: readonly HistoryDraw[],
  prepare?: (dataDir: string) => Promise<void>,
  newGames: readonly string[] = [],
): Promise<Filled> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lotto-bench-'))
  await prepare?.(dataDir)
  const importInSeconds = (name: string, rows: readonly HistoryDraw[]) => {
    const file = join(dataDir, name)
    writeFileSync(file, csvOf(rows))
    const began = performance.now()
    const games = newGames.map((game) => `--new-game '${game}; Bench; Mon 09:30'`).join(' ')
    const { status, stderr } = spawnSync(`${scripts.import} ${file} ${games}`, {
      shell: true,
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
      maxBuffer: MOST_OUTPUT_BYTES,
    })
    if (status !== 0) throw new Error(`the import failed: ${stderr}`)
    return (performance.now() - began) / 1000
  }
  // The first import sets up the database and removes the samples.
  importInSeconds('first.csv', draws.slice(0, 1))
  const seconds = importInSeconds('draws.csv', draws)
  return {
    dataDir,
    draws: draws.length,
    importRate: draws.length / seconds,
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

const MOST_OUTPUT_BYTES = 1 << 28

export const DEMO_PASSWORD = 'lotto-forecast-demo'

/** The session cookie of a demo account. */
export async function cookieOf(url: string, person: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: `${person}@lotto.test`, password: DEMO_PASSWORD }),
  })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
