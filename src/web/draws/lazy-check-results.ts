import { lazy } from 'react'
import { afterScreen } from '../ui/after-screen.ts'

/**
 * Fetched after the screen. When it cannot be fetched, the server's form stays as it is, and works without script. The
 * server, which cannot wait while it renders, has it at once.
 */
export const CheckResults = import.meta.env.SSR
  ? (await import('./check-results.tsx')).default
  : lazy(() =>
      afterScreen(() => import('./check-results.tsx')).catch(() => new Promise<never>(() => undefined)),
    )
