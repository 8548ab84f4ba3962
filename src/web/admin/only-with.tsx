import type { ReactNode } from 'react'
import { hasRight, type Right } from '../../domain/admin/staff-roles.ts'
import { useMe } from '../accounts/me.ts'

/** Shows what a member of staff may do. The server checks the right at each call. */
export function OnlyWith({ right, children }: { right: Right; children: ReactNode }) {
  const me = useMe()
  return me && hasRight(me, right) ? children : null
}
