import { useEffect, useState } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { get } from '../../../platform/web/api/call.ts'
import type { Head } from '../../rules/log/head.ts'

const KEY = 'record'

interface KeptHead extends Head {
  /** Of the record on this host. */
  address: string
}

/** The newest head that this browser has seen; null without one. */
function readKept(): KeptHead | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as KeptHead | null
  } catch {
    // Some browsers refuse storage in private windows.
    return null
  }
}

function keep(head: KeptHead): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(head))
  } catch {
    // Then there is nothing to compare at the next visit.
  }
}

/** @returns the kept head if the record does not begin with its lines any more, which is kept from then on */
async function compare(): Promise<KeptHead | null> {
  const kept = readKept()
  const { address, size, head, asked } = await get<'GET /api/public/record-head'>(
    `/api/public/record-head${kept ? `?size=${kept.size}` : ''}`,
  )
  if (address === null) return null
  if (kept?.address === address && asked !== kept.head) return kept
  keep({ address, size, head })
  return null
}

/** Compares the record with what this browser kept at its last visit, without a click. A red notice says that it differs. */
export function KeptHeadNotice() {
  const [other, setOther] = useState<KeptHead | null>(null)
  useEffect(() => {
    // Without a network the next visit compares.
    compare().then(setOther, () => undefined)
  }, [])
  if (!other) return null
  return (
    <div role="alert" className="mb-4 rounded-lg bg-error-soft p-3 text-error">
      <p className="font-bold">The record of forecasts was changed since your last visit.</p>
      <p className="mt-1 text-sm">
        Its first {other.size} entries are not those that this browser kept. Save this line, and compare it
        with our channel and your mails: tell everybody if they show it, too.{' '}
        <a className="link" href={PATHS.recordCheck}>
          Check the record
        </a>
      </p>
      <p className="mt-1 font-mono text-xs break-all">{`${other.size} ${other.head}`}</p>
    </div>
  )
}
