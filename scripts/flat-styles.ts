// Replaces Tailwind's registered variables by their values, which this app never changes. They cost 0.5 kB of every visit.
import { type Declaration, transform } from 'lightningcss'
import type { Plugin } from 'vite'

/** Our reset makes every border solid, so a class of a border's width need not repeat its style. */
const BORDER_STYLE = '--tw-border-style'

/** The values that Tailwind registers (`@property`) for the other variables that our classes read. */
const INITIAL: Record<string, string> = {
  '--tw-content': '""',
  '--tw-divide-y-reverse': '0',
  '--tw-space-y-reverse': '0',
}

const isTailwinds = (name: string) => name.startsWith('--tw-')

function isBorderStyle({ property, value }: Declaration): boolean {
  if (property !== 'unparsed') return false
  const [token] = value.value
  return token?.type === 'var' && token.value.name.ident === BORDER_STYLE
}

/** Runs after Tailwind has written the style sheet and before Vite minifies it. */
export function flatStyles(): Plugin {
  return {
    name: 'flat-styles',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code, filename) => ({ code: flatten(code, filename), map: null }),
    },
  }
}

/** @throws Error for a variable without a known value */
export function flatten(code: string, filename: string): string {
  const { code: flat } = transform({
    filename,
    code: Buffer.from(code),
    visitor: {
      Rule: {
        property: ({ value }) => (isTailwinds(value.name) ? [] : undefined),
        'layer-block': ({ value }) => (value.name?.join('.') === 'properties' ? [] : undefined),
      },
      Declaration(declaration) {
        if (declaration.property === 'custom') return isTailwinds(declaration.value.name) ? [] : undefined
        return isBorderStyle(declaration) ? [] : undefined
      },
      Variable({ name: { ident } }) {
        if (!isTailwinds(ident)) return undefined
        const value = INITIAL[ident]
        if (value === undefined) throw new Error(`Add the value of ${ident} to scripts/flat-styles.ts.`)
        return { raw: value }
      },
    },
  })
  return Buffer.from(flat).toString()
}
