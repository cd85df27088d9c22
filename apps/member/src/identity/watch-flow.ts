import { nav } from '../shell/index.ts'

/**
 * Calls back when no page of a flow is open any more, or the document is closed. Returns the
 * unsubscribe function.
 */
export function watchFlow(
  steps: readonly { readonly path: string }[],
  left: () => void,
): () => void {
  const paths = new Set(steps.map(step => step.path))
  const stop = nav.engine.subscribe(() => {
    if (!nav.engine.state().stack.some(page => paths.has(page.path))) left()
  })
  // A browser may keep the whole document for going back: the words must not be in it.
  window.addEventListener('pagehide', left)
  return () => {
    stop()
    window.removeEventListener('pagehide', left)
  }
}
