// The project's own lint rules: the layers, the single source of time, and what the content security policy forbids.
import { dirname, relative, resolve } from 'node:path'
import { DOMAIN_LAYERS, SERVER_LAYERS, WEB_LAYERS } from './layers.ts'

interface Node {
  type: string
  [key: string]: unknown
}
interface Context {
  filename: string
  report(problem: { node: Node; message: string }): void
}
type Visitors = Partial<Record<string, (node: Node) => void>>
type Rule = { create(context: Context): Visitors }

const SRC = resolve(import.meta.dirname, '../../src')

/** The path below src, with slashes; null for a file outside src. */
function inside(path: string): string | null {
  const below = relative(SRC, path).replaceAll('\\', '/')
  return below.startsWith('..') ? null : below
}

/** Starts the stand-ins in a demo, by a dynamic import, so that production never loads them. */
const STAND_INS = 'server/stand-ins.ts'

const LAYERS: Record<string, readonly string[]> = {
  domain: DOMAIN_LAYERS,
  server: SERVER_LAYERS,
  web: WEB_LAYERS,
}

/** The place of a file's folder in the order of its area: -1 for a file of the area itself, null for an unknown folder. */
function layerOf(area: string, path: string): number | null {
  const folder = dirname(path).slice(area.length + 1)
  if (folder === '') return -1
  const layer = LAYERS[area]!.indexOf(folder)
  return layer < 0 ? null : layer
}

/** What is wrong with an import between two files of one area; null when the order of the folders allows it. */
function upwardImport(area: string, from: string, to: string): string | null {
  const [layer, used] = [layerOf(area, from), layerOf(area, to)]
  if (layer === null) return `add ${dirname(from)} to the layers in scripts/lint/layers.ts.`
  return used !== null && used < layer
    ? `${dirname(from)} is below ${dirname(to)} (scripts/lint/layers.ts).`
    : null
}

function importError(from: string, to: string, typeOnly: boolean): string | null {
  const [area, target] = [from.split('/')[0], to.split('/')[0]]
  if (area === 'domain' && target !== 'domain')
    return 'domain imports only domain: pass what it needs as an argument.'
  if (area === 'sandbox' && target !== 'sandbox')
    return 'sandbox plays other companies: it imports nothing of the product.'
  if (area === 'web' && target === 'server' && !(typeOnly && to === 'server/routes.ts')) {
    return 'web imports only types, from server/routes.ts: move what both need to src/domain.'
  }
  if (area === 'web' && target === 'sandbox') return 'web must not import the stand-ins.'
  if (area === 'server' && target === 'web' && !(typeOnly && to === 'web/render.tsx')) {
    return 'server imports only types, from web/render.tsx. It loads the renderer from the build.'
  }
  if (area === 'server' && target === 'sandbox' && from !== STAND_INS)
    return 'only server/stand-ins.ts imports the sandbox; other code uses the addresses of the stand-ins.'
  return area !== undefined && area === target && area in LAYERS && !typeOnly
    ? upwardImport(area, from, to)
    : null
}

/** Packages that one file or one folder may import. */
const SOLE_IMPORTERS: Record<string, string> = {
  'node:child_process': 'server/db/postgres-program.ts',
  'better-auth': 'server/accounts/better-auth/',
  'graphile-worker': 'server/jobs/run.ts',
  mailgen: 'server/mail/render.ts',
  nodemailer: 'server/mail/send-mail.ts',
  pino: 'server/base/log.ts',
  'prom-client': 'server/metrics/metrics.ts',
  sharp: 'server/images/sharp.ts',
  '@resvg/resvg-js': 'server/share/render.ts',
  uqr: 'server/base/qr-code.ts',
  wouter: 'web/ui/location.ts',
}

