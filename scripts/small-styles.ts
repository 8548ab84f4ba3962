// The small style sheets: the rules that the pages of a signed-out visitor can use.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'
import { PAGES } from '../src/web/pages.ts'
import { modulesOf, reachedFrom, WEB } from './chunks.ts'
import type { FileList } from './files.ts'

/** A signed-in visitor has this frame and the whole sheet. */
const OWN_FRAME = join(WEB, 'layout/dashboard-layout.tsx')

/** The rules of a sheet that the words of some code can select. */
async function rulesFor(raw: string, style: string): Promise<string> {
  const [small] = await new PurgeCSS().purge({
    content: [{ raw, extension: 'js' }],
    css: [{ raw: style }],
    keyframes: true,
    defaultExtractor: (text) => text.match(/[^\s"'`<>{}=]+/g) ?? [],
    safelist: [
      // Of the document around the page.
      'html',
      'body',
      ':focus-visible',
      // Names that end in a value, such as `stripe-${colour}`.
      ...Array.from(raw.matchAll(/([\w-]+)\$\{/g), ([, start]) => new RegExp(`^${start}\\w+$`)),
    ],
  })
  return small!.css
}

/** Writes the sheets beside the page renderer: of the public pages from their modules, of the ways in from the browser's files. */
export const smallStyles: Plugin = {
  name: 'small-styles',
  async writeBundle({ dir }) {
    const { style, later } = JSON.parse(readFileSync('dist/client/.vite/files.json', 'utf8')) as FileList
    const seen = new Set([OWN_FRAME])
    for (const page of PAGES.filter(({ script, isPersonal }) => !script && !isPersonal))
      for (const id of modulesOf(page)) reachedFrom(this, id, seen)
    const modules = [...seen].filter((id) => id !== OWN_FRAME && !id.includes('node_modules'))
    const waysIn = PAGES.filter(({ layout }) => layout === 'layout/way-in')
    const files = new Set(waysIn.flatMap(({ module }) => later[module]!))
    const sheets = {
      public: modules.map((id) => this.getModuleInfo(id)?.code ?? ''),
      'way-in': Array.from(files, (file) => readFileSync(join('dist/client', file), 'utf8')),
    }
    for (const [name, code] of Object.entries(sheets))
      writeFileSync(join(dir!, `${name}.css`), await rulesFor(code.join('\n'), style))
  },
}
