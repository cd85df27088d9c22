import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { login } from '@banyan/domain'
import { ensureChromium } from '../bootstrap/chromium.ts'
import { runCommand } from '../bootstrap/command.ts'
import { runGuarded, startGuarded, stopOrder } from '../bootstrap/guard.ts'
import { freePort } from '../bootstrap/ports.ts'
import { StartRefused } from '../bootstrap/refusal.ts'
import { npm, repository } from '../bootstrap/repository.ts'
import { type Figures, medianOf, reached, tableOf } from './lighthouse-figures.ts'

/*
 * `npm run lighthouse`: the built product on a phone, as Lighthouse sees it; the median of five loads of
 * each page. It prints what was reached and never fails on a slow machine. Run it alone.
 */
const runs = Number(process.env.RUNS ?? 5)
const folder = join(import.meta.dirname, 'lighthouse')

/** Lighthouse has two hundred packages that nothing else needs, so it has its own lockfile. */
async function installWhenMissing(): Promise<void> {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  console.log('  Installing Lighthouse (once)…')
  const { command, args } = npm()
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-workspaces']
  const { code, stderr } = await runGuarded({ command, args: [...args, ...install], cwd: folder })
  if (code !== 0) throw new StartRefused(`Lighthouse could not be installed: ${stderr}`)
}

/** The seeded product, as `npm start` runs it; ends with this program. */
async function openProduct(dataDir: string): Promise<string> {
  const port = await freePort()
  const { DATABASE_URL: _, CHAIN_RPC_URLS: __, ...env } = process.env
  const logFile = join(dataDir, 'start.log')
  const start = await startGuarded({
    command: process.execPath,
    args: ['tools/bootstrap/start.mjs'],
    cwd: repository,
    env: { ...env, DATA_DIR: join(dataDir, 'data'), PORT: String(port), DEMO: '1' },
    logFile,
    stopOrder: stopOrder.job,
    stop: [{ signal: 'SIGINT', patienceMs: 15_000 }],
  })
  let ended = false
  void start.ended.then(() => {
    ended = true
  })
  const output = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  while (!/Stop\s+Ctrl-C/.test(output())) {
    if (ended) throw new StartRefused(`The product did not start:\n${output()}`)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  return `http://127.0.0.1:${port}/`
}

/** What the phone of a demo member remembers. */
async function memberKept(url: string, dataDir: string): Promise<Record<string, string>> {
  const accounts = JSON.parse(readFileSync(join(dataDir, 'data/demo-accounts.json'), 'utf8'))
  const { accountId, loginPassword } = accounts[0]
  const deviceCode = 'ba'.repeat(32)
  const response = await fetch(new URL(login.path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountId, loginPassword, deviceCode }),
  })
  const { data } = (await response.json()) as { data: { token: string; user: { uuid: string } } }
  return {
    'banyan.device': deviceCode,
    'banyan.users': JSON.stringify([{ ...data.user, token: data.token }]),
    'banyan.current': data.user.uuid,
  }
}

/** The parts of the three packages that are used here; they are not installed where types are checked. */
interface Tools {
  launch(setup: object): Promise<{ port: number; kill(): void }>
  connect(setup: object): Promise<{
    newPage(): Promise<{
      evaluateOnNewDocument(
        act: (kept: Record<string, string>) => void,
        kept: object,
      ): Promise<void>
      goto(url: string): Promise<unknown>
      waitForFunction(is: (key: string) => boolean, setup: object, key: string): Promise<unknown>
      evaluate<T>(read: () => T): Promise<T>
    }>
    disconnect(): Promise<void>
  }>
  lighthouse(
    url: string,
    flags: object,
    config: undefined,
    page: object,
  ): Promise<{
    lhr: {
      environment: { benchmarkIndex: number }
      categories: Record<string, { score: number | null }>
      audits: Record<string, { numericValue?: number; score: number | null; title: string }>
      runtimeError?: { message: string }
    }
  }>
}

let loaded: Promise<Tools> | undefined
const tools = (): Promise<Tools> => {
  const from = (path: string) => import(pathToFileURL(join(folder, 'node_modules', path)).href)
  loaded ??= Promise.all([
    from('chrome-launcher/dist/index.js'),
    from('puppeteer-core/lib/esm/puppeteer/puppeteer-core.js'),
    from('lighthouse/core/index.js'),
  ]).then(([{ launch }, { default: puppeteer }, { default: lighthouse }]) => ({
    launch,
    connect: setup => puppeteer.connect(setup),
    lighthouse,
  }))
  return loaded
}

const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic']
const categories = ['performance', 'accessibility', 'best-practices']

