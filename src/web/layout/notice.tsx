import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { isNotice, NOTICES } from '../../domain/messages.ts'
import { Banner } from '../ui/banner.tsx'

/** A sentence that survived a navigation; the address names it. Stays until the next screen. */
export function Notice() {
  const [search] = useSearchParams()
  const name = search.get('notice')
  const [closed, setClosed] = useState<string | null>(null)
  if (name === null || name === closed || !isNotice(name)) return null
  const { text, kind } = NOTICES[name]
  return (
    <Banner kind={kind} onClose={() => setClosed(name)}>
      {text}
    </Banner>
  )
}
