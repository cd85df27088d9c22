import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'
import { throttled, useResize } from './pace.ts'
import { Spinner } from './spinner.tsx'
import styles from './toast.module.css'
import { clearOf, overlap } from './toast-place.ts'
import type { Toaster } from './toaster.ts'

/** A page or a sheet has come to rest by then. */
const settledMs = 350

/**
 * Where toasts appear: above the bar of actions, never over the primary button of what is in sight.
 * A toast takes no focus and no touch; readers hear it politely, also over an open sheet.
 */
export default function Toasts({ toaster }: { toaster: Toaster }) {
  const { toast, offer } = useSyncExternalStore(toaster.subscribe, toaster.shown, toaster.shown)
  const viewport = useRef<HTMLDivElement>(null)
  const isEmpty = !toast && !offer
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is placed anew.
  useLayoutEffect(() => {
    const element = viewport.current
    if (!element || isEmpty) return
    const placeSoon = throttled(() => place(element), settledMs)
    placeSoon()
    // What said it often leads to another page, or closes its sheet: look again when that has come to rest.
    placeSoon()
    // An offer stays while pages, sheets and questions come and go; each has its own at the thumb.
    const scene = new MutationObserver(() => placeSoon())
    const comesOrGoes = { childList: true, attributeFilter: ['inert', 'data-closed'] }
    scene.observe(document.body, { ...comesOrGoes, subtree: true })
    return () => {
      scene.disconnect()
      placeSoon.cancel()
    }
  }, [isEmpty, toast?.id, offer])
  useResize(() => {
    if (viewport.current && !isEmpty) place(viewport.current)
  })
  return (
    <div ref={viewport} className={styles.viewport}>
      <div role="status" aria-live="polite" aria-atomic className={styles.spoken}>
        {toast && (
          <div key={toast.id} className={classes(styles.toast, styles[toast.tone])}>
            {toast.tone === 'loading' && <Spinner size={20} />}
            {toast.tone === 'ok' && <Icon name="check-circle" size={20} />}
            {toast.tone === 'danger' && <Icon name="warning" size={20} />}
            <span>{toast.text}</span>
          </div>
        )}
      </div>
      <div role="status" aria-live="polite" className={styles.spoken}>
        {offer && (
          <div className={classes(styles.toast, styles.offer)}>
            <span>{offer.text}</span>
            <button type="button" className={styles.action} onClick={offer.act}>
              {offer.action}
            </button>
            <IconButton
              name="close"
              size={18}
              label={offer.later}
              onClick={() => toaster.dropOffer()}
            />
          </div>
        )}
      </div>
    </div>
  )
}

const openLayers = ':is([role="dialog"], [role="alertdialog"]):not([data-closed])'

/**
 * Looks at what is in sight and must stay free, and moves the viewport clear of it. Where the only place left would
 * cover recovery words (`data-secret`), nothing is shown.
 */
function place(viewport: HTMLElement): void {
  const layers = document.querySelectorAll(openLayers)
  const inSight = layers.item(layers.length - 1) ?? document.body
  const bands = [...inSight.querySelectorAll('[data-thumb]')]
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .map(element => element.getBoundingClientRect())
    .filter(({ top, bottom }) => top < window.innerHeight && bottom > 0)
  const above = clearOf(bands, viewport.getBoundingClientRect().height, window.innerHeight)
  viewport.classList.toggle(styles.atHead ?? '', above === null)
  // Set as properties, which the policy of the house allows; a style attribute it would not.
  if (above === null) viewport.style.removeProperty('--above')
  else viewport.style.setProperty('--above', `${above}px`)
  // A message can be missed; a word behind it would be written down wrongly.
  const place = viewport.getBoundingClientRect()
  const hides = [...inSight.querySelectorAll('[data-secret]')].some(it =>
    overlap(place, it.getBoundingClientRect()),
  )
  viewport.classList.toggle(styles.hidden ?? '', hides)
}
