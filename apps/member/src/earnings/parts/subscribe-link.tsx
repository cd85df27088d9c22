import type { ReactNode } from 'react'
import { href, nav, pages } from '../../shell/index.ts'

const { home } = pages

/** Goes to Home with the subscription's sheet open and this prompt chosen in it; going back closes the sheet. */
export function openSubscription(promptId: string): void {
  // Home is a tab, which only a relaunch opens with a query.
  nav.relaunch(home, { prompt: promptId })
  nav.deepen(home, { prompt: promptId, sheet: 'subscribe' })
}

/** The same as a link. */
export const SubscribeLink = (props: { promptId: string; children: ReactNode }) => (
  <a
    href={href(home, { prompt: props.promptId, sheet: 'subscribe' })}
    onClick={event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      openSubscription(props.promptId)
    }}
  >
    {props.children}
  </a>
)
