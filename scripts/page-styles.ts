// Cuts the style sheet to what each page uses, so that a first visit downloads little before it can be read.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { transform } from 'lightningcss'
import { parseAst, type Plugin } from 'vite'

const PAGE = /-page\.tsx$/
/** Modules that name classes. The domain's texts contain the same words with another meaning. */
const SOURCE = /^src\/web\/.*\.tsx?$/
/** The table of each root's pages, and the modules that frame them. The staff's frame uses the complete style sheet. */
const ROOTS = {
  'src/web/routes.tsx': [
    'src/web/app.tsx',
    'src/web/layout/plain-layout.tsx',
    'src/web/layout/dashboard-layout.tsx',
    'src/web/legal/analytics-question.tsx',
  ],
  'src/web/door-routes.ts': ['src/web/door.tsx', 'src/web/door-routes.ts'],
  'src/web/still.tsx': ['src/web/still.tsx'],
}
/** Modules that wait for the complete sheet before they show what they import dynamically. */
const LATER = new Set(['src/web/numbers/sheet-host.tsx'])
/** Modules that a page shows only for an address with a search. */
const SEARCHED: Record<string, readonly string[]> = {
  'src/web/draws/past-results-page.tsx': [
    'src/web/draws/answers.tsx',
    'src/web/draws/matching-draws.tsx',
    'src/web/draws/lazy-joined-search.ts',
  ],
}
/** The oldest browsers of the build: major version in the third byte. */
const TARGETS = { chrome: 91 << 16, firefox: 91 << 16, safari: 16 << 16 }

interface Module {
  code: string | null
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type InfoOf = (id: string) => Module | null

/**
 * Writes `page-styles.json` beside the page renderer: for each page's module, the rules of the style sheet for the classes
 * that its modules name. A page that shows more for an address with a search has a second entry, with `?` at its end.
 *
 * @param sheetOf reads the complete style sheet
 */
export function pageStyles(sheetOf: () => Uint8Array): Plugin {
  return {
    name: 'page-styles',
    writeBundle({ dir }) {
      const styles = stylesByPage(sheetOf(), (id) => this.getModuleInfo(id))
      writeFileSync(join(dir!, 'page-styles.json'), JSON.stringify(styles))
    },
  }
}

const pathOf = (id: string) => relative(process.cwd(), id)
const idOf = (path: string) => `${process.cwd()}/${path}`

function stylesByPage(css: Uint8Array, infoOf: InfoOf): Record<string, string> {
  const names = namesIn(css)
  const wordsOf = wordReader(infoOf)
  const styles: Record<string, string> = {}
  for (const [table, frame] of Object.entries(ROOTS)) {
    const pages = infoOf(idOf(table))!.dynamicallyImportedIds.filter((id) => PAGE.test(id))
    for (const page of pages) {
      const roots = [...frame.map(idOf), page]
      const searched = SEARCHED[pathOf(page)]
      styles[pathOf(page)] = cut(css, names, wordsOf(roots, searched))
      if (searched) styles[`${pathOf(page)}?`] = cut(css, names, wordsOf(roots))
    }
  }
  return styles
}

/** Reads the words in the strings of modules and of all that they import, without other pages and the modules `without`. */
function wordReader(infoOf: InfoOf): (roots: readonly string[], without?: readonly string[]) => Set<string> {
  const known = new Map<string, string[]>()
  return (roots, without = []) => {
    const seen = new Set<string>(without.map(idOf))
    const words = new Set<string>()
    const visit = (id: string) => {
      const info = infoOf(id)
      if (!info || seen.has(id) || !SOURCE.test(pathOf(id))) return
      seen.add(id)
      const found = known.get(id) ?? wordsIn(info.code ?? '')
      known.set(id, found)
      for (const word of found) words.add(word)
      info.importedIds.forEach(visit)
      if (!(pathOf(id) in ROOTS) && !LATER.has(pathOf(id))) info.dynamicallyImportedIds.forEach(visit)
    }
    roots.forEach(visit)
    return words
  }
}

/** The words in the strings and templates of a module's code. */
function wordsIn(code: string): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    else if (node && typeof node === 'object') {
      const { type, value } = node as { type?: string; value?: unknown }
      if (type === 'Literal' && typeof value === 'string') texts.push(value)
      if (type === 'TemplateElement') texts.push((value as { raw: string }).raw)
      Object.values(node).forEach(visit)
    }
  }
  visit(parseAst(code).body)
  return texts.join(' ').split(/[\s"<>=]+/)
}

/** The classes, ids and animations of a style sheet. */
function namesIn(css: Uint8Array): string[] {
  const names = new Set<string>()
  transform({
    filename: 'styles.css',
    code: css,
    visitor: {
      Selector: (selector) => {
        for (const part of selector) if (part.type === 'class' || part.type === 'id') names.add(part.name)
      },
    },
  })
  return [...names]
}

/** The sheet without the rules for unused names. A word with a dash at its end is the begin of a name. */
function cut(css: Uint8Array, names: readonly string[], words: ReadonlySet<string>): string {
  const begins = [...words].filter((word) => /^[a-z].*-$/.test(word))
  const isUsed = (name: string) => words.has(name) || begins.some((begin) => name.startsWith(begin))
  const unusedSymbols = names.filter((name) => !isUsed(name))
  const { code } = transform({
    filename: 'styles.css',
    code: css,
    minify: true,
    targets: TARGETS,
    unusedSymbols,
  })
  return Buffer.from(code).toString()
}
