import { type ReactNode, useEffect } from 'react'

/** The heading of a screen. Navigation moves the focus here. */
export function Title({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="text-lg leading-tight font-bold tracking-tight md:text-xl">
      {children}
    </h1>
  )
}

const LINE = 'flex flex-wrap items-baseline gap-x-2 md:gap-x-3'

/**
 * A screen's heading with what belongs beside it, such as a date, a tag or a link at the end of the line. On a narrow
 * phone a tag goes below the date, so that the link stays on the first line.
 */
export function Head({ title, children, end }: { title: ReactNode; children?: ReactNode; end?: ReactNode }) {
  return (
    <div className={`relative mb-3 md:mb-4 ${LINE}`}>
      <Title>{title}</Title>
      {end && children ? <div className={`min-w-28 flex-1 ${LINE}`}>{children}</div> : children}
      {end && <div className="ml-auto text-sm md:-my-2">{end}</div>}
    </div>
  )
}

/** The browser's title of a page. */
export const documentTitle = (title: string) => `${title} | Lotto Forecast`

/** Names the subject of a page in the browser's title, once it is known. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = documentTitle(title)
  }, [title])
}
