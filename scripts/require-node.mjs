// The first import of each built program. Without it, an older Node.js would stop with a syntax error.
import { isNewEnough, NEEDS_NODE } from './node-version.mjs'

if (!isNewEnough(process.version)) {
  console.error(
    `\n${NEEDS_NODE}. This is ${process.version}. Start it with npm, which uses the right one, or install it.\n`,
  )
  process.exit(1)
}
