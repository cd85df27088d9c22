import { throttled } from '@banyan/ui'

/**
 * Keeps the app above a keyboard that covers the page instead of making it smaller, as on iOS, and
 * keeps the focused field inside the rest.
 */
export function followKeyboard(): void {
  const view = window.visualViewport
  const fit = throttled(() => {
    // A zoomed page shows less of itself without any keyboard.
    const covered = view && view.scale < 1.01 ? innerHeight - view.height - view.offsetTop : 0
    document.documentElement.style.setProperty(
      '--keyboard',
      `${Math.max(0, Math.round(covered))}px`,
    )
    const field = document.activeElement
    if (field?.matches('input, textarea')) field.scrollIntoView({ block: 'nearest' })
  })
  view?.addEventListener('resize', fit)
  addEventListener('resize', fit)
  // A keyboard may be open already.
  fit()
}
