import { DRAW_LIMITS } from './draw-limits.ts'

/** A string or a number as trimmed text; empty for any other value of a request. */
export function textOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
}

/** A ball from 1 to 90 from a number or a text ("07" is 7); null for anything else. */
export function parseBall(value: unknown): number | null {
  const text = textOf(value)
  if (!/^\d{1,2}$/.test(text)) return null
  const ball = Number(text)
  return ball >= 1 && ball <= DRAW_LIMITS.highestBall ? ball : null
}
