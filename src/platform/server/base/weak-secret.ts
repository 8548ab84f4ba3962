import { deflateRawSync } from 'node:zlib'
import { itemAt } from '../../rules/base/lists.ts'

/**
 * Words in placeholders and hand-typed secrets. A random text contains one about once in a million secrets: a short word
 * counts in its usual cases only, and a sequence has eight characters, because hexadecimal digits often form six.
 */
const WORDS = [
  /secret|password|change|example|default|sample|placeholder|replace|insert|qwerty|12345678|abcdefgh/i,
  /lotto|Lotto|LOTTO|admin|Admin|ADMIN/,
]

/** Random hexadecimal text compresses to about 0.77 of its length; other random text compresses less. */
const MIN_COMPRESSION_RATIO = 0.7
const COMPARED_CHARACTERS = 64

/**
 * Whether a long secret is still easy to guess: few different characters, a sequence, a repetition, or a placeholder
 * word. Random hexadecimal or base64 text of 16 characters or more passes, except about one in a million.
 */
export function isWeakSecret(secret: string): boolean {
  const start = secret.slice(0, COMPARED_CHARACTERS)
  const codes = [...Buffer.from(start)]
  const steps = codes.slice(1).map((code, i) => code - itemAt(codes, i))
  return (
    new Set(codes).size < 5 ||
    new Set(steps).size < 6 ||
    deflateRawSync(start).length < MIN_COMPRESSION_RATIO * start.length ||
    WORDS.some((words) => words.test(secret))
  )
}
