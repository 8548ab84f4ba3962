import { lazy } from 'react'
import { afterScreen } from '../ui/after-screen.ts'

/**
 * Fetched after the screen; the form works without it, so it stays away when it cannot be fetched. The server, which
 * cannot wait while it renders, has it at once.
 */
export const CheckResults = import.meta.env.SSR
  ? (await import('./check-results.tsx')).default
  : lazy(() => afterScreen(() => import('./check-results.tsx')).catch(() => ({ default: () => null })))
