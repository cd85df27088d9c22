import { until } from '@banyan/tools/until'
import type { BrowserContext, Locator } from 'playwright-core'
import { patienceMs } from './patience.ts'

/**
 * The texts of the toasts on a phone. A toast is visible for a second or two, which a busy machine
 * may need to check; its text is kept until a test asks for it.
 */
export class Toasts {
  #texts: string[] = []

  /** Must be called before the first page of the phone is opened. */
  static async of(context: BrowserContext): Promise<Toasts> {
    const toasts = new Toasts()
    await context.exposeBinding('toastWasShown', (_, text: string) => toasts.#texts.push(text))
    await context.addInitScript(reportToasts)
    return toasts
  }

  /** Waits until this text is visible, or was in a toast. */
  async toastOrText(text: string | RegExp, shown: Locator): Promise<void> {
    const read = async () => {
      if (this.#take(text)) return true
      // When it was a toast that is still visible, it must not satisfy the next call too.
      return (await shown.isVisible()) && (this.#take(text) || true)
    }
    await until(`"${text}" on the page`, read, { ms: patienceMs, everyMs: 50 })
  }

  /** True when a toast had this text; it and those before it are removed. */
  #take(text: string | RegExp): boolean {
    const place = this.#texts.findIndex(texts =>
      typeof text === 'string' ? texts.includes(text) : text.test(texts),
    )
    this.#texts = this.#texts.slice(place + 1)
    return place >= 0
  }
}

/** Runs in the page before anything else: every new message is recorded, however soon it goes. */
function reportToasts(): void {
  const { toastWasShown } = window as unknown as { toastWasShown(text: string): void }
  new MutationObserver(changes => {
    for (const { target, addedNodes } of changes) {
      const isToast = target instanceof Element && target.matches('[role="status"][aria-live]')
      if (isToast && addedNodes.length > 0) toastWasShown(target.textContent ?? '')
    }
  }).observe(document, { childList: true, subtree: true })
}
