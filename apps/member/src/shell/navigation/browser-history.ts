import type { Entry, HistoryPort } from './engine.ts'

/** A jump without a report must not block the app. */
const jumpTimeoutMs = 800

/** The thin binding of the engine to the window: hash addresses, `{d, id}` in `history.state`. */
export function browserHistory(): HistoryPort {
  let landed: (() => void) | null = null
  return {
    read: () => ({ url: location.hash, entry: entryIn(history.state) }),
    push: (url, entry) => history.pushState(entry, '', `#${url}`),
    replace: (url, entry) => history.replaceState(entry, '', `#${url}`),
    go: delta =>
      new Promise(resolve => {
        const timer = setTimeout(() => landed?.(), jumpTimeoutMs)
        landed = () => {
          clearTimeout(timer)
          landed = null
          resolve()
        }
        history.go(delta)
      }),
    listen: arrived => {
      const onPop = (event: PopStateEvent) => {
        if (landed) return landed()
        arrived(event.hasUAVisualTransition ?? false)
      }
      addEventListener('popstate', onPop)
      return () => removeEventListener('popstate', onPop)
    },
  }
}

function entryIn(state: unknown): Entry | null {
  const { d, id } = (state ?? {}) as Partial<Entry>
  return typeof d === 'number' && typeof id === 'string' ? { d, id } : null
}
