import { useEffect } from 'react'

/** The browser's title of a page. */
export const documentTitle = (title: string) => `${title} | Lotto Forecast`

/** Names the subject of a page in the browser's title, once it is known. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = documentTitle(title)
  }, [title])
}
