import { useState } from 'react'
import { recordCheckPath } from '../../domain/site/paths.ts'
import { get } from '../api/call.ts'
import { serverNow } from '../api/server-time.ts'
import { useSite } from '../site/site.ts'
import { Button } from '../ui/button.tsx'
import { IconPath } from '../ui/icon-path.tsx'
import { CHECK, CROSS } from '../ui/more-icons.ts'
import { clockOf } from './forecast.ts'

interface Props {
  id: number
  fingerprint: string
  /** The numbers that the page shows. */
  numbers: readonly number[]
}

/** Computes the fingerprint of a forecast in the browser, from its opening in the log with the numbers of the page. */
export function CheckOnPhone({ id, fingerprint, numbers }: Props) {
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
