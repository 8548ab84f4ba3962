import { createRoot } from 'react-dom/client'
import { Button } from '../../platform/web/ui/button.tsx'

/** The browser's event: it can be installed from here. Not in the standard library. */
interface InstallOffer extends Event {
  prompt?: () => void
}

/** The number of visits, and on which of them the hint is shown. A closed hint counts as one more visit. */
const VISITS = 'visits'
const SHOWN_AT = 3

/** Offers the home screen once, on the third visit of a browser that can. A visit lasts as long as the tab. */
export function showInstallHint(offer: InstallOffer): void {
  offer.preventDefault()
  const add = () => localStorage.setItem(VISITS, String(Number(localStorage.getItem(VISITS)) + 1))
  if (sessionStorage.getItem(VISITS) === null) add()
  sessionStorage.setItem(VISITS, 'counted')
  if (localStorage.getItem(VISITS) !== String(SHOWN_AT)) return
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const close = () => {
    add()
    root.unmount()
    place.remove()
  }
  root.render(
    <aside
      aria-label="Home screen"
      className="no-print fixed inset-x-0 bottom-(--bottom-bar) z-20 flex flex-wrap items-center gap-2 border-t border-line bg-soft px-3 py-2 text-sm md:bottom-0"
    >
      <p className="flex-1 basis-32">Lotto Forecast can open from your home screen.</p>
      <Button
        onClick={() => {
          close()
          offer.prompt?.()
        }}
      >
        Add
      </Button>
      <Button kind="plain" onClick={close}>
        Close
      </Button>
    </aside>,
  )
}
