import { ErrorBlock } from '@banyan/ui'
import { Component, type ReactNode } from 'react'
import { shellTexts } from '../texts/shell-texts.ts'
import { textOf } from '../texts/texts.ts'

/** Contains a bug in its page: shows the failure, and a tap to render it again. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <ErrorBlock code={error.message} onRetry={() => this.setState({ error: null })}>
        {textOf(shellTexts)('pageBroken')}
      </ErrorBlock>
    )
  }
}
