// Which rules of a style sheet some code needs.
import { parse } from 'postcss'

/** What brackets contain may be a choice. A class that they exclude needs not be there. */
const BRACKETS = /(?<!\\)\((?:\\.|[^()\\])*\)/g
function outer(selector: string): string {
  const less = selector.replace(BRACKETS, '')
  return less === selector ? selector : outer(less)
}
const CLASS = /\.(-?[a-zA-Z_](?:[\w-]|\\.)*)/g

/** Whether the code may use a class: it has its name, or a beginning of it that a value follows. */
function uses(code: string, name: string): boolean {
  const beginnings = [...name.matchAll(/-/g)].map(({ index }) => name.slice(0, index + 1))
  return (
    code.includes(name) ||
    beginnings.some((one) => ['${', '"+', '`+'].some((end) => code.includes(one + end)))
  )
}

/** The sheet without the rules of classes that the code never names. Their order stays. */
export function sheetFor(code: string, css: string): string {
  const isUsed = (selector: string) =>
    [...outer(selector).matchAll(CLASS)].every(([, name]) => uses(code, name!.replaceAll('\\', '')))
  const sheet = parse(css)
  sheet.walkRules((rule) => {
    const used = rule.selectors.filter(isUsed)
    if (used.length === 0) rule.remove()
    else rule.selectors = used
  })
  sheet.walkAtRules(/^(container|media|supports)$/, (block) => {
    if (block.nodes?.length === 0) block.remove()
  })
  return sheet.toString().trimEnd()
}
