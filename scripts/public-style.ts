// The small style sheet: the rules that a signed-out visitor's pages without script can use.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'
import type { BuildFiles } from '../src/server/http/build.ts'
import { PAGES } from '../src/web/pages.ts'
import { modulesOf, reachedFrom, WEB } from './chunks.ts'

/** A signed-in visitor has this frame and the whole sheet. */
const OWN_FRAME = join(WEB, 'layout/dashboard-layout.tsx')

/** Writes the sheet beside the page renderer, from the words in the code of those pages and the whole sheet of the browser's build. */
export const publicStyle: Plugin = {
  name: 'public-style',
  async writeBundle({ dir }) {
    const seen = new Set([OWN_FRAME])
    for (const page of PAGES.filter(({ script, isPersonal }) => !script && !isPersonal))
      for (const id of modulesOf(page)) reachedFrom(this, id, seen)
    const code = [...seen].filter((id) => id !== OWN_FRAME && !id.includes('node_modules'))
    const raw = code.map((id) => this.getModuleInfo(id)?.code ?? '').join('\n')
    const { style } = JSON.parse(readFileSync('dist/client/.vite/files.json', 'utf8')) as BuildFiles
    const [small] = await new PurgeCSS().purge({
      content: [{ raw, extension: 'js' }],
      css: [{ raw: style }],
      keyframes: true,
      defaultExtractor: (text) => text.match(/[^\s"'`<>{}=]+/g) ?? [],
      safelist: [
        // Of the document around the page.
        'html',
        'body',
        // Names that end in a value, such as `stripe-${colour}`.
        ...Array.from(raw.matchAll(/([\w-]+)\$\{/g), ([, start]) => new RegExp(`^${start}\\w+$`)),
      ],
    })
    writeFileSync(join(dir!, 'public.css'), small!.css)
  },
}
