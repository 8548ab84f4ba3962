import { useEffect, useRef, useState } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Dialog } from '../../../platform/web/ui/dialog.tsx'

const LOGOUT = `form[action="${PATHS.logout}"] button`

interface Props {
  /** What is not published, as a sentence; null while nothing is typed. */
  unpublished: () => string | null
  /** Empties the form. */
  discard: () => void
}

/**
 * Asks before a link of the page leaves a forecast that is not published. No script can hold Back or a closed tab: they
 * keep the draft, and the form says so when it opens again.
 */
export function LeaveQuestion(props: Props) {
  const [asked, setAsked] = useState<{ by: HTMLElement; text: string } | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    function hold(event: MouseEvent) {
      const by = leavingBy(event)
      const text = by && latest.current.unpublished()
      if (!by || text === null) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setAsked({ by, text })
    }
    document.addEventListener('click', hold, true)
    return () => document.removeEventListener('click', hold, true)
  }, [])

  function leave() {
    latest.current = { ...props, unpublished: () => null }
    asked!.by.click()
    setAsked(null)
  }
  function discard() {
    props.discard()
    leave()
  }
  const isLogout = asked?.by.matches(LOGOUT)
  return (
    asked && (
      <Dialog isQuestion title="Leave without publishing?" onClose={() => setAsked(null)}>
        <p>
          {asked.text} {isLogout && 'A logout deletes the draft.'}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setAsked(null)}>Keep writing</Button>
          {!isLogout && (
            <Button kind="plain" onClick={leave}>
              Leave, keep the draft
            </Button>
          )}
          <Button kind="danger" onClick={discard}>
            Discard
          </Button>
        </div>
      </Dialog>
    )
  )
}

/** The link to another page, or the logout, that a click is about to follow in this tab. */
function leavingBy(event: MouseEvent): HTMLElement | null {
  const { target, ctrlKey, metaKey, altKey, shiftKey, button } = event
  if (ctrlKey || metaKey || altKey || shiftKey || button !== 0) return null
  const by = (target as Element).closest<HTMLElement>(`a[href]:not([target], [download]), ${LOGOUT}`)
  // The login leads back here.
  const isStaying = by instanceof HTMLAnchorElement && [location.pathname, PATHS.login].includes(by.pathname)
  return isStaying ? null : by
}
