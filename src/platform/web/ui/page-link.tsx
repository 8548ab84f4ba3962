import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'
import { useLocation } from './location.ts'

/** Fetches a page's code ahead of the visit. The app provides it, because it knows the pages. */
export const PrefetchPage = createContext<(to: string) => void>(() => undefined)

/** A click that opens another tab or window, or saves the address. */
const opensElsewhere = ({ ctrlKey, metaKey, altKey, shiftKey, button }: MouseEvent) =>
  ctrlKey || metaKey || altKey || shiftKey || button !== 0

type Props = { to: string } & Omit<ComponentProps<'a'>, 'href'>

/** A link to a page of the app. It fetches the page's code when a finger or pointer comes near. */
export function PageLink({ to, onClick, children, ...rest }: Props) {
  const [, navigate] = useLocation()
  const prefetchPage = useContext(PrefetchPage)
  const prefetch = () => prefetchPage(to)
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        onClick?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        navigate(to)
      }}
      onPointerEnter={prefetch}
      onTouchStart={prefetch}
    >
      {children}
    </a>
  )
}
