import type { FormEvent } from 'react'
import { PATHS } from '../../domain/site/paths.ts'
import { SEARCH_LIMITS } from '../../domain/draws/search-address.ts'
import { formText } from '../ui/form-text.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { useLocation } from '../ui/location.ts'
import { questionPath } from './address.ts'

interface Props {
  /** Stays in the field, to be changed. */
  question: string
  /** The question that a follow-up builds on; empty without one. */
  previous: string
}

/** The one field, at the bottom of the screen. A plain form, so it works without script. */
export function QuestionForm({ question, previous }: Props) {
  const [, navigate] = useLocation()

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(questionPath(formText(event.currentTarget, 'question').trim(), previous))
  }

  return (
    <form method="get" action={PATHS.assistant} onSubmit={ask} className="ask no-print">
      {previous && <input type="hidden" name="previous" value={previous} />}
      <input
        name="question"
        aria-label="Question"
        placeholder={previous ? 'Ask on, such as “and Metro?”' : 'Ask about past draws'}
        autoComplete="off"
        maxLength={SEARCH_LIMITS.question}
        defaultValue={question}
      />
      <button type="submit" aria-label="Ask">
        <IconPath path="M12 20V5M6 11l6-6 6 6" size={24} />
      </button>
    </form>
  )
}
