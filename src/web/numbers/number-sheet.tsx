import { useId, useState } from 'react'
import { numberPath } from '../../domain/site/paths.ts'
import { numberShareText } from '../../domain/share/share-text.ts'
import { useCall } from '../api/use-call.ts'
import { ShareButton } from '../share/share-button.tsx'
import { Ball } from '../ui/ball.tsx'
import { IconPath } from '../ui/icon-path.tsx'
import { Failure, Loading } from '../ui/states.tsx'
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
import { type SheetEntry, showNumber, useSheetEntry } from './sheet-history.ts'
import { useDialog } from './use-dialog.ts'

const CROSS = 'M6 6l12 12M18 6 6 18'

/** The ball that opened the sheet. */
let opener: HTMLElement | null = null

/** Shows the number of a tapped ball, or of a link inside the sheet. */
export function openNumber(link: HTMLAnchorElement): void {
  if (!link.closest('dialog')) opener = link
  showNumber(Number(link.pathname.split('/').pop()))
}

/** The number of the history's entry over the screen: from below on a phone, beside its ball on a desktop. */
export function NumberSheet() {
  const entry = useSheetEntry()
  return entry && <OpenSheet {...entry} />
}

function OpenSheet({ number, depth }: SheetEntry) {
  const { dialog, heading, close } = useDialog({ number, depth }, opener)
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
      <button
        type="button"
        aria-label="Close"
        onClick={close}
        className="absolute top-4 right-2 grid size-11 place-items-center"
      >
        <IconPath path={CROSS} />
      </button>
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
        <ShareButton quiet text={() => numberShareText(number, location.origin + numberPath(number))} />
      </div>
      <NumberActions number={number} />
      <OddsNote />
    </>
  )
}
