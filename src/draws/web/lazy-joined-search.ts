import { lazy } from 'react'

/**
 * Fetched when it is first shown. When it cannot be fetched, it stays absent, and the rest of the screen works on. The server, which cannot wait while it renders, has it from the start.
 */
export const JoinedSearch = import.meta.env.SSR
  ? (await import('./joined-search.tsx')).default
  : lazy(() => import('./joined-search.tsx').catch(() => new Promise<never>(() => undefined)))
