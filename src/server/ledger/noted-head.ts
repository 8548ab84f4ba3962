import type { NotedHead } from '../../domain/ledger/verify.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * A head as people note it: `214:9f2c…`, the number of entries and the head after them.
 * @throws Refusal bad-request
 */
export function parseNotedHead(text: string): NotedHead {
  const [, entries, head] = /^(\d{1,9}):([0-9a-f]{64})$/i.exec(text.trim()) ?? []
  if (head === undefined)
    throw new Refusal(
      'bad-request',
      `${text} is no head. Write the number of entries, a colon and 64 digits.`,
    )
  return { entries: Number(entries), head: head.toLowerCase() }
}
