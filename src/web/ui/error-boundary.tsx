import { Component, type ReactNode } from 'react'
import { Failure } from './states.tsx'

/** Holds a screen's error inside the screen: the layout stays, and the screen can be tried again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  // No field with a value: for the oldest browsers it costs a helper that weighs more than the class.
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
