import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.ts'
import { StartRefused } from './refusal.ts'

/** The shell without windows comes first: it is the same engine for half the processor time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/**
 * Returns the path of the browser for the journeys; installs Debian's when there is none and this
 * user may.
 * @throws StartRefused with what to do.
 */
export async function ensureChromium(): Promise<string> {
  const own = process.env.CHROMIUM_PATH
  if (own !== undefined && !existsSync(own)) {
    throw new StartRefused(
      `CHROMIUM_PATH is ${own}, where there is no file: set it to a Chromium, or leave it away.`,
    )
  }
  return own ?? findChromium() ?? installChromium()
}

function findChromium(): string | undefined {
  return places.find(place => existsSync(place))
}

async function installChromium(): Promise<string> {
  const packages = ['chromium-headless-shell', 'fonts-noto-cjk']
  await installFromDebian('Chromium for the browser journeys', packages)
  const existing = findChromium()
  if (existing !== undefined) return existing
  throw new StartRefused(
    'The browser journeys need Chromium, and there is none: install it (Debian: sudo apt-get install ' +
      'chromium-headless-shell fonts-noto-cjk), or set CHROMIUM_PATH to one, or name the other projects: ' +
      'npm test -- tidy unit integration.',
  )
}
