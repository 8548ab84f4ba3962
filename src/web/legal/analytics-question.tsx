import { ANALYTICS_PATH } from '../../domain/legal/legal.ts'
import { AnalyticsChoice } from './analytics-choice.tsx'

/** The question about analytics, below a page of a player who has not answered it. Only the server renders it. */
export function AnalyticsQuestion({ back }: { back: string }) {
  return (
    <aside
      aria-labelledby="analytics-question"
      className="no-print mx-auto max-w-(--frame) px-3 pb-20 md:px-6 md:pb-12"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-sheet p-3">
        <p className="min-w-0 flex-1 basis-60 text-sm">
          <strong id="analytics-question">May an analytics service learn which pages you open?</strong>{' '}
          Without your name, and only if you accept.{' '}
          <a className="link" href={ANALYTICS_PATH}>
            What is sent
          </a>
        </p>
        <AnalyticsChoice back={back} />
      </div>
    </aside>
  )
}
