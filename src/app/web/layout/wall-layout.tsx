import type { ReactNode } from 'react'

/** No frame: the page fills a TV. */
export default function WallLayout({ children }: { children: ReactNode }) {
  return children
}
