import type { TestProject } from 'vitest/node'
import { refuseOldBuild } from './old-build.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

/** Starts one Postgres for the run. */
export default async function setup(project: TestProject) {
  refuseOldBuild()
  process.env.TEST_RUN = String(process.pid)
  const { stop, ...postgres } = await startPostgres()
  project.provide('postgres', postgres)
  return stop
}