const areas: Rule = {
  create(context) {
    const from = inside(context.filename)
    if (!from) return {}
    const check = (node: Node) => {
      const source = (node.source as { value?: unknown } | null)?.value
      if (typeof source !== 'string') return
      const typeOnly = node.importKind === 'type' || node.exportKind === 'type'
      if (source.startsWith('.')) {
        const to = inside(resolve(dirname(context.filename), source))
        const message = to && importError(from, to, typeOnly)
        if (message) context.report({ node, message })
        if (from === STAND_INS && to?.startsWith('sandbox/') && node.type !== 'ImportExpression')
          context.report({
            node,
            message: 'production must not load the stand-ins: import them dynamically.',
          })
        return
      }
      const area = from.split('/')[0]
      if (area === 'domain' && source.startsWith('node:'))
        context.report({ node, message: 'domain does no I/O.' })
      if (area === 'web' && source.startsWith('node:'))
        context.report({ node, message: 'web runs in browsers.' })
      const rule = Object.entries(SOLE_IMPORTERS).find(
        ([name]) => source === name || source.startsWith(`${name}/`),
      )
      if (rule && !(rule[1].endsWith('/') ? from.startsWith(rule[1]) : from === rule[1]))
        context.report({ node, message: `only src/${rule[1]} imports ${rule[0]}.` })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    }
  },
}

/** Values reach SQL only as parameters. No SQL text is built at run time. */
const rawSql: Rule = {
  create(context) {
    if (!inside(context.filename)?.startsWith('server/')) return {}
    return {
      MemberExpression(node) {
        const { object, property } = node as unknown as { object: Node; property: Node }
        if (object.name === 'sql' && property.name === 'raw')
          context.report({ node, message: 'sql.raw puts a value into the SQL text.' })
      },
    }
  },
}

/** A write to draws must be followed by the ledger and the change log, in that order. */
const drawWrites: Rule = {
  create(context) {
    if (!inside(context.filename)?.startsWith('server/')) return {}
    let isInside = false
    return {
      ImportDeclaration(node) {
        if (String((node.source as { value?: unknown }).value).endsWith('/write-draws.ts')) isInside = true
      },
      CallExpression(node) {
        const { callee, arguments: args } = node as unknown as { callee: Node; arguments: Node[] }
        const method = String((callee.property as Node | undefined)?.name)
        if (isInside || args[0]?.name !== 'draws' || !['insert', 'update', 'delete'].includes(method)) return
        context.report({ node, message: 'write draws inside writeDraws (server/draws/write-draws.ts).' })
      },
    }
  },
}

const clock: Rule = {
  create(context) {
    const from = inside(context.filename)
    if (!from || from === 'server/db/clock.ts') return {}
    const message = 'Use the `now` of the request or clock.now(db): the database is the only source of time.'
    return {
      MemberExpression(node) {
        const { object, property } = node as unknown as { object: Node; property: Node }
        if (object.name === 'Date' && property.name === 'now') context.report({ node, message })
      },
      NewExpression(node) {
        const { callee, arguments: args } = node as unknown as { callee: Node; arguments: unknown[] }
        if (callee.name === 'Date' && args.length === 0) context.report({ node, message })
      },
      TemplateElement(node) {
        const text = (node.value as { raw: string }).raw
        if (from.startsWith('server/') && /\b(now\(\)|current_timestamp|current_date)/i.test(text)) {
          context.report({ node, message: 'SQL takes business time as a parameter.' })
        }
      },
    }
  },
}

const styleAttribute: Rule = {
  create(context) {
    if (!inside(context.filename)?.startsWith('web/')) return {}
    return {
      JSXAttribute(node) {
        if ((node.name as Node).name !== 'style') return
        context.report({
          node,
          message:
            'The content security policy forbids inline styles: use a class, or set the style in an effect.',
        })
      },
    }
  },
}

/** Methods that Chrome 91 lacks. The build lowers syntax but adds no methods. */
const TOO_NEW = new Set(
  `at findLast findLastIndex toSorted toReversed toSpliced groupBy hasOwn structuredClone withResolvers isWellFormed
  fromAsync difference intersection union isSubsetOf`.split(/\s+/),
)

const oldPhones: Rule = {
  create(context) {
    const from = inside(context.filename)
    if (!from || !(from.startsWith('web/') || from.startsWith('domain/')) || from === 'web/render.tsx')
      return {}
    return {
      CallExpression(node) {
        const callee = node.callee as Node
        const name = callee.type === 'MemberExpression' ? (callee.property as Node).name : callee.name
        if (!TOO_NEW.has(String(name))) return
        context.report({
          node,
          message: `${String(name)} is missing in the oldest browsers that we serve (vite.config.ts).`,
        })
      },
    }
  },
}

export default {
  meta: { name: 'project' },
  rules: {
    areas,
    clock,
    'draw-writes': drawWrites,
    'raw-sql': rawSql,
    'style-attribute': styleAttribute,
    'old-phones': oldPhones,
  },
}
