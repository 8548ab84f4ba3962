// Reads the code of all calls: what a write by staff changes, from its handler through every function that it names.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { isPower } from '../src/platform/rules/access/powers.ts'
import type { Endpoint } from '../src/platform/server/api/endpoint.ts'
import { api } from '../src/app/server/routes.ts'

type Node = { type: string; [field: string]: unknown }
interface Module {
  /** By name. */
  known: Map<string, Node>
  imports: Map<string, [file: string, name: string]>
  routes: Map<string, Node>
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one)
  if (!isNode(value)) return
  yield value
  const { key: _key, property: _property, ...named } = value
  for (const inside of Object.values(value.computed || value.shorthand ? value : named))
    yield* nodesIn(inside)
}

const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? (node.name as string) : null)

function read(file: string): Module {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const module: Module = { known: new Map(), imports: new Map(), routes: new Map() }
  for (const statement of program.body as unknown as Node[]) {
    const declared = (statement.declaration ?? statement) as Node
    const { id, declarations = [], source, specifiers = [] } = declared as Record<string, any>
    if (nameOf(id)) module.known.set(id.name, declared)
    for (const one of declarations) if (nameOf(one.id)) module.known.set(one.id.name, one.init)
    if (source?.value.startsWith('.'))
      for (const { local, imported } of specifiers)
        if (imported) module.imports.set(local.name, [join(dirname(file), source.value), imported.name])
    for (const { type, key, value } of nodesIn(declared) as Iterable<Record<string, any>>)
      if (type === 'Property' && key.type === 'Literal' && value) module.routes.set(key.value, value)
  }
  return module
}

const modules = new Map(globSync('src/*/server/**/*.ts').map((file) => [file, read(file)]))
const routes = new Map(
  [...modules].flatMap(([file, { routes: own }]) =>
    [...own].map(([route, node]) => [route, { file, node }] as const),
  ),
)

/** The statements that a piece of code can reach, such as `insert grants`. */
function reached(file: string, node: Node, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  const { known, imports } = modules.get(file)!
  for (const one of nodesIn(node)) {
    const { callee, arguments: given } = one as Record<string, any>
    const method = callee?.property?.name
    const table = nameOf(given?.[0])
    if (table && ['insert', 'update', 'delete'].includes(method)) found.add(`${method} ${table}`)
    const name = nameOf(one)
    const [target, its] = imports.get(name ?? '') ?? [file, name ?? '']
    const next = target === file ? known.get(its) : modules.get(target)?.known.get(its)
    if (!next || seen.has(`${target} ${its}`)) continue
    seen.add(`${target} ${its}`)
    for (const more of reached(target, next, seen)) found.add(more)
  }
  return found
}

/** What only a call with a power changes. */
const GUARDED: Record<string, string> = {
  insert:
    'grants reversals compensations refunds prices vouchers voucherBatches announcements helpContacts channels users verifications',
  update: 'users prices voucherBatches channels payments predictionVersions restores mails',
  delete: 'users accounts twoFactors channels logTexts',
}

/** Calls without a power that change such a thing all the same. */
const ALLOWED: Record<string, string[]> = {
  // The first real draws remove the samples, and their people.
  'POST /api/admin/draws/import': ['update users'],
  // It stores what Paystack says.
  'POST /api/admin/payments/:reference/check': [
    'insert grants',
    'insert refunds',
    'insert reversals',
    'update payments',
  ],
  // It sends a mail to the member of staff who asks.
  'POST /api/admin/ready/:part': ['update mails'],
  'POST /api/admin/users/:id/suspension/end': ['update users'],
}

/** Powers over what harmless calls write too: alarms that end by themselves, posts of results, mails, and sessions. */
const UNSEEN = [
  'POST /api/admin/refund-limit',
  'POST /api/admin/alarms/:id/close',
  'POST /api/admin/people/export',
  'POST /api/admin/users/:id/see',
  'POST /api/admin/channels/:id/texts',
  'POST /api/admin/plan-mails',
]

const writes = Object.entries<Endpoint>(api).filter(([route]) => /^(?!GET).* \/api\/admin\//.test(route))
const guardedBy = (route: string) => {
  const { file, node } = routes.get(route)!
  const isGuarded = (statement: string) => {
    const [method = '', table = ''] = statement.split(' ')
    return GUARDED[method]?.split(' ').includes(table)
  }
  return [...reached(file, node)].filter(isGuarded).toSorted()
}

test.each(writes.filter(([, { effect }]) => !isPower(effect)))(
  '%s does nothing that needs a power',
  (route) => {
    expect(guardedBy(route)).toEqual(ALLOWED[route] ?? [])
  },
)

test('what a call with a power does is found', () => {
  const powers = writes.filter(([, { effect }]) => isPower(effect)).map(([route]) => route)
  expect(powers.filter((route) => guardedBy(route).length === 0)).toEqual(UNSEEN)
})
