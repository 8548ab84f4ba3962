import type { ReactNode } from 'react'

/** The heading of a screen. Navigation moves the focus here. */
export function Title({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="text-lg leading-tight font-bold tracking-tight md:text-xl">
      {children}
    </h1>
  )
}

/** A screen's heading with what belongs beside it, such as a date, a tag or a link at the end of the line. */
export function Head({ title, children, end }: { title: ReactNode; children?: ReactNode; end?: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-baseline gap-x-2 gap-y-0.5 md:mb-4 md:gap-x-3">
      <Title>{title}</Title>
      {children}
      {end && <div className="ml-auto text-sm">{end}</div>}
    </div>
  )
}
