import { classes } from '@banyan/ui'
import { Activity, memo, useRef, useSyncExternalStore } from 'react'
import { PageFrame } from '../page/page-frame.tsx'
import type { NavState, Page } from './engine.ts'
import { nav } from './nav.ts'
import styles from './page-stack.module.css'

export const useNavState = (): NavState =>
  useSyncExternalStore(nav.engine.subscribe, nav.engine.state, nav.engine.state)

/**
 * Draws the stack. Pages under the top stay mounted but hidden: their state, inputs and scroll are
 * kept while their effects are cleaned up. During a move two pages are in sight and both are inert.
 */
export function PageStack() {
  const { stack, keptTabs, move } = useNavState()
  const top = stack.at(-1)
  const leaving = move?.kind === 'pop' ? [move.over] : []
  const open = useSteadyOrder([...keptTabs, ...stack, ...leaving])
  return (
    <div className={styles.stack}>
      {open.map(page => {
        const moving = move && (page.id === move.over.id || page.id === move.under.id)
        const onTop = page.id === top?.id
        return (
          <Activity key={page.id} mode={onTop || moving ? 'visible' : 'hidden'}>
            <div
              className={classes(
                styles.page,
                page.tab && styles.tab,
                moving && styles[`${move.kind}-${page.id === move.over.id ? 'over' : 'under'}`],
              )}
              inert={!onTop || Boolean(move)}
            >
              <Frame page={page} shown={onTop && !move} />
            </div>
          </Activity>
        )
      })}
    </div>
  )
}

/** Sheets over a page move its place in the history and nothing that it draws: it is not drawn again for them. */
const Frame = memo(
  PageFrame,
  (was, is) => was.shown === is.shown && was.page.id === is.page.id && was.page.url === is.page.url,
)

/** Keeps elements where they were in the document: moving a node would lose its scroll. */
function useSteadyOrder(pages: readonly Page[]): readonly Page[] {
  const order = useRef(new Map<string, number>())
  const next = useRef(0)
  for (const page of pages) {
    if (!order.current.has(page.id)) order.current.set(page.id, next.current++)
  }
  const place = (page: Page) => order.current.get(page.id) ?? 0
  return [...pages].sort((a, b) => place(a) - place(b))
}
