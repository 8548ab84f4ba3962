import { IconPath } from './icon-path.tsx'
import { CROSS } from './more-icons.ts'

interface Props {
  /** The distance from the top edge of the sheet. */
  className?: string
  onClose: () => void
}

/** The cross at the top of a sheet. */
export const CloseButton = ({ className = 'top-2', onClose }: Props) => (
  <button
    type="button"
    aria-label="Close"
    onClick={onClose}
    className={`absolute right-2 grid size-11 place-items-center ${className}`}
  >
    <IconPath path={CROSS} />
  </button>
)
