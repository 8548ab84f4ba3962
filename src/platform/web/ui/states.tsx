import { type ReactNode, Component, useEffect } from 'react'
import { noteFailure } from '../api/answer-age.ts'
import { MESSAGES } from '../../rules/base/messages.ts'
import { Button } from './button.tsx'
import { IconPath, WARN } from './icon-path.tsx'

/**
 * Three empty lines in place of what loads. They appear after a moment, so that quick answers do not flash. The usual text
 * is for screen readers; one of a screen's own is shown.
 */
export function Loading({ text = MESSAGES.loading }: { text?: string }) {
  return (
    <div className="late my-2">
      <p role="status" className={text === MESSAGES.loading ? 'visually-hidden' : 'text-quiet'}>
        {text}
      </p>
      <ReloadNote />
      <div className="ruled" aria-hidden="true">
        {[1, 2, 3].map((line) => (
          <div key={line} className="space-y-2 py-4">
            <span className="skeleton w-36 max-w-full" />
            <span className="skeleton w-24" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** A page without script asks for its answers once, when the server renders it. */
export const ReloadNote = () => (
  <noscript>
    <p>This part did not load. Reload the page, or switch on JavaScript.</p>
  </noscript>
)

/** What failed, and a retry button. Typed values stay. */
export function Failure({
  text,
  detail,
  onRetry,
}: {
  text: string
  detail?: ReactNode
  onRetry?: () => void
}) {
  useEffect(noteFailure, [])
  return (
    <div role="alert" className="my-4 rounded-lg bg-error-soft p-4">
      <p className="flex gap-2 font-bold text-error">
        <IconPath path={WARN} />
        {text}
      </p>
      {detail && <p className="mt-1 text-sm">{detail}</p>}
      {onRetry && (
        <Button kind="plain" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

interface EmptyProps {
  text: string
  /** The icon of what is missing, 32 pixels wide. */
  icon?: ReactNode
  /** What will come, or what to do next. */
  children?: ReactNode
}

/** Why there is nothing to show, and what will come. */
export function Empty({ text, icon, children }: EmptyProps) {
  return (
    <div className="my-4 rounded-lg border border-line bg-sheet p-4 text-center text-quiet">
      {icon && <p className="inline-block">{icon}</p>}
      <p className="font-bold text-ink">{text}</p>
      {children && <div className="text-sm">{children}</div>}
    </div>
  )
}

/** Catches a screen's error: the layout stays, and the screen offers a retry. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  // No initial values: compiled for the oldest browsers, they need a helper that is larger than the class.
  constructor(props: { children: ReactNode }) {
    super(props)
    this.state = { failed: false }
  }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <Failure text="This screen could not be shown." onRetry={() => this.setState({ failed: false })} />
  }
}
