import { refuseOldBuild } from './old-build.ts'
import { startPostgres } from './postgres.ts'

/** Starts one Postgres for the run. Workers read its address from the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  refuseOldBuild()
  process.env.TEST_RUN = `browser_${process.pid}`
  const { stop, ...postgres } = await startPostgres()
  process.env.TEST_POSTGRES = JSON.stringify(postgres)
  return stop
}
