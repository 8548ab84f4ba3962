// Measures the README's figures on the production build and prints them as a table. On a shared machine they vary by a
// third from run to run, so no test asserts them.
import { cpus } from 'node:os'
import { measureAssistant } from './assistant.ts'
import { measureBeside } from './beside.ts'
import { measureDocuments, withRecord } from './documents.ts'
import { measureBytes, measurePublicPages, measureSlowPhone, openBrowser } from './browser.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLive } from './live.ts'
import { measureLab } from './lab.ts'
import { measureLabFigures, measureLabServer } from './lab-server.ts'
import { measureLoad } from './load.ts'
import { measureLogin } from './login.ts'
import {
  atMost,
  BENCH_SECRET,
  type BenchServer,
  filledWith,
  type Row,
  startShipped,
  withDemo,
} from './measure.ts'
import { measureOffline } from './offline.ts'
import { measureOverload } from './overload.ts'
import { measurePayments } from './payments.ts'
import { measurePublic } from './public.ts'
import { measurePublishes } from './publishes.ts'
import { measureRecord } from './record.ts'
import { measureResultsPage, measureResultsUse } from './results.ts'
import { measureSearch } from './search.ts'
import { measureShare } from './share.ts'
import { measureUsers } from './users.ts'
import { measureVisits } from './visits.ts'

const [cpu] = cpus()
console.log(`\n${cpus().length} × ${cpu?.model.trim()}, Node ${process.version}\n`)
console.log('| measured | figure | target | |\n|---|---|---|---|')

/** Prints figures as soon as they are known, so that a failure in a later one loses none. */
function print(...rows: readonly Row[]): void {
  for (const { what, measured, target, ok } of rows)
    console.log(`| ${what} | ${measured.trim()} | ${target.trim()} | ${ok ? '' : 'missed'} |`)
}

/** Parts that can be measured alone, in a minute: `npm run bench -- public`. */
const PARTS: Record<string, (server: BenchServer) => Promise<Row[]>> = {
  public: measurePublic,
  async phone(server) {
    const browser = await openBrowser()
    const rows = await measurePublicPages(browser, server)
    await browser.close()
    return rows
  },
}
if (process.argv[2] === 'beside') {
  await measureBeside(process.argv[3], Number(process.argv[4] ?? 5), process.argv[5])
  process.exit()
}
if (process.argv[2] === 'documents') {
  await withRecord((server) => measureDocuments(server, print))
  process.exit()
}
const part = PARTS[process.argv[2] ?? '']
if (part) {
  print(...(await withDemo(part)))
  process.exit()
}

const filled = await filledWith(10)
try {
  print(...measureSearch())
  print(...measureLab())
  print(...measureAssistant())
  const first = await startShipped(filled.dataDir, { AUTH_SECRET: BENCH_SECRET })
  await first.stop()
  const server = await startShipped(filled.dataDir, { AUTH_SECRET: BENCH_SECRET })
  print(atMost('Start on a warm database', server.startedIn / 1000, 0.75, 's', 2))
  const browser = await openBrowser()
  print(...(await measureBytes(browser, server)))
  print(...(await measureSlowPhone(browser, server)))
  print(...(await measurePublicPages(browser, server)))
  print(...(await measureResultsUse(browser, server)))
  print(...(await measureRecord(browser)))
  print(...(await measureOffline(browser)))
  await browser.close()
  print(...(await measureShare(server)))
  print(...measureLighthouse(server))
  print(...(await measureLoad(server)))
  print(...(await measureResultsPage(server)))
  print(...(await measureLogin(server)))
  print(...(await measureLabServer(server)))
  print(...(await measureUsers(server)))
  print(...(await measureOverload(server)))
  await server.stop()
  print(...(await measureLive(filled.dataDir)))
  print(...(await measureLabFigures()))
  print(...(await measurePublishes()))
  print(...(await measurePayments()))
  print(...(await measureVisits()))
} finally {
  filled.remove()
}
