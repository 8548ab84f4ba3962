import type { ReactNode } from 'react'
import { useReloadOnUserChange } from '../../../people/web/leave-to-login.ts'
import { useMe } from '../../../platform/web/access/me.ts'

/** No frame: the page is a sheet of paper. */
export default function PaperLayout({ children }: { children: ReactNode }) {
  useReloadOnUserChange(useMe()?.uid)
  return children
}
