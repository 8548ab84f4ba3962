import { type ReactNode, useState } from 'react'
import { clockOf, formatDate } from '../../platform/rules/base/calendar.ts'
import { placeText } from '../rules/record/place.ts'
import { stampedText } from '../rules/stamps.ts'
import { luckWords, outcomeOf, scoreWords } from '../rules/record/score.ts'
import { forecastShareText } from '../rules/share-text.ts'
import { publicForecastPath, recordCheckPath } from '../../platform/rules/site/paths.ts'
import { get } from '../../platform/web/api/call.ts'
import { serverNow } from '../../platform/web/api/server-time.ts'
import { SlipLine } from '../../money/web/slip.tsx'
import { ShareButton } from '../../platform/web/ui/share-button.tsx'
import { useSite } from '../../platform/web/site/site.ts'
import { BallSet } from '../../platform/web/ui/ball.tsx'
import { Button } from '../../platform/web/ui/button.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { CHECK, CROSS } from '../../platform/web/ui/more-icons.ts'
import { Title } from '../../platform/web/ui/title.tsx'
import { clockFrom, type Forecast, formWords, lateTexts, sealedText, unscoredText } from './forecast.ts'
import { ForecastBalls } from './forecast-balls.tsx'

interface Props {
  forecast: Forecast
  /** The close has passed. */
  isPublic: boolean
  /** The list that the slip is from, and its name. */
  back: { to: string; name: string }
  /** The page of the draw, if there is one. */
  draw: string | null
  /** Plain balls, for pages of signed-out visitors. */
  unlinked?: boolean
  picture?: ReactNode
  /** What is below the slip. */
  children?: ReactNode
}

/** One forecast as a slip: its numbers, its draw, when it was sealed, and its commitment. */
export function Slip({ forecast, isPublic, back, draw, unlinked = false, picture, children }: Props) {
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
        {winning && <Score forecast={forecast} winning={winning} />}
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
      {children}
      <Actions forecast={forecast} isPublic={isPublic} />
    </>
  )
}

interface ScoredProps {
  forecast: Forecast
  winning: readonly number[]
}

/** Gold is for a bet that won, however many numbers came. */
function Score({ forecast: { numbers, form }, winning }: ScoredProps) {
  const score = { numbers, form, winning }
  return <span className={`tag ml-auto ${outcomeOf(score).won ? 'tag-gold' : ''}`}>{scoreWords(score)}</span>
}

function Facts({ forecast, isPublic, winning }: Pick<Props, 'forecast' | 'isPublic'> & Partial<ScoredProps>) {
  const { version, numbers, form, date, closesAt, penName, place, publishedAt } = forecast
  return (
    <dl className="slip">
      <SlipLine name={version > 1 ? 'Changed' : 'Sealed'}>{sealedText(forecast)}</SlipLine>
      {place && <SlipLine name="Outside clocks">{stampedText(place.stamps, publishedAt)}</SlipLine>}
      {!isPublic && closesAt !== null && <SlipLine name="Closes">{clockFrom(date, closesAt)}</SlipLine>}
      {winning && (
        <SlipLine name="Luck">
          gets {luckWords(outcomeOf({ numbers, form, winning }).came.length, numbers.length)}
        </SlipLine>
      )}
      {penName && <SlipLine name="By">{penName}</SlipLine>}
    </dl>
  )
}

/** `Corrected. Before: 1 - 2 - 3 - 4 - 5. Not won, 0 of 2 came.` for each earlier result. */
function correctedTexts({ standing, numbers, form }: Forecast): string[] {
  const earlier = standing.state === 'scored' ? standing.earlier : []
  return earlier.map((winning) => {
    const score = scoreWords({ numbers, form, winning })
    return `Corrected. Before: ${winning.join(' - ')}. ${score}.`
  })
}

const SHARE = 'M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8'

