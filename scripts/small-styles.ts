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

/** The text of all strings of a program, with `${` where a template continues. The other names in its code are no classes. */
function stringsIn(node: unknown): string {
  if (Array.isArray(node)) return node.map(stringsIn).join('')
  if (typeof node !== 'object' || node === null) return ''
  const { type, value } = node as { type?: string; value?: unknown }
  if (type === 'Literal') return `${typeof value === 'string' ? value : ''}\n`
  if (type === 'TemplateLiteral') {
    const { quasis, expressions } = node as { quasis: { value: { raw: string } }[]; expressions: unknown }
    return `${quasis.map((quasi) => quasi.value.raw).join('${ ')}\n${stringsIn(expressions)}`
  }
  return Object.values(node).map(stringsIn).join('')
}

/** A frame of another site loads no font of ours. */
const FONT_FACES = /@font-face\s*\{[^}]*\}/g

/** Writes the sheets beside the page renderer: of the public pages and the slip from the strings of their modules, of the ways in from the browser's files. */
export const smallStyles: Plugin = {
  name: 'small-styles',
  async writeBundle({ dir }) {
    const { style, later } = JSON.parse(readFileSync('dist/client/.vite/files.json', 'utf8')) as FileList
    const publicPages = PAGES.filter(({ script, isPersonal }) => !script && !isPersonal)
    const stringsOf = (roots: readonly string[]) => {
      const seen = new Set([OWN_FRAME])
      for (const id of roots) reachedFrom(this, id, seen)
      const modules = [...seen].filter((id) => id !== OWN_FRAME && !id.includes('node_modules'))
      return modules.map((id) => stringsIn(this.parse(this.getModuleInfo(id)?.code ?? '')))
    }
    const waysIn = PAGES.filter(({ layout }) => layout === 'layout/way-in')
    const files = new Set(waysIn.flatMap(({ module }) => later[module]!))
    const sheets = {
      // The most read, on the slowest lines.
      results: stringsOf(publicPages.filter(({ isKeptByProxies }) => isKeptByProxies).flatMap(modulesOf)),
      public: stringsOf(publicPages.filter(({ isKeptByProxies }) => !isKeptByProxies).flatMap(modulesOf)),
      slip: stringsOf([join(WEB, 'embed/slip.tsx')]),
      'way-in': Array.from(files, (file) => readFileSync(join('dist/client', file), 'utf8')),
    }
    for (const [name, code] of Object.entries(sheets))
      writeFileSync(
        join(dir!, `${name}.css`),
        await rulesFor(code.join('\n'), name === 'slip' ? style.replace(FONT_FACES, '') : style),
      )
  },
}
