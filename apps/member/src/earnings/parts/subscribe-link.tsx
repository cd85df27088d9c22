import { placeSubscription } from '@banyan/domain'
import type { ReactNode } from 'react'
import { href, nav, pages } from '../../shell/index.ts'
import { useStopped } from '../../shell/stopped-calls.ts'

const { home } = pages

/** Opens Home with the subscription sheet open and this prompt chosen in it; going back closes the sheet. */
export function openSubscription(promptId: string): void {
  // Home is a tab, which only a relaunch opens with a query.
  nav.relaunch(home, { prompt: promptId })
  nav.deepen(home, { prompt: promptId, sheet: 'subscribe' })
}

/** The same as a link; nothing once nobody can subscribe any more. */
export function SubscribeLink(props: { promptId: string; children: ReactNode }) {
  if (useStopped(placeSubscription.id)) return null
  return (
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
}
