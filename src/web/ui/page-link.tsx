import { type AnchorHTMLAttributes, createContext, type ReactNode, useContext } from 'react'
import { Link } from 'wouter'

/** Fetches a page's code ahead of the visit. The app provides it, because it knows the pages. */
export const PrefetchPage = createContext<(path: string) => void>(() => undefined)

type Props = { to: string; children: ReactNode } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>

/** A link to a page of the app. It fetches the page's code when a finger or pointer comes near. */
export function PageLink({ to, children, ...rest }: Props) {
  const prefetchPage = useContext(PrefetchPage)
  const prefetch = () => prefetchPage(to.split(/[?#]/)[0]!)
  return (
    <Link href={to} {...rest} onPointerEnter={prefetch} onTouchStart={prefetch}>
      {children}
    </Link>
  )
}
