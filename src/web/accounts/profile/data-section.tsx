import { useEffect, useState } from 'react'
import { usedThisMonth } from '../../site/data-use.ts'
import { Section } from './section.tsx'

/** How many bytes the app used this month on this phone. */
export function DataSection() {
  const [bytes, setBytes] = useState(0)
  useEffect(() => {
    usedThisMonth().then(setBytes, () => undefined)
  }, [])
  return (
    <Section
      title="Data this month"
      note="Received by this browser for the app. Live results, payments, saved files and signed-out pages may be missing."
    >
      <p className="font-fig text-xl font-bold">{bytes ? inWords(bytes) : '–'}</p>
    </Section>
  )
}

/** In the units of data bundles: 1 MB is 1,000,000 bytes. */
const inWords = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
