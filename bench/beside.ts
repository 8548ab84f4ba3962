// A commit beside another one, on the same machine in turn, so that a slow machine is not taken for a slow product. The best of
// the rounds is what the others on the machine disturbed least:
//   npm run bench -- beside [COMMIT] [ROUNDS]   (the parent of this commit, five rounds)
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import autocannon from 'autocannon'
import { freePort } from '../tests/support/programs.ts'
import { openCountedSocket } from '../tests/support/socket.ts'
import { coldVisit, logIn, openBrowser, phone } from './browser.ts'
import { cpuMs } from './inspect.ts'
import {
  BENCH_SECRET,
  BROWSER_ENCODINGS,
  type BenchServer,
  cookieOf,
  filledWith,
  median,
  startShipped,
} from './measure.ts'

const RESULTS = '/dashboard/past-results?game=metro'
const REQUESTS = 1500
/** By then the worker has everything of a first visit. */
const QUIET_MS = 12_000

/** The figures of one round, by name. */
type Round = Record<string, number>

/** Builds a commit in a folder of its own, unless it is a folder with a build. */
function built(commit: string): { dir: string; remove: () => void } {
  if (commit.includes('/')) return { dir: resolve(commit), remove: () => undefined }
  const dir = mkdtempSync(join(tmpdir(), 'lotto-beside-'))
  execFileSync('git', ['worktree', 'add', '--detach', dir, commit], { stdio: 'ignore' })
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'))
  const { status } = spawnSync('node', ['scripts/build.ts'], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${commit} was not built`)
  return { dir, remove: () => execFileSync('git', ['worktree', 'remove', '--force', dir]) }
}

/** Milliseconds of the server's processor for each of many requests. */
async function costOf({ url, pid }: BenchServer, path: string, headers: Record<string, string>) {
  const visit = { url: url + path, headers, connections: 10 }
  await autocannon({ ...visit, amount: REQUESTS })
  const before = cpuMs(pid)
  await autocannon({ ...visit, amount: REQUESTS })
  return (cpuMs(pid) - before) / REQUESTS
}

async function measureServer(dir: string, dataDir: string): Promise<Round> {
  const server = await startShipped(dataDir, { AUTH_SECRET: BENCH_SECRET }, dir)
  try {
    const headers = { cookie: await cookieOf(server.url, 'free'), 'accept-encoding': BROWSER_ENCODINGS }
    const before = cpuMs(server.pid)
    const { headers: answer } = await fetch(server.url + RESULTS, { headers })
    const first = cpuMs(server.pid) - before
    return {
      'Start, s': server.startedIn / 1000,
      'First page of a server that just started, ms of its processor': first,
      'A visit of Games Results, ms of processor': await costOf(server, RESULTS, headers),
      'The same, unchanged (304)': await costOf(server, RESULTS, {
        ...headers,
        'if-none-match': answer.get('etag')!,
      }),
    }
  } finally {
    await server.stop()
  }
}

/** One visit with an empty cache each. */
async function measurePhone(dir: string, dataDir: string, browser: Browser): Promise<Round> {
  const server = await startShipped(dataDir, { AUTH_SECRET: BENCH_SECRET }, dir)
  try {
    const { url } = server
    const login = await coldVisit(browser, `${url}/login`, null, 'form', url)
    const results = await coldVisit(browser, url + RESULTS, 'free', 'table.year tbody tr', url)
    return {
      'Slow phone, login: visible, s': login.visible! / 1000,
      'Slow phone, login: answers, s': login.attached! / 1000,
      'Slow phone, results: visible, s': results.visible! / 1000,
      'Slow phone, results: answer, s': results.attached! / 1000,
      'Slow phone, results: layout shift': results.shift,
    }
  } finally {
    await server.stop()
  }
}

/** The bytes of three visits of one phone, each with all that it starts. */
async function measureBytes(dir: string, dataDir: string, browser: Browser): Promise<Round> {
  const port = await freePort()
  const server = await startShipped(dataDir, { APP_URL: `http://localhost:${port}` }, dir)
  const wire = await openCountedSocket(port, () => Number(new URL(server.url).port))
  const context = await phone(browser)
  try {
    const page = await context.newPage()
    await logIn(page, wire.url, 'free')
    const round: Round = {}
    for (const name of ['First', 'Second', 'Third']) {
      const before = wire.received()
      await page.goto(wire.url + RESULTS, { waitUntil: 'load' })
      round[`${name} visit until it is loaded, kB`] = (wire.received() - before) / 1000
      await page.waitForTimeout(QUIET_MS)
      round[`${name} visit with all that it starts, kB`] = (wire.received() - before) / 1000
    }
    return round
  } finally {
    await context.close()
    wire.stop()
    await server.stop()
  }
}

const PARTS = { server: measureServer, phone: measurePhone, bytes: measureBytes }

/** @param part one of {@link PARTS}; all by default */
export async function measureBeside(commit = 'HEAD~1', rounds = 5, part?: string): Promise<void> {
  const before = built(commit)
  const filled = await filledWith(10)
  const browser = await openBrowser()
  const all: [Round[], Round[]] = [[], []]
  const parts = Object.entries(PARTS).flatMap(([name, measure]) => (part && part !== name ? [] : [measure]))
  try {
    for (let round = 0; round < rounds; round++)
      for (const [i, dir] of [before.dir, process.cwd()].entries()) {
        const figures: Round = {}
        for (const measure of parts) Object.assign(figures, await measure(dir, filled.dataDir, browser))
        all[i]!.push(figures)
      }
    console.log(`| ${rounds} rounds, median; best | ${commit} | this |\n|---|---|---|`)
    for (const name of Object.keys(all[0][0]!)) {
      const [old, own] = all.map((side) => {
        const values = side.map((figures) => figures[name]!)
        return `${median(values).toFixed(3)}; ${Math.min(...values).toFixed(3)}`
      })
      console.log(`| ${name} | ${old} | ${own} |`)
    }
  } finally {
    await browser.close()
    filled.remove()
    before.remove()
  }
}
