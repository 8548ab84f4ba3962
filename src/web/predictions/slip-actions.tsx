import { publicForecastPath } from '../../domain/site/paths.ts'
import { forecastShareText } from '../../domain/share/share-text.ts'
import { ShareButton } from '../share/share-button.tsx'
import { IconPath } from '../ui/icon-path.tsx'
import { CheckOnPhone } from './check-on-phone.tsx'
import type { Forecast } from './forecast.ts'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'

const SHARE = 'M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8'

interface Props {
  forecast: Forecast & { id: number }
  /** The close has passed. */
  isPublic: boolean
}

/** What can be done with a slip: before the close its numbers are copied, afterwards it is checked and shared. */
export function SlipActions({ forecast, isPublic }: Props) {
  const { id, gameName: game, numbers, fingerprint, standing } = forecast
  const address = () => location.origin + publicForecastPath(id)
  const winning = standing.state === 'scored' && standing.winning
  return (
    <div className="max-w-130">
      {isPublic && fingerprint && <CheckOnPhone id={id} fingerprint={fingerprint} numbers={numbers} />}
      <div className="mt-2.5 grid grid-cols-2 gap-2">
        {isPublic && winning && (
          <ShareButton
            label={
              <>
                <IconPath path={SHARE} />
                Share
              </>
            }
            className="[&>button]:w-full"
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
