import { useEffect, useRef, useState } from 'react'
import { hasRight } from '../../../platform/rules/access/staff-roles.ts'
import { rightOfPage } from '../../../platform/rules/access/staff.ts'
import { SHORTCUTS, shortcutOf } from '../../../platform/rules/site/shortcuts.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Checkbox } from '../../../platform/web/ui/field.tsx'
import { useLocation } from '../../../platform/web/ui/location.ts'

/** The next key of a shortcut must follow within this time, in milliseconds. */
const SEQUENCE_MS = 1500
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'
const UNDO = '[data-undo]'
const SEARCH = 'main [type="search"]'

/** Whether this device uses the shortcuts: people who speak to their computer switch them off (WCAG 2.1.4). */
const SWITCH = 'staff-shortcuts'

function isSwitchedOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off'
  } catch {
    return true
  }
}

/** The keys of the staff area, and the button that lists them. In a field a key is text. */
export function Shortcuts() {
  const me = useMe()
  const [, navigate] = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOn, setOn] = useState(true)
  // oxlint-disable-next-line react/set-state-in-effect -- the server does not know the device's choice
  useEffect(() => setOn(isSwitchedOn()), [])
  const allowed = SHORTCUTS.filter((one) => !('to' in one) || (me && hasRight(me, rightOfPage(one.to))))

  function act(keys: string, to: string | undefined) {
    if (keys === '?') return dialog.current?.showModal()
    if (keys === 'Escape') return
    if (keys === 'u') return [...document.querySelectorAll<HTMLElement>(UNDO)].pop()?.click()
    if (keys === '/') {
      const here = document.querySelector<HTMLElement>(SEARCH)
      if (here) return here.focus()
      focusWhenThere(SEARCH)
    }
    navigate(to!)
  }
  const press = useRef({ act, allowed })
  useEffect(() => {
    press.current = { act, allowed }
  })

  useEffect(() => {
    if (!isOn) return
    let before = ''
    let at = 0
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return
      const target = event.target as HTMLElement
      if (document.querySelector('dialog[open]')) return
      if (target.closest(FIELDS)) {
        if (event.key === 'Escape') target.blur()
        before = ''
        return
      }
      const isSequence = before !== '' && event.timeStamp - at < SEQUENCE_MS
      const pressed = isSequence ? `${before} ${event.key}` : event.key
      const found = shortcutOf(pressed, press.current.allowed)
      before = found === 'begins' ? pressed : ''
      at = event.timeStamp
      if (!found || found === 'begins') return
      event.preventDefault()
      press.current.act(found.keys, found.to)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])

  function turn(on: boolean) {
    setOn(on)
    try {
      localStorage.setItem(SWITCH, on ? 'on' : 'off')
    } catch {
      // The choice holds until the page closes.
    }
  }

  return (
    <>
      <button
        type="button"
        className="no-print link mt-4 hidden min-h-11 text-sm md:block"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        Keyboard shortcuts
      </button>
      <dialog ref={dialog} aria-labelledby="shortcuts" className="sheet lifted">
        <h2 id="shortcuts" className="text-lg font-bold">
          Keyboard shortcuts
        </h2>
        <dl className="ruled my-3">
          {allowed.map(({ keys, does }) => (
            <div key={keys} className="flex items-center justify-between gap-4 py-1.5 text-sm">
              <dt>{does}</dt>
              <dd className="font-bold whitespace-nowrap">
                {keys.split(' ').map((key) => (
                  <kbd key={key} className="ml-1.5 rounded-md border border-edge px-2 py-0.5">
                    {key === 'Escape' ? 'Esc' : key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label="Use these keys on this device"
          checked={isOn}
          onChange={(event) => turn(event.target.checked)}
        />
        <Button kind="plain" className="mt-3" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </dialog>
    </>
  )
}

/** Focuses an element of the page that is being opened, once both it and the heading, which has the focus first, are there. */
function focusWhenThere(selector: string): void {
  const end = new AbortController()
  const take = () => {
    const found = document.activeElement?.matches('h1') && document.querySelector<HTMLElement>(selector)
    if (!found) return
    end.abort()
    found.focus()
  }
  const observer = new MutationObserver(take)
  end.signal.addEventListener('abort', () => observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', take, { signal: end.signal })
  setTimeout(() => end.abort(), 5000)
}
