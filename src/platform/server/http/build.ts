import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MINIMUM_CLIENT_VERSION } from '../../rules/offline/offline.ts'
import type * as Render from '../../../app/web/render.tsx'
import { rootDir } from '../base/root.ts'
import type { LinkedIcons } from './document.ts'
import { type DeflatedSheet, deflateSheet } from './gzip.ts'
import { CACHE, etagOf, Reply } from './reply.ts'

/** The output of `npm run build`: the page renderer, the style sheets and the files for browsers. */
export interface Build {
  version: string
  render: typeof Render
  styles: Readonly<Record<Sheet, InlineStyle>>
  /** Null in development. */
  sheets: PhoneSheets | null
  /** Addresses of a page's scripts: the entry, and the others, for preloading. Null for a page without script. */
  scriptsOf: (page: Pick<Render.Page, 'module' | 'script'>) => PageScripts | null
  icons: LinkedIcons
  files: ReadonlyMap<string, Reply>
  /** The oldest pages that the API answers, see `CLIENT_VERSION`. */
  minimumClient: number
}

/** The style sheets: of the common screens; of strangers' results, which is that of strangers without the face of the digits; of strangers; of a TV; of paper; of staff; of all others. */
export type Sheet = 'screens' | 'results' | 'strangers' | 'wall' | 'paper' | 'staff' | 'main'

/** The sheet of a page for a signed-in visitor or a stranger. Another area is opened as a new document. */
export function sheetOf(
  { layout, script, isCommon, isKeptByProxies }: Render.Page,
  isSignedIn: boolean,
): Sheet {
  if (layout === 'wall' || layout === 'paper' || layout === 'staff') return layout
  if (layout === 'way-in') return 'strangers'
  if (isCommon) return 'screens'
  if (isSignedIn || script) return 'main'
  return isKeptByProxies ? 'results' : 'strangers'
}

/** The addresses of style sheets that a phone keeps. */
export interface PhoneSheets {
  /** That of the common screens, which the page hands over. */
  kept: string
  /** The main one, for the screens that follow. */
  whole: string
}

interface InlineStyle extends DeflatedSheet {
  /** The source expression of the policy that allows it. */
  source: string
}

export interface PageScripts {
  entry: string
  preloads: readonly string[]
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** What the build notes about the browser's files (`scripts/files.ts`). */
export interface BuildFiles {
  styles: Record<Sheet, string>
  /** The addresses of what each page loads at first, by its module: the entry is the first. */
  pages: Record<string, string[]>
}

/**
 * Reads the build into memory: it has a few hundred kilobytes.
 * @throws Error if there is no build
 */
export async function loadBuild(dist = join(rootDir(), 'dist')): Promise<Build> {
  const client = join(dist, 'client')
  if (!existsSync(join(client, '.vite/files.json')))
    throw new Error('There is no build. Run npm start or npm run build.')
  const { styles, pages } = JSON.parse(readFileSync(join(client, '.vite/files.json'), 'utf8')) as BuildFiles
  const render = (await import(
    /* @vite-ignore */ pathToFileURL(join(dist, 'render/render.js')).href
  )) as typeof Render
  const { version } = JSON.parse(readFileSync(join(rootDir(), 'package.json'), 'utf8')) as { version: string }

  const files = readFiles(client)

  return {
    version,
    render,
    styles: {
      staff: inlineStyle(styles.staff),
      main: inlineStyle(styles.main),
      screens: inlineStyle(styles.screens),
      strangers: inlineStyle(styles.strangers),
      results: inlineStyle(styles.results),
      wall: inlineStyle(styles.wall),
      paper: inlineStyle(styles.paper),
    },
    sheets: JSON.parse(readFileSync(join(client, '.vite/sheets.json'), 'utf8')) as PhoneSheets,
    scriptsOf: ({ module }) => {
      const [entry, ...preloads] = pages[module] ?? []
      return entry === undefined ? null : { entry, preloads }
    },
    icons: JSON.parse(readFileSync(join(client, '.vite/icons.json'), 'utf8')) as LinkedIcons,
    files,
    minimumClient: MINIMUM_CLIENT_VERSION,
  }
}

/** The hash lets the policy allow the style element, and no other. */
const inlineStyle = (css: string): InlineStyle => ({
  ...deflateSheet(`<style>${css}</style>`),
  source: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
})

/** The icon that browsers ask for without a link. A check on each page would cost a request, and an old one harms nobody. */
const FIXED_ICON = '/favicon.ico'

/** Files with a hash in their name never change; browsers revalidate the few others before each use. */
function readFiles(folder: string): Map<string, Reply> {
  const files = new Map<string, Reply>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || !type || path.includes('.vite')) continue
    const bytes = readFileSync(path)
    const name = path.slice(folder.length)
    const options = { type, etag: etagOf(bytes), cache: cacheOf(name) }
    const compressed = existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined
    files.set(name, new Reply(bytes, options, compressed))
  }
  return files
}

function cacheOf(name: string) {
  if (name.startsWith('/assets/')) return CACHE.publicForever
  return name === FIXED_ICON ? CACHE.publicWeek : CACHE.publicRevalidate
}
