// Prints how large the project is (`npm run house`): the figures by which it is kept small.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { parseSync } from 'vite'

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
const textOf = (file: string) => readFileSync(file, 'utf8')
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file) || file.includes('/fixtures/')
const isScript = (file: string) => /\.tsx?$/.test(file)

/** Lines without blank lines and comments. */
function codeLines(text: string): number {
  const code = text.replaceAll(/^\s*\{?\/\*[^]*?\*\/\}?.*$|^\s*\/\/.*$/gm, '')
  return code.split('\n').filter((line) => line.trim() !== '').length
}
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

const inSrc = files.filter((file) => file.startsWith('src/') && /\.(?:tsx?|css|mjs)$/.test(file))
const source = inSrc.filter((file) => !isTest(file))
const tests = files.filter((file) =>
  file.startsWith('tests/') ? isScript(file) : inSrc.includes(file) && isTest(file),
)
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('src/'))
const decisions = documents.filter((file) => file.startsWith('docs/decisions/0'))
const words = (file: string) => textOf(file).split(/\s+/).filter(Boolean).length

interface Node {
  type: string
  start: number
  end: number
}
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Calls the visitor for a node and all nodes below it. */
function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit))
  if (typeof node !== 'object' || node === null) return
  if ('type' in node) visit(node as Node)
  for (const value of Object.values(node)) walk(value, visit)
}

let [exported, assertions, parameters] = [0, 0, 0]
const long: string[] = []
/** The folders that a folder uses: all of them, and those whose code it runs. */
const used = { types: new Map<string, Set<string>>(), values: new Map<string, Set<string>>() }

for (const file of source.filter(isScript)) {
  const text = textOf(file)
  const { program, module } = parseSync(file, text)
  exported += sum(module.staticExports.map(({ entries }) => entries.length))
  walk(program, (node) => {
    if (node.type === 'TSNonNullExpression') assertions++
    if (!FUNCTIONS.has(node.type)) return
    if ((node as unknown as { params: unknown[] }).params.length >= 5) parameters++
    if (codeLines(text.slice(node.start, node.end)) > 100) long.push(file)
  })
  const links = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      to: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ to: moduleRequest.value, isType }] : [],
      ),
    ),
  ]
  const from = dirname(file)
  for (const { to, isType } of links) {
    if (!to.startsWith('.')) continue
    const target = dirname(posix.join(from, to))
    if (target === from) continue
    for (const graph of isType ? [used.types] : [used.types, used.values])
      graph.set(from, (graph.get(from) ?? new Set()).add(target))
  }
}

/** The pairs of folders that use each other. */
const twoWay = (graph: Map<string, Set<string>>) =>
  [...graph].flatMap(([from, targets]) =>
    [...targets].filter((to) => from < to && graph.get(to)?.has(from)).map((to) => `${from} ${to}`),
  )

const settings = textOf('docs/settings.md').match(/^- `[A-Z]/gm)?.length
const rows: [string, string | number | undefined, number | string][] = [
  ['lines of code in src, without tests and fixtures', sum(source.map(textOf).map(codeLines)), 56_000],
  ['files in src, without tests and fixtures', source.length, ''],
  ['lines of tests', sum(tests.map(textOf).map(codeLines)), 44_000],
  ['exported names', exported, 2300],
  ['non-null assertions', assertions, ''],
  ['functions with five or more parameters', parameters, ''],
  ['functions above 100 lines', long.length, 0],
  ['two-way pairs of folders by value', twoWay(used.values).length, 0],
  ['two-way pairs of folders with types', twoWay(used.types).length, 6],
  ['settings', settings, 36],
  ['decisions', decisions.length, 30],
  ['words of documents', sum(documents.map(words)), 16_000],
]
for (const [name, value, aim] of rows)
  process.stdout.write(`${String(value).padStart(7)}  ${name}${aim === '' ? '' : ` (aim ${aim})`}\n`)
for (const pair of twoWay(used.types)) process.stdout.write(`         two-way: ${pair}\n`)
for (const file of long) process.stdout.write(`         long function: ${file}\n`)
