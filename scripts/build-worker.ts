// Builds the service worker with its list of files, and the document that opens the app without a network.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { build, type InlineConfig } from 'vite'
import { type LinkedIcons, renderDocument } from '../src/platform/server/http/document.ts'
import type { PhoneSheets } from '../src/platform/server/http/build.ts'
import { areaOf } from '../src/platform/rules/access/page-access.ts'
import { PATHS } from '../src/platform/rules/site/paths.ts'
import { type Page, PAGES } from '../src/app/web/pages.ts'
import type { FileList as WorkerFiles } from '../src/app/web/worker/files.ts'
import { OLDEST } from '../vite.config.ts'
import { FILE_LIST, type FileList } from './files.ts'

const CLIENT = 'dist/client'
/** The screens that open without a network from the first visit on. */
const FIRST_SCREENS: ReadonlySet<string> = new Set([PATHS.pastResults, PATHS.classification])

/** The addresses of the icons. */
export interface HashedIcons {
  linked: LinkedIcons
  notification: string
}

export async function buildWorkers(common: InlineConfig, icons: HashedIcons): Promise<void> {
  const built = JSON.parse(readFileSync(`${CLIENT}/${FILE_LIST}`, 'utf8')) as FileList
  const sheets: PhoneSheets = {
    kept: writeHashed('screens', '.css', built.styles.screens),
    whole: writeHashed('main', '.css', built.styles.main),
  }
  writeFileSync(`${CLIENT}/.vite/sheets.json`, JSON.stringify(sheets))
  const files = listFiles(built, sheets, writeShell(built, sheets, icons.linked))
  await buildWorker(common, 'src/app/web/service-worker.ts', 'sw', files, icons)
  await buildWorker(common, 'src/app/web/service-worker-off.ts', 'sw-off', files, icons)
}

/** The files of the players' app, without those of staff, of the ways in, and of the checkout. */
function listFiles(
  { shell, faces, pages, later }: FileList,
  sheets: PhoneSheets,
  document: string,
): WorkerFiles {
  const modulesIn = (rows: readonly Page[]) => rows.map(({ module }) => module)
  const screens = modulesIn(PAGES.filter(({ path }) => FIRST_SCREENS.has(path)))
  const players = modulesIn(PAGES.filter(({ access }) => areaOf(access) === 'players'))
  const needed = new Set([...shell, sheets.kept, ...faces, ...screens.flatMap((module) => pages[module]!)])
  const all = new Set([sheets.whole, ...['shell', ...players].flatMap((module) => later[module]!)])
  return {
    shell: document,
    needed: [...needed],
    later: [...all].filter((file) => !needed.has(file)),
  }
}

/** Writes the shell: an empty document of nobody, whose script shows what the phone keeps. @returns its address */
function writeShell(
  { shell: [entry, ...preloads] }: FileList,
  sheets: PhoneSheets,
  icons: LinkedIcons,
): string {
  const { before, after } = renderDocument({
    head: { title: 'Lotto Forecast', documentTitle: 'Lotto Forecast' },
    // Only the tags of a shared link need an address.
    appUrl: '',
    path: '',
    html: '',
    scripts: { entry: entry!, preloads },
    sheets,
    icons,
    // Its script asks the service worker for the kept ones.
    answers: null,
    below: '',
  })
  return writeHashed('shell', '.html', `${before}<link rel="stylesheet" href="${sheets.kept}">${after}`)
}

/** Writes a file with a hash in its name. @returns its address */
function writeHashed(name: string, ending: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  const address = `/assets/${name}-${hash}${ending}`
  writeFileSync(`${CLIENT}${address}`, text)
  return address
}

/** A worker is one file at the root, because its address decides for which pages it works. */
async function buildWorker(
  common: InlineConfig,
  input: string,
  name: string,
  files: WorkerFiles,
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

/** Builds the verifier of the record: one file without imports, in plain lines, so that strangers can read it. */
export async function buildVerifier(common: InlineConfig): Promise<void> {
  const built = await build({
    ...common,
    configFile: false,
    publicDir: false,
    build: {
      outDir: 'dist/verify',
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: 'src/app/web/verify.ts',
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'verify.mjs' },
      },
    },
  })
  const [chunk] = (built as { output: { code: string; imports: string[] }[] }).output
  if (chunk!.imports.length > 0) throw new Error('verify.mjs has an import.')
}
