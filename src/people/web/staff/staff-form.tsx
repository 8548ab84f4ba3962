import { type ComponentProps, type ReactNode, useRef } from 'react'
import { useForm } from '../../../platform/web/api/use-form.ts'
import { DraftNote } from '../../../platform/web/ui/draft-note.tsx'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Problems } from '../../../platform/web/ui/field.tsx'
import { formFailure } from './calls.ts'

/** The values of a form's fields by name, as its call takes them. */
export type Values = Readonly<Record<string, string>>

interface Props {
  label?: string
  /** Tells the drafts of a page's forms apart; the label or the button by default. */
  draft?: string
  /** The text of the button, and its look. */
  button: string
  look?: ComponentProps<typeof Button>['kind']
  /** Sends the values. Returns the message for success, if there is one. */
  send: (values: Values, form: HTMLFormElement, id: string) => Promise<string | null | void>
  /** The message for a failure; null where the problems of the fields say it all. */
  explain?: (error: unknown, form: HTMLFormElement) => string | null | Promise<string | null>
  /** One column in place of two on wide screens. */
  stacked?: boolean
  className?: string
  disabled?: boolean
  onChange?: () => void
  /** What follows the button. */
  beside?: ReactNode
  children: ReactNode
}

/** The button of a long form is far below its outcome. */
const bringIntoView = (outcome: HTMLElement | null) => outcome?.scrollIntoView({ block: 'nearest' })

/** A form of staff with the outcome above its fields. Each field shows its problem, and a failure keeps what was typed. */
export function StaffForm({
  label,
  button,
  draft: name = label ?? button,
  look,
  send,
  explain = formFailure,
  stacked = false,
  className = stacked ? 'max-w-md' : '',
  disabled = false,
  onChange,
  beside,
  children,
}: Props) {
  const ref = useRef<HTMLFormElement>(null)
  const { busy, result, fields, draft, submit } = useForm(
    (error) => explain(error, ref.current!),
    {},
    { form: ref, name },
  )
  const columns = stacked ? 'space-y-3' : 'grid items-start gap-2 *:min-w-0 sm:grid-cols-2'
  return (
    <form
      ref={ref}
      method="post"
      noValidate={stacked}
      aria-label={label}
      onSubmit={submit((form, id) => send(Object.fromEntries(new FormData(form)) as Values, form, id))}
      onChange={onChange}
      className={`${columns} ${className}`}
    >
      {result && (
        <div ref={bringIntoView} className="scroll-mt-16 sm:col-span-2">
          <Banner kind={result.kind}>{result.text}</Banner>
        </div>
      )}
      <DraftNote of={draft} />
      <Problems value={fields}>{children}</Problems>
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" kind={look} disabled={busy || disabled}>
          {busy ? 'Please wait...' : button}
        </Button>
        {beside}
      </div>
    </form>
  )
}
