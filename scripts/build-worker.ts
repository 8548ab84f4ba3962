// Builds the service worker with its list of files, and the document that opens the app without a network.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { build, type InlineConfig } from 'vite'
import { type LinkedIcons, renderDocument } from '../src/server/http/document.ts'
import type { FileList } from '../src/web/worker/files.ts'
import { OLDEST } from '../vite.config.ts'

const CLIENT = 'dist/client'
const ENTRY = 'src/web/shell-client.tsx'
/** The screens that open without a network from the first visit on. */
const SCREENS = ['src/web/draws/past-results-page.tsx', 'src/web/classification/classification-page.tsx']
/** The checkout needs a network. */
const ONLINE_ONLY = /@paystack/

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

/** The addresses of the icons. */
export interface HashedIcons {
  linked: LinkedIcons
  notification: string
}

export async function buildWorkers(common: InlineConfig, icons: HashedIcons): Promise<void> {
  const chunks = JSON.parse(readFileSync(`${CLIENT}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>
  const files = listFiles(chunks, icons.linked)
  await buildWorker(common, 'src/web/service-worker.ts', 'sw', files, icons)
  await buildWorker(common, 'src/web/service-worker-off.ts', 'sw-off', files, icons)
}

/** The files of the players' app, without those of staff, of the door, and of the checkout. */
function listFiles(chunks: Record<string, Chunk>, icons: LinkedIcons): FileList {
  const withImports = (name: string, isDynamic: boolean, found: Set<string>): Set<string> => {
    if (found.has(name) || ONLINE_ONLY.test(name)) return found
    found.add(name)
    const { imports = [], dynamicImports = [] } = chunks[name]!
    for (const next of [...imports, ...(isDynamic ? dynamicImports : [])]) withImports(next, isDynamic, found)
    return found
  }
  const namesOf = (roots: readonly string[], isDynamic: boolean) => {
    const found = new Set<string>()
    for (const root of roots) withImports(root, isDynamic, found)
    return new Set([...found].map((name) => `/${chunks[name]!.file}`))
  }
  const entry = namesOf([ENTRY], false)
  const needed = new Set([...entry, ...namesOf(SCREENS, false)])
  const all = namesOf([ENTRY], true)
  return {
    shell: writeShell([...entry], readFileSync(`${CLIENT}/${chunks['style.css']!.file}`, 'utf8'), icons),
    needed: [...needed],
    later: [...all].filter((file) => !needed.has(file)),
  }
}

/** Writes the shell: an empty document of nobody, whose script shows what the phone keeps. @returns its address */
function writeShell([entry, ...preloads]: string[], css: string, icons: LinkedIcons): string {
  const html = renderDocument({
    head: { title: 'Lotto Forecast', documentTitle: 'Lotto Forecast' },
    // Only the tags of a shared link need an address.
    appUrl: '',
    path: '',
    html: '',
    scripts: { entry: entry!, preloads },
    css,
    icons,
    // Its script asks the service worker for the kept ones.
    answers: { now: 0, calls: {} },
    below: '',
  })
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 8)
  const address = `/assets/shell-${hash}.html`
  writeFileSync(`${CLIENT}${address}`, html)
  return address
}

/** A worker is one file at the root, because its address decides for which pages it works. */
async function buildWorker(
  common: InlineConfig,
  input: string,
  name: string,
  files: FileList,
  { notification }: HashedIcons,
): Promise<void> {
  await build({
    ...common,
    configFile: false,
    publicDir: false,
    // A text, because the minifier writes lists in several ways.
    define: {
      OFFLINE_FILES: JSON.stringify(JSON.stringify(files)),
      NOTIFICATION_ICON: JSON.stringify(notification),
    },
    build: {
      outDir: CLIENT,
      emptyOutDir: false,
      target: OLDEST,
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: `${name}.js` } },
    },
  })
}
