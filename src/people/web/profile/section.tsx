import { type ReactNode, useId } from 'react'
import type { Result } from '../../../platform/web/api/use-form.ts'

/** The card of the sections. It runs from edge to edge on a phone. */
export function Sections({ children }: { children: ReactNode }) {
  return <div className="ruled mt-3 max-w-[56rem]">{children}</div>
}

/** One section of the card: what it is about and its controls, side by side on a desktop. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="py-3 md:grid md:grid-cols-[minmax(0,2fr)_minmax(0,5fr)] gap-6">
      <div className="mb-3 md:mb-0">
        <h2 id={id} className="font-bold">
          {title}
        </h2>
        {note && <p className="mt-0.5 text-sm text-quiet">{note}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

/** The result of a change. */
export function ChangeStatus({ result }: { result: Result | null }) {
  return (
    <p
      role="status"
      className={`mt-2 font-bold empty:hidden ${result?.kind === 'good' ? 'text-brand' : 'text-error'}`}
    >
      {result?.text}
    </p>
  )
}
