// Builds the print sheet as a file of its own. It is outside the screens' style sheet, which each first visit pays for.
import { readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import type { Plugin } from 'vite'

const SOURCE = 'src/web/ui/styles/print.css'
/** Chrome and Firefox 91, Safari 16: major version in the third byte. Nested rules become flat. */
const TARGETS = { chrome: 91 << 16, firefox: 91 << 16, safari: 16 << 16 }

/** Emits `print.css`, which the manifest names by its source. */
export function printSheet(): Plugin {
  return {
    name: 'print-sheet',
    apply: 'build',
    generateBundle() {
      const { code } = transform({
        filename: SOURCE,
        code: readFileSync(SOURCE),
        minify: true,
        targets: TARGETS,
      })
      this.emitFile({ type: 'asset', name: 'print.css', originalFileName: SOURCE, source: code })
    },
  }
}
