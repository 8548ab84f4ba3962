// The project's own lint rules: the order of the rooms, the single source of time, and what the content security policy forbids.
import { dirname, relative, resolve } from 'node:path'
import { ROOMS } from './rooms.ts'

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
const STAND_INS = 'app/server/stand-ins.ts'
const ROUTES = 'app/server/routes.ts'
const RENDER = 'app/web/render.tsx'

/** The room of a file and what runs it: `draws/rules/draw.ts` is in `draws` and `rules`. */
function placeOf(path: string): { room: string; area: string } {
  const [room = '', area = ''] = path.split('/')
  return { room, area: room === 'stand-ins' ? room : area }
}

/** Whether the file of a rule's context runs in an area. */
function isIn({ filename }: Context, area: string): boolean {
  const path = inside(filename)
  return path !== null && placeOf(path).area === area
}

/** What is wrong with an import between two rooms; null when their order allows it. */
function upwardImport(from: string, to: string): string | null {
  const [room, used] = [placeOf(from).room, placeOf(to).room]
  if (!ROOMS.includes(room)) return `add ${room} to the rooms in scripts/lint/rooms.ts.`
  return ROOMS.indexOf(used) < ROOMS.indexOf(room)
    ? `${room} is below ${used} (scripts/lint/rooms.ts).`
    : null
}

function importError(from: string, to: string, typeOnly: boolean): string | null {
  const [area, target] = [placeOf(from).area, placeOf(to).area]
  if (area === 'rules' && target !== 'rules')
    return 'rules import only rules: pass what they need as an argument.'
  if (area === 'stand-ins' && target !== 'stand-ins')
    return 'stand-ins play other companies: they import nothing of the product.'
  if (area === 'web' && target === 'server' && !(typeOnly && to === ROUTES))
    return `web imports only types, from ${ROUTES}: move what both need to the rules.`
  if (area === 'server' && target === 'web' && !(typeOnly && to === RENDER))
    return `server imports only types, from ${RENDER}. It loads the renderer from the build.`
  if (area !== 'stand-ins' && target === 'stand-ins')
    return from === STAND_INS
      ? null
      : `only ${STAND_INS} imports the stand-ins; other code uses their addresses.`
  return typeOnly ? null : upwardImport(from, to)
}

/** Packages that one file or one folder may import. */
const SOLE_IMPORTERS: Record<string, string> = {
  'node:child_process': 'platform/server/db/postgres-program.ts',
  'better-auth': 'people/server/better-auth/',
  'graphile-worker': 'app/server/jobs/run.ts',
  mailgen: 'platform/server/mail/render.ts',
  nodemailer: 'platform/server/mail/send-mail.ts',
  pino: 'platform/server/base/log.ts',
  'prom-client': 'operation/server/metrics/metrics.ts',
  sharp: 'reach/server/share/sharp.ts',
  '@resvg/resvg-js': 'reach/server/share/render.ts',
  uqr: 'platform/server/base/qr-code.ts',
  wouter: 'platform/web/ui/location.ts',
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
        if (from === STAND_INS && to?.startsWith('stand-ins/') && node.type !== 'ImportExpression')
          context.report({
            node,
            message: 'production must not load the stand-ins: import them dynamically.',
          })
        return
      }
      const { area } = placeOf(from)
      if (area === 'rules' && source.startsWith('node:'))
        context.report({ node, message: 'rules do no I/O.' })
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
    if (!isIn(context, 'server')) return {}
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
    if (!isIn(context, 'server')) return {}
    let isInside = false
    return {
      ImportDeclaration(node) {
        if (String((node.source as { value?: unknown }).value).endsWith('/write-draws.ts')) isInside = true
      },
      CallExpression(node) {
        const { callee, arguments: args } = node as unknown as { callee: Node; arguments: Node[] }
        const method = String((callee.property as Node | undefined)?.name)
        if (isInside || args[0]?.name !== 'draws' || !['insert', 'update', 'delete'].includes(method)) return
        context.report({ node, message: 'write draws inside writeDraws (draws/server/write-draws.ts).' })
      },
    }
  },
}

const clock: Rule = {
  create(context) {
    const from = inside(context.filename)
    if (!from || from === 'platform/server/db/clock.ts') return {}
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
        if (placeOf(from).area === 'server' && /\b(now\(\)|current_timestamp|current_date)/i.test(text)) {
          context.report({ node, message: 'SQL takes business time as a parameter.' })
        }
      },
    }
  },
}

const styleAttribute: Rule = {
  create(context) {
    if (!isIn(context, 'web')) return {}
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
    if (!from || !['web', 'rules'].includes(placeOf(from).area) || from === RENDER) return {}
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
