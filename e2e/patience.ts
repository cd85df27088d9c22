import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

/**
 * How long a test waits for anything that must come. Only what never comes takes that long: on a
 * busy machine a page may draw no frame for half a minute.
 */
export const patienceMs = 120_000

/** A context of the browser with long time limits. */
export async function patientContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(patienceMs)
  return context
}
