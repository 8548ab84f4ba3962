import { Component, type ReactNode } from 'react'
import { Failure } from './states.tsx'

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
