// Notes what the browser's build contains, for the server, the service worker and the tests.
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import type { BuildFiles } from '../src/platform/server/http/build.ts'
import { PAGES } from '../src/app/web/pages.ts'
import { modulesOf, WEB } from './chunks.ts'
import { sheetFor } from './sheet.ts'

const ENTRY = `${WEB}/client.tsx`
const SHELL = `${WEB}/shell.tsx`
/** Its dynamic imports are the pages. */
const PAGE_LOADER = `${WEB}/load-page.ts`
/** What only staff's pages load, which `bundles.test.ts` checks. */
const STAFF = /\/web\/(admin|staff|members|audit|start|status|desk|games)\//
/** The checkout needs a network. */
const ONLINE_ONLY = /@paystack/

/** Where the build writes {@link FileList}, in the folder of the browser's files. */
export const FILE_LIST = '.vite/files.json'

export interface FileList extends BuildFiles {
  /** The addresses of what the document without a network loads at first: the entry is the first. */
  shell: string[]
  /** The addresses of what the style sheets load. */
  faces: string[]
  /** The addresses of what a page fetches later, by its module. For the whole app, by `shell`. */
  later: Record<string, string[]>
  /** The modules in each file, from the project's root, by address. */
  modules: Record<string, string[]>
}

/**
 * A sheet without what registers Tailwind's own variables, and without those that no rule reads. `reset.css` has their values, for
 * browsers that know no registered ones.
 */
function withoutRegistrations(css: string): string {
  const rules = css.replace(/@layer properties\{.*?\}\}\}|@property --tw-[\w-]+\{.*?\}/gs, '')
  return rules.replace(/(--tw-[\w-]+):[^;{}]*;?/g, (text, name) =>
    new RegExp(`var\\(${name}\\b(?!-)`).test(rules) ? text : '',
  )
}

/** A slow phone shows a page of results 0.05 s earlier without the face of the digits, which has 3 kB. */
const FONT_FACES = /@font-face\{[^}]*\}/g

/** Writes {@link FileList}. The style sheets are only in it, because every document contains one. */
export function fileList(): Plugin {
  return {
    name: 'file-list',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const outputs = Object.values(bundle)
        const chunks = new Map(outputs.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])))
        const fileOf = new Map<string, string>()
        for (const { fileName, moduleIds } of chunks.values())
          for (const id of moduleIds) fileOf.set(id, fileName)

        /** The files of some modules, with all that they import. */
        const filesOf = (ids: Iterable<string>): string[] => {
          const found = new Set<string>()
          const add = (file: string) => {
            if (found.has(file)) return
            found.add(file)
            chunks.get(file)!.imports.forEach(add)
          }
          for (const id of ids) if (fileOf.has(id)) add(fileOf.get(id)!)
          return Array.from(found, (file) => `/${file}`)
        }

        /** Some modules and all that they import, also dynamically. */
        const allFrom = (ids: readonly string[], found = new Set<string>()): Set<string> => {
          for (const id of ids) {
            if (found.has(id) || ONLINE_ONLY.test(id)) continue
            found.add(id)
            const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
            allFrom([...importedIds, ...(id === PAGE_LOADER ? [] : dynamicallyImportedIds)], found)
          }
          return found
        }

        const rows = PAGES.filter(({ script }) => script)
        const [strangers, wall, paper, staff] = ['strangers', 'wall', 'paper', 'client'].map((name) => {
          const sheet = outputs.find(
            ({ fileName }) => fileName.startsWith(`assets/${name}-`) && fileName.endsWith('.css'),
          )!
          delete bundle[sheet.fileName]
          return withoutRegistrations((sheet as { source: string }).source)
        }) as [string, string, string, string]
        // With what only the server renders, below and above the page.
        const code = [join(WEB, 'legal/text.tsx'), 'src/people/web/seen-banner.tsx'].map((file) =>
          readFileSync(file, 'utf8'),
        )
        const common = rows.filter(({ isCommon }) => isCommon).flatMap(modulesOf)
        for (const file of filesOf(allFrom([ENTRY, ...common]))) code.push(chunks.get(file.slice(1))!.code)
        const ofPlayers = globSync('src/*/web/**/*.{ts,tsx}').filter((file) => !STAFF.test(file))
        const list: FileList = {
          styles: {
            staff,
            main: sheetFor(ofPlayers.map((file) => readFileSync(file, 'utf8')).join('\n'), staff),
            screens: sheetFor(code.join('\n'), staff),
            wall,
            paper,
            strangers,
            results: strangers.replace(FONT_FACES, ''),
          },
          pages: Object.fromEntries(rows.map((row) => [row.module, filesOf([ENTRY, ...modulesOf(row)])])),
          shell: filesOf([ENTRY, SHELL]),
          faces: outputs.flatMap(({ fileName }) => (fileName.endsWith('.woff2') ? [`/${fileName}`] : [])),
          later: Object.fromEntries([
            ['shell', filesOf(allFrom([ENTRY]))],
            ...rows.map((row) => [row.module, filesOf(allFrom(modulesOf(row)))] as const),
          ]),
          modules: Object.fromEntries(
            Array.from(chunks.values(), ({ fileName, moduleIds }) => [
              `/${fileName}`,
              moduleIds.map((id) => relative(process.cwd(), id)),
            ]),
          ),
        }
        this.emitFile({ type: 'asset', fileName: FILE_LIST, source: JSON.stringify(list) })
      },
    },
  }
}