/** What the phone remembers once the member has seen these pages: each as it was last seen. */
async function keptAfterVisits(
  chromium: string,
  url: string,
  pages: readonly { at: string; view: string }[],
  kept: Record<string, string>,
): Promise<Record<string, string>> {
  const { launch, connect } = await tools()
  const chrome = await launch({ chromePath: chromium, chromeFlags: flags })
  try {
    const browserURL = `http://127.0.0.1:${chrome.port}`
    const phone = {
      width: 412,
      height: 823,
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    }
    const browser = await connect({ browserURL, defaultViewport: phone })
    let all = kept
    for (const { at, view } of pages) {
      const page = await browser.newPage()
      await page.evaluateOnNewDocument(remember, all)
      await page.goto(url + at)
      await page.waitForFunction(isRemembered, { timeout: 60_000 }, view)
      all = await page.evaluate(remembered)
    }
    await browser.disconnect()
    return all
  } finally {
    chrome.kill()
  }
}

/* These run in the page. */
type Stored = { localStorage: Map<string, string> & Record<string, string> }
const remember = (kept: Record<string, string>): void =>
  void Object.assign((globalThis as unknown as Stored).localStorage, kept)
const isRemembered = (key: string): boolean => key in (globalThis as unknown as Stored).localStorage
const remembered = (): Record<string, string> => ({
  ...(globalThis as unknown as Stored).localStorage,
})

/** The browser's recording was not usable, which happens on a busy machine. */
class NotRecorded extends Error {}

/** Loads a page until the recording is usable; three tries. */
async function measureOnceMore(...load: Parameters<typeof measure>): Promise<Figures> {
  for (let tries = 1; ; tries++) {
    try {
      return await measure(...load)
    } catch (error) {
      if (!(error instanceof NotRecorded) || tries === 3) throw error
    }
  }
}

/** One cold load on a phone of the middle class, in a browser of its own. */
async function measure(
  chromium: string,
  url: string,
  kept: Record<string, string>,
): Promise<Figures> {
  const { launch, connect, lighthouse } = await tools()
  const chrome = await launch({
    chromePath: chromium,
    chromeFlags: flags,
  })
  try {
    const browser = await connect({
      browserURL: `http://127.0.0.1:${chrome.port}`,
      defaultViewport: null,
    })
    const page = await browser.newPage()
    // Written at each load, because Lighthouse empties the storage before it audits.
    await page.evaluateOnNewDocument(remember, kept)
    // The stream of news stays open: without an end Lighthouse would wait 45 s for a quiet network.
    const setup = {
      port: chrome.port,
      onlyCategories: categories,
      logLevel: 'error',
      maxWaitForLoad: 12_000,
    }
    const { lhr } = await lighthouse(url, setup, undefined, page)
    await browser.disconnect()
    if (lhr.runtimeError) throw new NotRecorded(lhr.runtimeError.message)
    const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
    const ms = (name: string) => Math.round(lhr.audits[name]?.numericValue ?? Number.NaN)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      fcpMs: ms('first-contentful-paint'),
      lcpMs: ms('largest-contentful-paint'),
      tbtMs: ms('total-blocking-time'),
      cls: Number((lhr.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)),
      processor: Math.round(lhr.environment.benchmarkIndex),
      failed: Object.entries(lhr.audits)
        .filter(([, audit]) => audit.score !== null && audit.score < 0.9)
        .map(([id]) => id),
    }
  } finally {
    chrome.kill()
  }
}

/** JSON besides the table, for comparisons. */
function keep(results: Record<string, Figures>): void {
  const cache = join(repository, '.cache')
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'lighthouse.json'), `${JSON.stringify(results, null, 2)}\n`)
}

await runCommand(async () => {
  await installWhenMissing()
  const chromium = await ensureChromium()
  const dataDir = mkdtempSync(join(tmpdir(), 'banyan-lighthouse-'))
  try {
    const url = await openProduct(dataDir)
    const kept = await memberKept(url, dataDir)
    const [home, market] = [
      { at: '', view: 'banyan.view./' },
      { at: '#/pages/tabbar/OTC', view: 'banyan.view./pages/tabbar/OTC' },
    ]
    const seen = await keptAfterVisits(chromium, url, [home, market], kept)
    const pages = [
      { name: 'welcome', at: '', kept: {} },
      { name: 'home, a member who was there before', at: home.at, kept: seen },
      { name: 'market, a member who was there before', at: market.at, kept: seen },
      { name: 'home, nothing kept', at: home.at, kept },
      { name: 'market, nothing kept', at: market.at, kept },
    ]
    const results: Record<string, Figures> = {}
    for (const { name, at, kept } of pages) {
      const measured: Figures[] = []
      while (measured.length < runs) measured.push(await measureOnceMore(chromium, url + at, kept))
      results[name] = medianOf(measured)
    }
    console.log(tableOf(results))
    keep(results)
    return Object.values(results).every(reached) ? 0 : 1
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
