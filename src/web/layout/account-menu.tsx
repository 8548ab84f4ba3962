import type { ReactNode } from 'react'
import { helpPath, PATHS } from '../../domain/site/paths.ts'
import { LogoutButton } from '../accounts/logout-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useLocation } from '../ui/location.ts'
import { PageLink } from '../ui/page-link.tsx'
import { usePopup } from './use-popup.ts'

const ITEM = 'flex min-h-11 w-full items-center gap-3 rounded-md px-3'

/** The circle with the name's initial. It opens to the name, the plan, the account's screens and, on a phone, Logout. */
export function AccountMenu({ name, children }: { name: string; children: ReactNode }) {
  const { popup, close } = usePopup()
  const [path] = useLocation()
  // The first character of the name, which may be longer than one code unit.
  const initial = Array.from(name.trim())[0]?.toUpperCase()
  return (
    <details ref={popup} className="relative shrink-0 max-[16rem]:ml-auto">
      <summary aria-label="Account" className="grid size-[44px] place-items-center">
        <span className="grid size-[calc(0.5rem+20px)] place-items-center rounded-full border border-on-deep-edge bg-white/15 text-[calc(0.125rem+12px)] font-bold">
          {initial}
        </span>
      </summary>
      <div className="lifted absolute right-1 top-[calc(100%+2px)] w-[min(16rem,94vw)] rounded-lg p-2">
        <p className="mb-2 border-b border-line px-3 pt-2 pb-3">
          <strong className="block">{name}</strong>
          <span className="text-xs text-quiet">{children}</span>
        </p>
        <PageLink to={PATHS.profile} onClick={close} className={ITEM}>
          <Icon name="user" />
          Profile
        </PageLink>
        <PageLink to={PATHS.paymentChannel} onClick={close} className={ITEM}>
          <Icon name="card" />
          Payment Channel
        </PageLink>
        <PageLink to={helpPath(path)} onClick={close} className={ITEM}>
          <Icon name="chat" />
          Help
        </PageLink>
        <div className="md:hidden">
          <LogoutButton look="menu" />
        </div>
      </div>
    </details>
  )
}
