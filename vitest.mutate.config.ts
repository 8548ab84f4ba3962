import { basename } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs a mutated file's own tests first. They catch most mutants, and the run ends at the first failure. */
class OwnTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const mutated = this.ctx.config.related?.map((file) => basename(file, '.ts')) ?? []
    const isOwn = ({ moduleId }: TestSpecification) => mutated.includes(basename(moduleId, '.test.ts'))
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  }
}

/** The tests of the rules for `npm run mutate`. `plan-table` edits the source text, which Stryker has rewritten. */
export default defineConfig({
  test: {
    include: ['src/*/rules/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'src/money/rules/plan-table.test.ts'],
    sequence: { sequencer: OwnTestsFirst },
    testTimeout: 60_000,
  },
})
