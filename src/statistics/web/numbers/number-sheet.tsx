import { useId, useState, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { numberShareText } from '../../../draws/rules/draw-text.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { ShareButton } from '../../../platform/web/ui/share-button.tsx'
import { Ball } from '../../../platform/web/ui/ball.tsx'
import { CloseButton } from '../../../platform/web/ui/close-button.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import {
  type Facts,
  FactsTable,
  lastPlayed,
  LuckFigures,
  NumberActions,
  numberAddress,
  OddsNote,
  PlainNumberLink,
  Relatives,
} from './number-view.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { navigateHere, useHistoryState } from '../../../platform/web/ui/location.ts'

/** Where the sheet was opened: its ball. */
const sheet: { opener: HTMLElement | null } = { opener: null }

/** Shows the number of a tapped ball, or of a link inside the sheet. */
export function openNumber(link: HTMLAnchorElement): void {
  if (!link.closest('dialog')) sheet.opener = link
  showNumber(Number(link.pathname.split('/').pop()))
}

/** The number of the history's entry over the screen: from below on a phone, beside its ball on a desktop. */
export function NumberSheet() {
  const entry = useSheetEntry()
  return entry && <OpenSheet {...entry} />
}

function OpenSheet({ number, depth }: SheetEntry) {
  const { dialog, heading, close } = useDialog({ number, depth }, sheet.opener)
  const { data, error, refetch } = useCall('GET /api/numbers/:number', numberAddress(number))
  const label = useId()
  return (
    <dialog ref={dialog} aria-labelledby={label} className="sheet number-sheet lifted">
      <div className="flex flex-wrap items-center gap-x-3 pr-11">
        <Ball number={number} size={40} unlinked />
        <h2 ref={heading} id={label} tabIndex={-1} className="text-lg leading-tight font-bold outline-none">
          Number {number}
        </h2>
      </div>
      <CloseButton className="top-4" onClose={close} />
      {data ? (
        <Content key={number} facts={data} />
      ) : error ? (
        <Failure text="This number could not be loaded." detail={error.message} onRetry={refetch} />
      ) : (
        <div className="grid min-h-[26rem] place-items-center">
          <Loading />
        </div>
      )}
    </dialog>
  )
}

/** Games that the sheet lists at first, so that it fits a phone without scrolling. */
const FIRST_GAMES = 3

function Content({ facts }: { facts: Facts }) {
  const [showsAll, setShowsAll] = useState(false)
  const { number, games } = facts
  return (
    <>
      <LuckFigures facts={facts} />
      <Relatives facts={facts} Link={PlainNumberLink} />
      <FactsTable>
        <thead>
          <tr>
            <th scope="col">Last played</th>
            <th scope="col">Date</th>
            <th scope="col" className="n">
              Draws since
            </th>
          </tr>
        </thead>
        <tbody>
          {games.slice(0, showsAll ? undefined : FIRST_GAMES).map((entry) => (
            <tr key={entry.game}>
              <th scope="row">{entry.name}</th>
              <td className="whitespace-nowrap">{lastPlayed(entry)}</td>
              <td className="n">{entry.since}</td>
            </tr>
          ))}
        </tbody>
      </FactsTable>
      <div className="mb-1 flex items-center justify-between">
        {!showsAll && games.length > FIRST_GAMES ? (
          <button type="button" className="link min-h-11 text-sm" onClick={() => setShowsAll(true)}>
            All {games.length} games
          </button>
        ) : (
          <span />
        )}
        <ShareButton quiet text={() => numberShareText(facts, location.origin + PATHS.results)} />
      </div>
      <NumberActions number={number} />
      <OddsNote />
    </>
  )
}

/** Pixels between the sheet and its set of balls, and between the sheet and the edges of a desktop's window. */
const GAP_PX = 16

/**
 * Runs the sheet's dialog: opens it beside its ball, focuses the heading for each number, and closes it through the
 * browser's history, so that the address bar, Back and the sheet agree. On close the focus returns to the ball.
 */
