import type { Result } from '../../api/use-form.ts'

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
