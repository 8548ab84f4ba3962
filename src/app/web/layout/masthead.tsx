import type { ReactNode } from 'react'
import { Mark } from '../../../platform/web/ui/mark.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'

interface Props {
  /** Where the mark leads. */
  home: string
  /** Below the wordmark on a phone, beside the other controls on a desktop. */
  welcome?: ReactNode
  /** Below the wordmark on a phone, beside it on a desktop. */
  status?: ReactNode
  /** The controls at the end. */
  children: ReactNode
}

/** The deep green bar, at the top of every screen of the app, for its `header` element: mark, wordmark, welcome and controls. */
export function Masthead({ home, welcome, status, children }: Props) {
  return (
    <div className="masthead no-print sticky top-0 z-10 h-(--masthead) bg-deep text-on-deep">
      <div className="mx-auto flex h-full max-w-(--frame) items-center gap-1.5 pr-1 pl-3 md:gap-4 md:px-6">
        <PageLink
          to={home}
          className={`flex min-h-11 min-w-0 items-center gap-2 ${status ? 'flex-none' : 'flex-1'}`}
        >
          <Mark size={28} />
          <span
            className={`min-w-0 overflow-hidden leading-tight md:flex md:items-center md:gap-4 ${status ? '' : 'max-[15em]:w-0'}`}
          >
            <span className="block truncate text-[min(calc(0.5rem+7px),6vw)] font-extrabold tracking-tight md:text-lg">
              Lotto Forecast
            </span>
            {status ?? (
              <span className="block truncate text-[clamp(0.65rem,3.3vw,0.75rem)] text-on-deep-quiet md:hidden">
                {welcome}
              </span>
            )}
          </span>
        </PageLink>
        <p className="ml-auto hidden min-w-0 truncate text-right text-sm md:block">{welcome}</p>
        {children}
      </div>
    </div>
  )
}

/** The first link of a page, which lets keyboard users skip the navigation. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="skip absolute top-1 left-2 z-20 rounded-lg bg-brand px-4 py-2 text-on-brand"
    >
      Skip to content
    </a>
  )
}
