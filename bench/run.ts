// Measures the README's figures on the production build and prints them as a table. On a shared machine they vary by a
// third from run to run, so no test asserts them.
import { cpus } from 'node:os'
import { measureBytes, measureSlowPhone, openBrowser } from './browser.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLoad } from './load.ts'
import { measureLogin } from './login.ts'
import { atMost, type Row, startShipped, tenYears } from './measure.ts'
import { measurePayments } from './payments.ts'
import { measureResultsPage, measureResultsUse } from './results.ts'
import { measureSearch } from './search.ts'
import { measureUsers } from './users.ts'

const rows: Row[] = []
const filled = await tenYears()
try {
  rows.push(...measureSearch())
  const first = await startShipped(filled.dataDir)
  await first.stop()
  const server = await startShipped(filled.dataDir)
  rows.push(atMost('Start on a warm database', server.startedIn / 1000, 2, 's', 2))
  const browser = await openBrowser()
  rows.push(...(await measureBytes(browser, server, filled.draws)))
  rows.push(...(await measureSlowPhone(browser, server)))
  rows.push(...(await measureResultsUse(browser, server)))
  await browser.close()
  rows.push(...measureLighthouse(server))
  rows.push(...(await measureLoad(server)))
  rows.push(...(await measureResultsPage(server)))
  rows.push(...(await measureLogin(server)))
  rows.push(...(await measureUsers(server)))
  await server.stop()
  rows.push(...(await measurePayments()))
} finally {
  filled.remove()
}

const [cpu] = cpus()
console.log(`\n${cpus().length} × ${cpu?.model.trim()}, Node ${process.version}\n`)
console.log('| measured | figure | target | |\n|---|---|---|---|')
for (const { what, measured, target, ok } of rows) {
  console.log(`| ${what} | ${measured.trim()} | ${target.trim()} | ${ok ? '' : 'missed'} |`)
}
