import { useState } from 'react'
import { WALL } from '../../rules/wall.ts'
import { drawSentence } from '../../rules/draw-text.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'

type Game = AnswerOf<'GET /api/public/wall'>['games'][number]

interface Arrival {
  key: string
  at: number
}

/** The results that came while the page was open: when the newest did, which are new, and their sentence for screen readers. */
export function useArrivals(games: readonly Game[], now: number) {
  const drawn = games.flatMap(({ key, draw }) => (draw?.state === 'drawn' ? [key] : []))
  const [known, setKnown] = useState(games)
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([])
  if (known !== games) {
    setKnown(games)
    const had = new Set(known.flatMap(({ key, draw }) => (draw ? [key] : [])))
    const came = drawn.filter((key) => !had.has(key)).map((key) => ({ key, at: now }))
    setArrivals([...arrivals.filter(({ at }) => now - at < WALL.justInMs), ...came])
  }
  const newest = arrivals[arrivals.length - 1]
  const latest = games.find(({ key }) => key === newest?.key)
  return {
    newest: newest?.at ?? 0,
    isNew: (key: string) => arrivals.some((one) => one.key === key && now - one.at < WALL.justInMs),
    text: latest?.draw ? `${latest.name}: ${drawSentence(latest.draw)}` : '',
  }
}
