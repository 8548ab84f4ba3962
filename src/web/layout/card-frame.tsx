import type { ReactNode } from 'react'
import { PATHS } from '../../domain/site/paths.ts'
import { Mark } from '../ui/mark.tsx'
import { LegalLinks } from './legal-links.tsx'
import { Notice } from './notice.tsx'
import { ResponsibleNote } from './responsible-note.tsx'

/** The classes of the product's name. */
export const NAME = 'text-lg leading-tight font-extrabold md:text-2xl'

/** A deep head with mark and name, and a card, which may have more below it. On a desktop, two halves. */
export function CardFrame({
  name,
  more,
  below,
  children,
}: {
  name: ReactNode
  more?: ReactNode
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid min-h-screen grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] md:grid-cols-2 md:grid-rows-[1fr_auto]">
      <header className="on-deep flex flex-col bg-deep px-4 pt-3 pb-11 text-on-deep md:justify-center md:pl-[18%]">
        <div className="flex items-center gap-2">
          <Mark size={32} />
          {name}
        </div>
        {more || <p className="mt-2 text-sm text-on-deep-quiet">Every draw. Every number. Checked.</p>}
      </header>
      <div className="-mt-7 md:my-6 md:self-center">
        <main
          id="content"
          className="mx-auto w-[min(25rem,100%-1.5rem)] rounded-2xl border border-line bg-sheet p-4"
        >
          <Notice />
          {children}
        </main>
        {below}
      </div>
      <div className="md:col-span-2">
        <ResponsibleNote>
          <a className="link tap" href={PATHS.record}>
            Our forecasts, checked in public
          </a>
          <LegalLinks />
        </ResponsibleNote>
      </div>
    </div>
  )
}
