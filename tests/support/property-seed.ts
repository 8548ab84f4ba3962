import fc from 'fast-check'
import { TEST_SEED } from './seed.ts'

fc.configureGlobal({ seed: TEST_SEED })
