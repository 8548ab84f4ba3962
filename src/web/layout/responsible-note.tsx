import { NOTES } from '../../domain/messages.ts'
import { useSite } from '../site/site.ts'

/** The note on age, odds and help below every signed-out, plan, prediction and statistics page. */
export function ResponsibleNote() {
  const help = useSite()?.help
  return (
    <footer className="mx-auto mt-8 max-w-2xl px-4 pb-6 text-center text-sm text-quiet">
      <p>
        <strong className="mr-2 inline-block rounded-full border border-edge px-2 font-bold">
          {NOTES.adults}
        </strong>
        {NOTES.responsibly}. {NOTES.odds}
      </p>
      {help && (
        <p className="mt-1">
          Help with gambling:{' '}
          {help.url ? (
            <a className="link" href={help.url} rel="noopener">
              {help.name}
            </a>
          ) : (
            help.name
          )}
        </p>
      )}
    </footer>
  )
}
