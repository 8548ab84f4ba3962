import { PREDICTION_LIMITS } from '../../rules/predictions.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { publicForecastPath, recordCheckPath } from '../../../platform/rules/site/paths.ts'
import type { RecordAnswer } from './figures.tsx'
import { formatDayMonth, formatMonth, parseDate } from '../../../platform/rules/base/calendar.ts'
import { placeNote } from '../../rules/record/place.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { CHECK, LOCK } from '../../../platform/web/ui/more-icons.ts'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'
import { winsWords } from '../../rules/record/score.ts'

type Month = RecordAnswer['months'][number]
type Slip = Month['slips'][number]

/** The shapes of a slip, and what the key calls them. What was withdrawn, void or late is struck. */
const SHAPES = {
  won: 'won',
  came: 'some came',
  none: 'none came',
  open: 'open',
  sealed: 'sealed',
  off: 'withdrawn',
} as const

const WORDS = {
  sealed: 'Sealed',
  open: 'Open',
  scored: 'Scored',
  withdrawn: 'Withdrawn',
  void: 'Does not count',
  'after-lock': 'Published too late',
} as const

/** A name that two lines of a slip hold. */
const shortName = (game: string) => game.replace(/ \(.+\)$/, '').replace('International', 'Inter')

/** Every forecast as a small slip, by the month of its draw. Each leads to its large one. */
export function Wall({ months }: { months: readonly Month[] }) {
  return (
    <>
      <p className="slip-key">
        {Object.entries(SHAPES).map(([shape, name]) => (
          <span key={shape}>
            <i className={`key-${shape}`} /> {name}
          </span>
        ))}
      </p>
      {months.map(({ month, wins, slips }) => {
        const [won, luck] = winsWords(wins)
        return (
          <section key={month} className="mt-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-2">
              <h2 className="font-bold">{nameOf(month)}</h2>
              {wins.forecasts > 0 && (
                <span className="text-sm text-quiet">
                  <b className="text-base text-ink">{won}</b>
                  {luck}
                </span>
              )}
            </div>
            <p className="mb-1.5 text-xs text-quiet">
              {`Dated by outside clocks before the close: ${slips.filter(({ place }) => place.stamps.length > 0).length} of ${slips.length}`}
            </p>
            <Slips slips={slips.slice(0, PREDICTION_LIMITS.monthFirst)} />
            {slips.length > PREDICTION_LIMITS.monthFirst && (
              <details className="mt-2">
                <summary className={buttonClasses('plain')}>
                  {`All ${formatCount(slips.length)} of ${nameOf(month).split(' ')[0]}`}
                </summary>
                <Slips slips={slips.slice(PREDICTION_LIMITS.monthFirst)} />
              </details>
            )}
          </section>
        )
      })}
    </>
  )
}

/** `November 2026` */
const nameOf = (month: string) => formatMonth(parseDate(`${month}-01`)!)

const Slips = ({ slips }: { slips: readonly Slip[] }) => (
  <div className="wall">
    {slips.map((slip) => (
      <SmallSlip key={slip.entry} slip={slip} />
    ))}
  </div>
)

function SmallSlip({ slip: { id, entry, game, date, state, score, place } }: { slip: Slip }) {
  const shape: keyof typeof SHAPES = score
    ? score.won
      ? 'won'
      : score.came > 0
        ? 'came'
        : 'none'
    : state === 'sealed' || state === 'open'
      ? state
      : 'off'
  return (
    <a
      href={id === null ? recordCheckPath(String(entry)) : publicForecastPath(id)}
      className={`small-slip small-${shape}`}
    >
      <span className="visually-hidden">
        {`${game}, ${formatDayMonth(date)}. ${score?.words ?? WORDS[state]}. ${placeNote(place)}`}
      </span>
      <span aria-hidden="true">{Number(date.slice(8))}</span>
      <i aria-hidden="true">
        {shape === 'sealed' && <IconPath path={LOCK} size={16} />}
        {shape === 'won' && <IconPath path={CHECK} size={12} />}
        {shape === 'came' && score?.came}
      </i>
      <b aria-hidden="true">{shortName(game)}</b>
    </a>
  )
}
