import { breakWords } from '../../platform/rules/access/break.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { buttonClasses } from '../../platform/web/ui/button.tsx'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { Head } from '../../platform/web/ui/title.tsx'

/** In the place of what a break turns off. @param title of the screen that it replaces */
export function BreakNote({ until, title }: { until: number; title?: string }) {
  return (
    <>
      {title && <Head title={title} />}
      <section className="rounded-lg border border-line bg-sheet p-4">
        <p className="font-bold">{breakWords(until)}</p>
        <p className="mt-1 mb-3 text-sm text-quiet">
          Forecasts, tickets, notifications and plans are off until then. Results stay open.
        </p>
        <PageLink to={PATHS.dayResult} className={buttonClasses('plain')}>
          Today’s results
        </PageLink>
      </section>
    </>
  )
}
