import type { StartLeaf } from './leaves.ts'

const WHY: Readonly<Record<Exclude<StartLeaf['cause'], 'new'>, string>> = {
  lost: 'signed entries were lost',
  key: 'its key was lost or stolen',
  moved: 'the site moved',
  migration: 'another format replaced it',
}

/** What the start of a log says of the one before it; null for the first log. */
export function beginningWords({ cause, previous }: Pick<StartLeaf, 'cause' | 'previous'>): string | null {
  if (cause === 'new') return null
  const [, origin, size] = /^(\S+) (\d+) \S+$/.exec(previous ?? '') ?? []
  const before = origin ? `${origin}, whose last checkpoint has ${size} entries` : 'an earlier log'
  return `This log follows ${before}: ${WHY[cause]}. A checkpoint or a receipt of that log shows what it had.`
}
