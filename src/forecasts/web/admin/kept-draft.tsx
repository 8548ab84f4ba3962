import type { Draft } from '../../../platform/web/api/use-draft.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { dayAt } from './draw-note.ts'

const PENCIL = 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3'

interface Props {
  draft: Draft
  /** What is typed, such as `Premier King, 2, 68`. */
  typed: string
  /** Whether it still counts. */
  closes: string
  now: number
  onKeep: () => void
}

/** Says that the form shows a forecast which was typed before and never published. */
export const KeptDraft = ({ draft: { restoredAt, discard }, typed, closes, now, onKeep }: Props) =>
  restoredAt && (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-soft p-3">
      <span className="text-brand">
        <IconPath path={PENCIL} />
      </span>
      <p className="min-w-0 flex-1 basis-48">
        <b>Your draft is back.</b> {typed}, typed {dayAt(restoredAt, now)} on this device. Not published.{' '}
        {closes}
      </p>
      <p className="flex flex-wrap gap-2">
        <Button kind="plain" onClick={onKeep}>
          Keep writing
        </Button>
        <Button kind="quiet" onClick={discard}>
          Discard
        </Button>
      </p>
    </div>
  )
