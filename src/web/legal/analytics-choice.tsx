import { ANALYTICS_PATH } from '../../domain/legal/legal.ts'
import { buttonClasses } from '../ui/button.tsx'

/** The two answers to the question about analytics, equal in look. Each is a form, so they need no script. */
export function AnalyticsChoice({
  back,
}: {
  /** Path and query of the page that the answer leads to. */
  back: string
}) {
  return (
    <form method="post" action={ANALYTICS_PATH} className="flex flex-wrap gap-2">
      <input type="hidden" name="back" value={back} />
      {(['accept', 'decline'] as const).map((choice) => (
        <button key={choice} name="choice" value={choice} className={buttonClasses('plain')}>
          {choice === 'accept' ? 'Accept' : 'Decline'}
        </button>
      ))}
    </form>
  )
}
