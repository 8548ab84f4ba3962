// The style sheets of the parts of the product: of the one sheet, the rules that their pages can use.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'
import { type Page, PAGES } from '../src/web/pages.ts'
import { modulesOf, reachedFrom, WEB } from './chunks.ts'
import { type Sheet, sheetOf } from '../src/server/http/build.ts'
import type { FileList } from './files.ts'

/** A stranger's pages have no such frame. */
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

/** Whether some visitors of a page get this sheet. */
const isIn = (page: Page, sheet: Sheet) =>
  [true, false].some((isSignedIn) => sheetOf(page, isSignedIn) === sheet)

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

/** Sheets without the face of the digits: on a slow phone a page of results is readable 0.05 s earlier, and 3 kB smaller. */
const WITHOUT_FACES: ReadonlySet<string> = new Set<Sheet>(['results'])
const FONT_FACES = /@font-face\s*\{[^}]*\}/g

/** Writes the sheets beside the page renderer: of pages that only the server renders from the strings of their modules, of others from the browser's files. */
export const smallStyles: Plugin = {
  name: 'small-styles',
  async writeBundle({ dir }) {
    const { style, later } = JSON.parse(readFileSync('dist/client/.vite/files.json', 'utf8')) as FileList
    const read = (file: string) => stringsIn(this.parse(readFileSync(join('dist/client', file), 'utf8')))
    const stringsOf = (roots: readonly string[]) => {
      const seen = new Set([OWN_FRAME])
      for (const id of roots) reachedFrom(this, id, seen)
      const modules = [...seen].filter((id) => id !== OWN_FRAME && !id.includes('node_modules'))
      return modules.map((id) => stringsIn(this.parse(this.getModuleInfo(id)?.code ?? '')))
    }
    const filesOf = (sheet: Sheet) => {
      const pages = PAGES.filter((page) => page.script && isIn(page, sheet))
      const files = new Set(pages.flatMap(({ module }) => later[module]!))
      return Array.from(files, read)
    }
    const renderedFor = (sheet: Sheet) =>
      stringsOf(PAGES.filter((page) => !page.script && isIn(page, sheet)).flatMap(modulesOf))
    const sheets: Record<Exclude<Sheet, 'whole'>, string[]> = {
      // The most read, on the slowest lines.
      results: renderedFor('results'),
      public: renderedFor('public'),
      'way-in': filesOf('way-in'),
      players: [...filesOf('players'), ...later.shell!.map(read), ...renderedFor('players')],
    }
    for (const [name, code] of Object.entries(sheets))
      writeFileSync(
        join(dir!, `${name}.css`),
        await rulesFor(code.join('\n'), WITHOUT_FACES.has(name) ? style.replace(FONT_FACES, '') : style),
      )
  },
}