function useDialog({ number, depth }: SheetEntry, ball: HTMLElement | null) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useOpenDialog(dialog, ball)

  useEffect(() => {
    // A browser may close the dialog by itself at the second request to close.
    if (!dialog.current?.open) dialog.current?.showModal()
    heading.current?.focus()
  }, [number])

  /** The way back is taken once, however many events ask for it before the history has moved. */
  const isLeaving = useRef(false)
  useEffect(() => {
    isLeaving.current = false
  }, [number, depth])
  const goBack = (steps: number) => {
    if (!isLeaving.current) history.go(-steps)
    isLeaving.current = true
  }
  const close = () => goBack(depth)

  // A layout effect, so that the listeners are gone before the dialog reports its own end.
  useLayoutEffect(() => {
    const element = dialog.current!
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
    }
    // Android's Back arrives as a request to close.
    const onCancel = (event: Event) => {
      event.preventDefault()
      goBack(1)
    }
    const onClose = () => goBack(1)
    const onClick = (event: MouseEvent) => {
      // The veil belongs to the dialog itself.
      if (event.target === element && !isInside(element, event)) close()
    }
    const listeners = { keydown: onKeyDown, cancel: onCancel, close: onClose, click: onClick }
    for (const [type, listener] of Object.entries(listeners))
      element.addEventListener(type, listener as EventListener)
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        element.removeEventListener(type, listener as EventListener)
    }
  })
  return { dialog, heading, close }
}

/** Opens the dialog while it is mounted. The ball is marked until then. */
function useOpenDialog(dialog: RefObject<HTMLDialogElement | null>, ball: HTMLElement | null): void {
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    if (!ball) return
    ball.setAttribute('aria-expanded', 'true')
    placeBeside(element, ball)
    return () => {
      // While the dialog is open, nothing below it takes the focus.
      element.close()
      ball.removeAttribute('aria-expanded')
      ball.focus({ preventScroll: true })
    }
  }, [dialog, ball])
}

/** Sets the place that the styles use on a desktop: right of the ball's set, or left of it where the window ends. */
function placeBeside(dialog: HTMLElement, ball: HTMLElement): void {
  const balls = ball.closest('.balls')?.getElementsByClassName('ball') ?? [ball]
  const { left, top } = itemAt(balls, 0).getBoundingClientRect()
  const { right } = itemAt(balls, -1).getBoundingClientRect()
  const width = dialog.offsetWidth + GAP_PX
  const x = right + GAP_PX + width <= innerWidth ? right + GAP_PX : Math.max(GAP_PX, left - width)
  dialog.style.setProperty('--x', `${x}px`)
  dialog.style.setProperty('--y', `${Math.max(GAP_PX, top - GAP_PX)}px`)
}

function isInside(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}

/**
 * The sheet's place in the browser's history. Each number is an entry of its own at the address of the screen below, so
 * Back shows the number before and then closes the sheet.
 */
interface SheetEntry {
  number: number
  /** Entries of the sheet up to this one: so many steps back close it. */
  depth: number
}

const isSheetEntry = (state: unknown): state is SheetEntry =>
  typeof state === 'object' && state !== null && 'number' in state && 'depth' in state

/** The number that the sheet shows; null while it is closed. */
function useSheetEntry(): SheetEntry | null {
  const state = useHistoryState<unknown>()
  return isSheetEntry(state) ? state : null
}

/** Shows a number in the sheet, and opens the sheet if it is closed. */
function showNumber(number: number): void {
  const state: unknown = history.state
  const before = isSheetEntry(state) ? state : { number: 0, depth: 0 }
  if (before.number === number) return
  const entry: SheetEntry = { number, depth: before.depth + 1 }
  // The screen below keeps what it has stored in its own entry.
  navigateHere(location.href, { state: { ...(state as object | null), ...entry } })
}
