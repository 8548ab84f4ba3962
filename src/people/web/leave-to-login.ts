import { useEffect, useRef } from 'react'
import type { Notice } from '../../platform/rules/base/messages.ts'
import { keepDraftsOf } from '../../platform/web/api/drafts.ts'
import { loadDocument } from '../../platform/web/site/documents.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'

/** Loads the login as a new document, because the memory of this one holds the user's paid content. */
export function leaveToLogin(notice?: Notice): void {
  loadDocument(notice ? `${PATHS.login}?notice=${notice}` : PATHS.login)
}

/** Reloads the tab when another user logs in in another tab, and deletes the drafts of everyone else. */
export function useReloadOnUserChange(uid: string | undefined): void {
  const known = useRef(uid)
  useEffect(() => {
    if (uid) keepDraftsOf(uid)
    known.current ??= uid
    if (uid && uid !== known.current) location.reload()
  }, [uid])
}
