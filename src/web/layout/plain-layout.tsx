import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'
import { ResponsibleNote } from './responsible-note.tsx'

/** A narrow column for pages outside the dashboard. */
export default function PlainLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <main id="content" className="mx-auto w-full max-w-md px-4 py-8">
        <Notice />
        {children}
      </main>
      <ResponsibleNote />
    </>
  )
}
