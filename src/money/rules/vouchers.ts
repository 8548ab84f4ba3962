import { present } from '../../platform/rules/base/lists.ts'

/** 31 digits and letters that are not taken for each other on paper: no 0, 1, I, L or O. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** Characters of a code. The last makes the sum right; the others hold 54 random bits. */
const CODE_LENGTH = 12

export const VOUCHER_LIMITS = {
  /** Vouchers of one batch: about five sheets of paper. */
  batch: 120,
  /** Characters of the name of a batch. */
  name: 60,
  /** Characters that the field takes, with spaces and dashes. */
  typed: 40,
  /** Batches that staff see, newest first. */
  batchesShown: 50,
} as const

/** The place and the value of each character count, so one wrong or two swapped characters change the sum. */
const sumOf = (code: string) =>
  Array.from(code).reduce((sum, char, i) => sum + (i + 1) * ALPHABET.indexOf(char), 0) % ALPHABET.length

/**
 * A new code.
 * @param random an integer from 0 to below its argument, from a cryptographic source
 */
export function newCode(random: (below: number) => number): string {
  const start = Array.from({ length: CODE_LENGTH - 1 }, () => ALPHABET[random(ALPHABET.length)]).join('')
  return start + present(Array.from(ALPHABET).find((char) => sumOf(start + char) === 0))
}

/** A typed code without spaces and dashes, in capitals; null when it cannot be one of ours. */
export function parseCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  const isOurs = code.length === CODE_LENGTH && Array.from(code).every((char) => ALPHABET.includes(char))
  return isOurs && sumOf(code) === 0 ? code : null
}

/** `7K4M-Q2XW-9TBR` */
export const shownCode = (code: string): string => present(code.match(/.{4}/g)).join('-')

/** What a voucher on paper is called: batch and number, `12-007`. */
export const voucherName = ({ batchId, number }: { batchId: number; number: number }): string =>
  `${batchId}-${String(number).padStart(3, '0')}`

/** The sentences of the page that redeems. */
export const VOUCHER_MESSAGES = {
  notACode: 'This is not a voucher code. Please compare it with the paper.',
  unknown: 'There is no voucher with this code. Please compare it with the paper.',
  used: 'This voucher was used before. Each works once.',
  cancelled: 'This voucher was cancelled. Please ask where you bought it.',
} as const
