import { useEffect } from 'react'

export interface Asked {
  question: string
  /** The question that it builds on; empty without one. */
  previous: string
}

const MOST = 50
/** The questions of this visit, oldest first. They leave with the document. */
const visit: Asked[] = []

const isSame = (one: Asked, other: Asked) =>
  one.question === other.question && one.previous === other.previous

/** Notes a question once it is answered. @returns the questions before it, oldest first */
export function useAskedBefore(asked: Asked, isAnswered: boolean): readonly Asked[] {
  const { question, previous } = asked
  useEffect(() => {
    if (!question || !isAnswered || visit.some((one) => isSame(one, { question, previous }))) return
    visit.push({ question, previous })
    visit.splice(0, visit.length - MOST)
  }, [question, previous, isAnswered])
  const at = visit.findIndex((one) => isSame(one, asked))
  return at < 0 ? visit : visit.slice(0, at)
}
