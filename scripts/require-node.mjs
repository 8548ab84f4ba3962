// The first lines of each built program: an older Node.js would stop at the first import with a syntax error.
import { isNewEnough, NEEDS_NODE } from './node-version.mjs'

if (!isNewEnough(process.version)) {
  console.error(
    `\n${NEEDS_NODE}; here is ${process.version}. Start it through npm, which finds the right one, or install it.\n`,
  )
  process.exit(1)
}
