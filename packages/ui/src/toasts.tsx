import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'
import { throttled, useResize } from './pace.ts'
import { Spinner } from './spinner.tsx'
import styles from './toast.module.css'
import { clearOf, overlap } from './toast-place.ts'
import type { Toaster } from './toaster.ts'

/** By then the animation of a page or a sheet has ended. */
const settledMs = 350

/**
 * The place of toasts: above the bar of actions, never over a visible primary button. A toast takes
 * neither focus nor touch; screen readers announce it politely, also over an open sheet.
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
    // Its cause often opens another page, or closes its sheet: place it again after the animation.
    placeSoon()
    // An offer stays while pages, sheets and dialogs open and close; each has its own primary
    // button.
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
 * Finds the visible bands that must stay free, and moves the viewport clear of them. When the only
 * place left would cover recovery words (`data-secret`), nothing is shown.
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
  // Set as properties, which the content security policy allows; it forbids a style attribute.
  if (above === null) viewport.style.removeProperty('--above')
  else viewport.style.setProperty('--above', `${above}px`)
  // A missed message does no harm; a covered word would be written down wrongly.
  const place = viewport.getBoundingClientRect()
  const hides = [...inSight.querySelectorAll('[data-secret]')].some(it =>
    overlap(place, it.getBoundingClientRect()),
  )
  viewport.classList.toggle(styles.hidden ?? '', hides)
}
