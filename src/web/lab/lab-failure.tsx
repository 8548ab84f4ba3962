import { CallError } from '../api/call.ts'
import { Cause } from '../layout/cause.tsx'
import { Failure } from '../ui/states.tsx'

/** The refusals whose sentence is all that a player needs: the limit of one user, and a full queue. */
const BUSY: ReadonlySet<string> = new Set(['too-many', 'unavailable'])

interface Props {
  /** What could not be loaded. */
  text: string
  error: Error
  onRetry: () => void
}

/** Why a figure or its draws cannot be shown. The forms beside it keep what was typed. */
export function LabFailure({ text, error, onRetry }: Props) {
  const problem = error instanceof CallError ? error.problem : null
  if (problem && BUSY.has(problem.code)) return <Failure text={problem.title} onRetry={onRetry} />
  return <Failure text={text} detail={<Cause error={error} />} onRetry={onRetry} />
}
