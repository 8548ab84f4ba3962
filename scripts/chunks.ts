// Which file of the browser's build contains a module: decided by the pages that reach it, so that no path is named.
import { join } from 'node:path'
import { areaOf } from '../src/platform/rules/access/page-access.ts'
import { fileOfPage, PAGES, type Page } from '../src/app/web/pages.ts'
import { PATHS } from '../src/platform/rules/site/paths.ts'

const SRC = join(import.meta.dirname, '../src')
export const WEB = join(SRC, 'app/web')
const ENTRY = join(WEB, 'client.tsx')

/** The modules of a page: its own and that of its frame. */
export const modulesOf = (page: Page): string[] => [
  join(SRC, fileOfPage(page)),
  join(WEB, `layout/${page.layout}-layout.tsx`),
]

interface Graph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/** A module and all that it imports statically, without those already seen. */
export function reachedFrom(graph: Graph, id: string, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reachedFrom(graph, next, seen)
  return seen
}

/** A module and all that it imports, at once or later, without those already seen. */
function everReachedFrom(graph: Graph, id: string, seen: Set<string>): void {
  if (seen.has(id)) return
  seen.add(id)
  const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
  for (const next of [...importedIds, ...dynamicallyImportedIds]) everReachedFrom(graph, next, seen)
}

/** Names the file of a module; undefined for one that gets its own, or that of its only page. */
export function createFileNames(): (id: string, graph: Graph) => string | undefined {
  let rowsOf: Map<string, Set<Page>> | undefined
  let first = new Set<string>()
  /** What the screens of players reach, with the sheets that a tap loads. */
  const ofPlayers = new Set<string>()
  const read = (graph: Graph) => {
    first = reachedFrom(graph, ENTRY)
    const found = new Map<string, Set<Page>>()
    for (const page of PAGES.filter(({ script }) => script))
      for (const root of modulesOf(page))
        for (const id of reachedFrom(graph, root)) found.set(id, (found.get(id) ?? new Set()).add(page))
    for (const page of PAGES.filter(({ script, access }) => script && areaOf(access) === 'players'))
      for (const root of modulesOf(page)) everReachedFrom(graph, root, ofPlayers)
    return found
  }
  return (id, graph) => {
    if (/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react'
    // The compiler's helpers for classes, which code that pages fetch later needs too.
    if (id.includes('@oxc-project')) return 'helpers'
    rowsOf ??= read(graph)
    if (first.has(id)) return 'app'
    const rows = [...(rowsOf.get(id) ?? [])]
    const areas = new Set(rows.map(({ access }) => areaOf(access)))
    const isOffline = rows.some(({ isCommon }) => isCommon)
    const isOfResults = rows.some(({ path }) => path === PATHS.pastResults)
    if (new Set(rows.map(({ module }) => module)).size < 2) return undefined
    if (rows.some(({ layout }) => layout === 'way-in')) return isOffline ? 'app' : 'ways-in'
    if (areas.has('players')) return isOfResults ? 'players' : isOffline ? 'screens' : 'players-more'
    // The frame of public pages contains that of players, which no login loads.
    if (areas.has('staff')) return ofPlayers.has(id) ? 'players-more' : 'staff'
    return 'public'
  }
}