/** What can be done with a slip: before the close its numbers are copied, afterwards it is checked and shared. */
function Actions({ forecast, isPublic }: Pick<Props, 'forecast' | 'isPublic'>) {
  const { id, gameName: game, numbers, fingerprint, standing } = forecast
  const address = () => location.origin + publicForecastPath(id)
  const winning = standing.state === 'scored' && standing.winning
  return (
    <div className="max-w-130">
      {isPublic && fingerprint && <CheckOnPhone {...forecast} fingerprint={fingerprint} />}
      <div className="mt-2.5 grid grid-cols-2 gap-2">
        {isPublic && winning && (
          <ShareButton
            label={
              <>
                <IconPath path={SHARE} />
                Share
              </>
            }
            className="w-full"
            text={() => forecastShareText({ ...forecast, game, winning }, address())}
            picture={`/api/public/forecasts/${id}`}
          />
        )}
        {isPublic ? (
          <CopyButton text={address}>Copy link</CopyButton>
        ) : (
          <CopyButton text={() => numbers.join(', ')}>Copy numbers</CopyButton>
        )}
      </div>
    </div>
  )
}

const COPY = 'M9 9h11v11H9zM15 9V4H4v11h5'

/** Copies a text. It needs a script, so it is hidden without one. */
function CopyButton({ text, children }: { text: () => string; children: string }) {
  const [outcome, setOutcome] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text())
      setOutcome('Copied.')
    } catch {
      setOutcome(`This browser cannot copy: ${text()}`)
    }
  }
  return (
    <div className="script-only">
      <Button kind="plain" className="w-full" onClick={() => void copy()}>
        <IconPath path={COPY} />
        {children}
      </Button>
      <p role="status" className="text-sm wrap-anywhere">
        {outcome}
      </p>
    </div>
  )
}

/** Computes the fingerprint of a forecast in the browser, from its opening in the log with the numbers of the page. */
function CheckOnPhone({ id, fingerprint, numbers }: Forecast & { fingerprint: string }) {
  const [outcome, setOutcome] = useState<{ computed: string; at: number } | 'failed' | null>(null)
  async function check() {
    setOutcome(null)
    try {
      const { found } = await get<'GET /api/public/ledger-entry'>(
        `/api/public/ledger-entry?fingerprint=${fingerprint}`,
      )
      // The commitment of the log, with the numbers that this page shows.
      const opening = { ...(JSON.parse(found?.opening ?? '{}') as object), numbers }
      setOutcome({ computed: await sha256(JSON.stringify(opening)), at: serverNow() })
    } catch {
      setOutcome('failed')
    }
  }
  if (outcome && outcome !== 'failed')
    return outcome.computed === fingerprint ? (
      <div role="status" className="checked bg-soft">
        <span className="bg-brand text-on-brand">
          <IconPath path={CHECK} size={24} />
        </span>
        <p>
          <b>It matches</b> Computed on this phone, {clockOf(outcome.at)}
        </p>
      </div>
    ) : (
      <Mismatch id={id} fingerprint={fingerprint} computed={outcome.computed} />
    )
  return (
    <div className="script-only mt-4">
      <Button className="min-h-13 w-full" onClick={() => void check()}>
        Check on this phone
      </Button>
      {outcome && (
        <p role="alert" className="mt-1 text-sm text-error">
          The text could not be loaded or computed. Please try again with a network.
        </p>
      )}
    </div>
  )
}

function Mismatch({ id, fingerprint, computed }: { id: number; fingerprint: string; computed: string }) {
  const support = useSite()?.support
  const subject = encodeURIComponent(`Forecast ${id} does not match: ${computed}`)
  return (
    <div role="alert" className="checked bg-error-soft">
      <span className="bg-error text-sheet">
        <IconPath path={CROSS} size={24} />
      </span>
      <div className="min-w-0">
        <b>It does not match</b>
        <dl className="font-mono text-xs break-all">
          <dt>Sealed</dt>
          <dd>{fingerprint}</dd>
          <dt>Computed</dt>
          <dd>{computed}</dd>
        </dl>
        <a
          className="link tap"
          href={support ? `mailto:${support}?subject=${subject}` : recordCheckPath(fingerprint)}
        >
          {support ? 'Report it' : 'See the entry'}
        </a>
      </div>
    </div>
  )
}

/** Of a text in UTF-8, as 64 hexadecimal digits. Browsers compute it on secure addresses only. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
