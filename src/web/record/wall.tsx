import { capitalised, formatDayMonth, monthYearOf, parseDate } from '../../domain/base/calendar.ts'
import { placeNote } from '../../domain/record/place.ts'
import { publicForecastPath, recordCheckPath } from '../../domain/site/paths.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { LOCK } from '../ui/more-icons.ts'
import type { RecordAnswer } from './figures.tsx'

type Month = RecordAnswer['months'][number]
type Slip = Month['slips'][number]

/** The five shapes of a slip. What was withdrawn, void or late is struck. */
const SHAPES = ['sealed', 'open', 'hit', 'miss', 'withdrawn'] as const

const WORDS = {
  sealed: 'sealed',
  open: 'open',
  withdrawn: 'withdrawn',
  void: 'void',
  'after-lock': 'published after the lock',
} as const

/** Every forecast as a small slip, by the month of its draw. Each leads to its large one. */
export function Wall({ months }: { months: readonly Month[] }) {
  return (
    <>
      <p className="slip-key">
        {SHAPES.map((shape) => (
          <span key={shape}>
            <i className={`day-slip day-${shape}`} /> {shape}
          </span>
        ))}
      </p>
      <div className="months">
        {months.map(({ month, hit, scored, slips }) => (
          <section key={month}>
            <div className="flex min-h-11 items-center justify-between gap-2">
              <h2 className="font-bold">{nameOf(month)}</h2>
              <span className="text-sm text-quiet">{`${hit} of ${scored} hit`}</span>
            </div>
            <p className="-mt-2 mb-1 text-xs text-quiet">
              {`A witness saw ${slips.filter(({ place }) => place.witnessed).length} of ${slips.length} before the lock`}
            </p>
            <div className="wall">
              {slips.map((slip) => (
                <SmallSlip key={slip.entry} slip={slip} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </>
  )
}

/** `November 2026` */
const nameOf = (month: string) => capitalised(monthYearOf(parseDate(`${month}-01`)!)).replace('_', ' ')

function SmallSlip({ slip: { id, entry, date, state, numbers, hits, place } }: { slip: Slip }) {
  const shape = state === 'scored' ? (hits > 0 ? 'hit' : 'miss') : isStruck(state) ? 'withdrawn' : state
  const words = state === 'scored' ? `${hits} of ${numbers} hit` : WORDS[state]
  return (
    <a href={id === null ? recordCheckPath(String(entry)) : publicForecastPath(id)}>
      <span className="visually-hidden">{`${formatDayMonth(date)}, ${words}. ${placeNote(place)}`}</span>
      <span className={`day-slip day-${shape}`} aria-hidden="true">
        {Number(date.slice(8))}
        {state === 'sealed' ? <IconPath path={LOCK} size={18} /> : <b>{hits > 0 && hits}</b>}
      </span>
    </a>
  )
}

const isStruck = (state: Slip['state']) => state === 'withdrawn' || state === 'void' || state === 'after-lock'
