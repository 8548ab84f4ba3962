import { deflateRawSync } from 'node:zlib'

/** Words of placeholders and of secrets typed by hand. In a random text they practically never occur. */
const WORDS =
  /secret|password|change|example|default|sample|placeholder|replace|insert|lotto|admin|qwerty|123456|abcdef/i

/** The lowest share of its length to which a random text can be compressed is about 0.77 (hexadecimal). */
const COMPRESSED = 0.7
const COMPARED_CHARACTERS = 64

/**
 * Whether a secret can be guessed although it is long: it has few different characters, counts up, repeats itself or
 * contains a word that people put where a secret belongs. Random hexadecimal or base64 text of 16 characters or more
 * passes (measured on 200,000 of each).
 */
export function isWeakSecret(secret: string): boolean {
  const start = secret.slice(0, COMPARED_CHARACTERS)
  const codes = [...Buffer.from(start)]
  const steps = codes.slice(1).map((code, i) => code - codes[i]!)
  return (
    new Set(codes).size < 5 ||
    new Set(steps).size < 6 ||
    deflateRawSync(start).length < COMPRESSED * start.length ||
    WORDS.test(secret)
  )
}
