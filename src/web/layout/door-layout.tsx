import type { ReactNode } from 'react'
import { formatDate } from '../../domain/calendar.ts'
import { NOTES } from '../../domain/messages.ts'
import { PATHS } from '../../domain/paths.ts'
import type { Answers } from '../answers.ts'
import type { AnswerOf } from '../api/call.ts'
import { BallSet } from '../ui/ball.tsx'
import { Mark } from '../ui/mark.tsx'
import { LegalLinks } from './legal-links.tsx'
import { Notice } from './notice.tsx'
import { ResponsibleNote } from './responsible-note.tsx'

type Latest = AnswerOf<'GET /api/public/latest-draw'>['latest']
export const LATEST_DRAW = '/api/public/latest-draw'

interface Props {
  answers?: Answers['calls']
  children: ReactNode
}

/** The frame of the ways in. The product's name is the page's heading, with the newest numbers beside the form. */
export function WayInLayout({ answers, children }: Props) {
  const answer = answers?.[LATEST_DRAW]
  const latest = answer?.status === 200 ? (answer.body as { latest: Latest }).latest : null
  return (
    <Frame
      name={
        <h1 tabIndex={-1} className={NAME}>
          LOTTO FORECAST
        </h1>
      }
      more={latest && <LatestDraw latest={latest} />}
    >
      {children}
    </Frame>
  )
}

/** The frame of the other pages that need no account. Each has its own heading. */
export function DoorLayout({ children }: Props) {
  const name = (
    <a href={PATHS.start} className={NAME}>
      LOTTO FORECAST
    </a>
  )
  return <Frame name={name}>{children}</Frame>
}

const NAME = 'mt-2 text-xl leading-tight font-extrabold tracking-wide md:text-2xl'

/** A deep head with mark and name, and a card. On a desktop, two halves. */
function Frame({ name, more, children }: { name: ReactNode; more?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-screen grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] md:grid-cols-2 md:grid-rows-[1fr_auto]">
      <header className="on-deep flex flex-col items-center bg-deep px-4 pt-6 pb-11 text-center text-on-deep md:justify-center md:p-12">
        <Mark size={44} />
        {name}
        <p className="text-sm text-on-deep-quiet">Every draw. Every number. Checked.</p>
        {more}
      </header>
      <main
        id="content"
        className="mx-auto -mt-7 w-[min(25rem,100%-1.5rem)] self-start rounded-2xl border border-line bg-sheet p-4 md:my-6 md:self-center"
      >
        <Notice />
        {children}
      </main>
      <div className="md:col-span-2">
        <ResponsibleNote>
          <a className="link inline-block py-1.5" href={PATHS.record}>
            Our forecasts, checked in public
          </a>
          <LegalLinks />
        </ResponsibleNote>
      </div>
    </div>
  )
}

/** The newest numbers, where the screen has room for them. */
function LatestDraw({ latest: { name, date, winning, sample } }: { latest: NonNullable<Latest> }) {
  return (
    <div className="mt-7 hidden text-sm text-on-deep-quiet md:block">
      <div className="balls-on-deep">
        <BallSet numbers={winning} type="winning" size="large" unlinked />
      </div>
      <p className="mt-2">
        {name}, {formatDate(date)}
      </p>
      {sample && <p className="mx-auto mt-1 max-w-[20rem] text-xs">{NOTES.sample}</p>}
    </div>
  )
}
