import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import { findPage, loadPage } from './routes.tsx'

type Props = { to: string; children: ReactNode } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>

/** A link to a screen of ours; its code is fetched as soon as a finger or pointer comes near. */
export function PageLink({ to, children, ...rest }: Props) {
  const prefetch = () => void loadPage(findPage(to.split(/[?#]/)[0]!)).catch(() => undefined)
  return (
    <Link href={to} {...rest} onPointerEnter={prefetch} onTouchStart={prefetch}>
      {children}
    </Link>
  )
}
