import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

/**
 * How long anything that must come is waited for. Only what never comes takes that long: on a busy
 * machine a page may draw no frame for half a minute.
 */
export const patienceMs = 120_000

/** A context of the browser, in which everything is waited for patiently. */
export async function patientContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(patienceMs)
  return context
}
