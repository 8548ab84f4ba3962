import type { ReactNode } from 'react'
import { formatDate } from '../../domain/base/calendar.ts'
import { placeText, witnessedText } from '../../domain/record/place.ts'
import { luckWords, outcomeOf } from '../../domain/record/score.ts'
import { SlipLine } from '../billing/slip.tsx'
import { BallSet } from '../ui/ball.tsx'
import { IconPath } from '../ui/icon-path.tsx'
import { Title } from '../ui/title.tsx'
import {
  clockOf,
  type Forecast,
  formWords,
  lateTexts,
  scoreWords,
  sealedText,
  unscoredText,
} from './forecast.ts'
import { ForecastBalls } from './forecast-balls.tsx'

interface Props {
  forecast: Forecast & { id: number }
  /** The close has passed. */
  isPublic: boolean
  /** The list that the slip is from, and its name. */
  back: { to: string; name: string }
  /** The page of the draw, if there is one. */
  draw: string | null
  /** Plain balls, for pages of signed-out visitors. */
  unlinked?: boolean
  picture?: ReactNode
}

/** One forecast as a slip: its numbers, its draw, when it was sealed, and its commitment. */
export function Slip({ forecast, isPublic, back, draw, unlinked = false, picture }: Props) {
  const { id, gameName, operator, date, numbers, reasons, fingerprint, standing } = forecast
  const winning = standing.state === 'scored' ? standing.winning : undefined
  const texts = [unscoredText(forecast), ...lateTexts(forecast), ...correctedTexts(forecast)]
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <a
          href={back.to}
          aria-label={`Back to ${back.name}`}
          className="grid size-11 place-items-center text-brand"
        >
          <IconPath path="M14.5 6l-6 6 6 6" />
        </a>
        <Title>Forecast {id}</Title>
        {winning && <Hits forecast={forecast} winning={winning} />}
      </div>
      <article className="big-slip">
        <p className="text-sm text-quiet">{operator ? `${gameName}, ${operator}` : gameName}</p>
        <p className="font-bold">
          {formatDate(date)}
          {formWords(forecast)}
        </p>
        {forecast.place && <p className="text-sm text-quiet">{placeText(forecast.place)}</p>}
        <p className="mt-2.5 text-sm text-quiet">Forecast</p>
        <ForecastBalls numbers={numbers} winning={winning} className="b40 balls-large" unlinked={unlinked} />
        {winning && (
          <>
            <p className="mt-3 mb-1 text-sm text-quiet">
              {draw ? (
                <a className="link tap -my-3" href={draw}>
                  Draw
                </a>
              ) : (
                'Draw'
              )}
            </p>
            <div className="balls-gap">
              <BallSet
                numbers={winning}
                type="winning"
                size={40}
                isHit={(place) => numbers.includes(winning[place]!)}
                unlinked={unlinked}
              />
            </div>
          </>
        )}
        {texts.map(
          (text) =>
            text && (
              <p key={text} className="mt-2 text-sm font-bold text-warn">
                {text}
              </p>
            ),
        )}
        {reasons && <p className="mt-2 text-sm whitespace-pre-line">{reasons}</p>}
        {picture}
        <Facts forecast={forecast} isPublic={isPublic} winning={winning} />
        {fingerprint && (
          <>
            <p className="text-xs text-quiet">Commitment</p>
            <p className="font-mono text-xs font-bold">{fingerprint.match(/.{4}/g)!.join(' ')}</p>
          </>
        )}
      </article>
    </>
  )
}

interface ScoredProps {
  forecast: Forecast
  winning: readonly number[]
}

function Hits({ forecast: { numbers, form }, winning }: ScoredProps) {
  const hits = outcomeOf({ numbers, form, winning }).came.length
  return (
    <span className={`tag ml-auto ${hits > 0 ? 'tag-gold' : ''}`}>{`${hits} of ${numbers.length} hit`}</span>
  )
}

function Facts({ forecast, isPublic, winning }: Pick<Props, 'forecast' | 'isPublic'> & Partial<ScoredProps>) {
  const { version, numbers, form, closesAt, penName, place } = forecast
  return (
    <dl className="slip">
      <SlipLine name={version > 1 ? 'Changed' : 'Sealed'}>{sealedText(forecast)}</SlipLine>
      {place && <SlipLine name="Dated by">{witnessedText(place)}</SlipLine>}
      {!isPublic && closesAt !== null && <SlipLine name="Closes">{clockOf(closesAt)}</SlipLine>}
      {winning && form && <SlipLine name="Bet">{scoreWords(forecast, winning)}</SlipLine>}
      {winning && (
        <SlipLine name="Luck">
          gets {luckWords(outcomeOf({ numbers, form, winning }).came.length, numbers.length)}
        </SlipLine>
      )}
      {penName && <SlipLine name="By">{penName}</SlipLine>}
    </dl>
  )
}

/** `Corrected. Before: 1 - 2 - 3 - 4 - 5, not won, 0 of 2 came.` for each earlier result. */
function correctedTexts({ standing, numbers, form }: Forecast): string[] {
  const earlier = standing.state === 'scored' ? standing.earlier : []
  return earlier.map((winning) => {
    const { came, won } = outcomeOf({ numbers, form, winning })
    const wins = won === null ? '' : won ? 'won, ' : 'not won, '
    return `Corrected. Before: ${winning.join(' - ')}, ${wins}${came.length} of ${numbers.length} came.`
  })
}
