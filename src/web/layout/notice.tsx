import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { isNotice, NOTICES } from '../../domain/messages.ts'
import { Banner } from '../ui/banner.tsx'

/**
 * A sentence that survived a navigation: the address names it, so that it works without script too. With script the
 * address is put right at once and the sentence stays until it is closed or the next screen comes.
 */
export function Notice() {
  const [path] = useLocation()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('notice')
  const [kept, setKept] = useState<{ name: string; path: string } | null>(null)
  if (asked !== null && (kept?.name !== asked || kept.path !== path)) setKept({ name: asked, path })
  useEffect(() => {
    if (asked === null) return
    setSearch(
      (present) => {
        present.delete('notice')
        return present
      },
      { replace: true },
    )
  }, [asked, setSearch])
  const name = kept?.path === path ? kept.name : null
  if (name === null || !isNotice(name)) return null
  const { text, kind } = NOTICES[name]
  return (
    <Banner kind={kind} onClose={() => setKept(null)}>
      {text}
    </Banner>
  )
}
