import { type ReactNode, useId } from 'react'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { hasRight, type Right } from '../../../platform/rules/access/staff-roles.ts'
import { useMe } from '../../../platform/web/access/me.ts'

/** A part of a staff screen: its heading, and a link to the screen with all of it. */
export function Section({
  title,
  link,
  children,
}: {
  title: string
  link?: { to: string; text: string }
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="font-bold">
          {title}
        </h2>
        {link && (
          <PageLink to={link.to} className="link inline-flex min-h-11 items-center text-sm">
            {link.text}
          </PageLink>
        )}
      </div>
      {children}
    </section>
  )
}

/** Shows what a member of staff may do. The server checks the right at each call. */
export function OnlyWith({ right, children }: { right: Right; children: ReactNode }) {
  const me = useMe()
  return me && hasRight(me, right) ? children : null
}
