import type { FormEvent, KeyboardEvent } from 'react'
import { PATHS } from '../../domain/site/paths.ts'
import { SEARCH_LIMITS } from '../../domain/draws/search-address.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { useLocation } from '../ui/location.ts'
import { questionPath } from './address.ts'

interface Props {
  label: string
  button: string
  kind: 'main' | 'plain'
  question: string
  /** The question that a follow-up builds on; empty for a question of its own. */
  previous: string
}

/** A field for one question; an asked one is visible as a whole. A plain form, so it works without script. */
export function QuestionForm({ label, button, kind, question, previous }: Props) {
  const [, navigate] = useLocation()

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(questionPath(formText(event.currentTarget, 'question').trim(), previous))
  }

  const field = {
    label,
    name: 'question',
    autoComplete: 'off',
    maxLength: SEARCH_LIMITS.question,
    defaultValue: question,
  }
  return (
    <form
      method="get"
      action={PATHS.assistant}
      onSubmit={ask}
      className="mt-3 flex flex-wrap items-end gap-2"
    >
      {previous && <input type="hidden" name="previous" value={previous} />}
      <div className="min-w-0 flex-[1_1_14rem] [&_textarea]:field-sizing-content">
        {question ? (
          <TextArea rows={2} {...field} onKeyDown={submitOnEnter} key={question} />
        ) : (
          <Field {...field} />
        )}
      </div>
      <Button type="submit" kind={kind}>
        {button}
      </Button>
    </form>
  )
}

/** A question is one line, which a phone shows in several. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form!.requestSubmit()
}
