import { useEffect, useRef } from 'react'

/**
 * Moves the focus when a form of this page has its answer, because the form is new then: to the first wrong field, or to
 * the heading above the answer.
 *
 * @param query the address of the answer
 * @param isAnswered whether the answer to `query` is on the page
 */
export function useAnswerFocus(query: string, isAnswered: boolean): void {
  const answered = useRef(query)
  useEffect(() => {
    if (!isAnswered || answered.current === query) return
    answered.current = query
    const wrong = document.querySelector<HTMLElement>('main [aria-invalid]')
    ;(wrong ?? document.querySelector('h1'))?.focus()
  }, [query, isAnswered])
}
