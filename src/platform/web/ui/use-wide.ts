import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 100rem)'

function watchWidth(onChange: () => void) {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the screen has room for what is only there. Not on the server. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  )
