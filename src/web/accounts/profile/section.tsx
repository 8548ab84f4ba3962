import { type ReactNode, useId } from 'react'

/** One section of the profile. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6 rounded-lg border border-line bg-sheet p-4">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {note && <p className="mt-1 text-sm text-quiet">{note}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
