import type { Draft } from '../api/use-draft.ts'

/** Says that a form shows what was typed before, and lets it go. */
export const DraftNote = ({ of: { restoredAt, discard } }: { of: Draft }) =>
  restoredAt && (
    <p role="status" className="text-sm text-warn sm:col-span-2">
      Your draft is back.{' '}
      <button type="button" className="link tap" onClick={discard}>
        Discard it
      </button>
    </p>
  )
