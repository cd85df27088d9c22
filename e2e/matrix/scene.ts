import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '@banyan/tools/scratch'
import type { Browser } from 'playwright-core'
import { patientContext } from '../patience.ts'
import type { Product } from '../product.ts'
import { startSeeded } from '../seeded.ts'
import { type Login, Member } from './caller.ts'

const releaseFile = join(import.meta.dirname, '../../apps/member/dist/release.json')

/** A page to be checked: its path as the routes name it, and the address that opens it. */
export interface Visit {
  path: string
  address: string
}

/** A member with open orders and with trades of every stage on both sides. */
export interface Scene {
  login: Login
  visits: readonly Visit[]
}

/** The seeded product, over a folder that is deleted with it. */
export interface SeededProduct {
  product: Product
  close(): Promise<void>
}

export async function openSeeded(): Promise<SeededProduct> {
  const dataDir = scratchFolder('banyan-matrix-')
  const product = await startSeeded(dataDir)
  const close = async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { product, close }
}

/** The parts of a running product that journeys need. */
export type Served = Pick<Product, 'appUrl' | 'demoAccounts'>

/** That product with its operators, who have their own address. */
export type ServedToOperators = Served & Pick<Product, 'consoleUrl' | 'demoOperators'>

/** The running product of all files of the project `pages`; they leave it as they found it. */
export function sharedProduct(): ServedToOperators {
  const { SHARED_PRODUCT } = process.env
  if (SHARED_PRODUCT === undefined)
    throw new Error('SHARED_PRODUCT is set by the project pages (npm test -- pages)')
  return JSON.parse(SHARED_PRODUCT)
}

/** Brings a demo member into the scene through the API, and lists every page that is built. */
export async function setScene(product: Served, browser: Browser): Promise<Scene> {
  const picture = await anyPicture(browser)
  const { other, member, third } = await threePeople(product)
  const ids = {
    buy: await tradesOf(member, other, picture),
    sell: await tradesOf(third, member, picture),
  }
  const { last } = await member.get('/api/earnings/static-summary')
  const earning: string = last?.id ?? NO_EARNING
  const { items: notices } = await member.get('/api/notices')
  const shown = { ids, earning, notice: notices[0].id as string }
  return { login: member.login, visits: builtPaths().map(path => visitOf(path, shown)) }
}

/** Three parts of another member's order that a buyer holds at once. */
const PARTS = 3

/** A seller, a buyer who sells too, and a third member who buys from that one. */
async function threePeople(product: Served): Promise<Record<'other' | 'member' | 'third', Member>> {
  const everybody = await Promise.all(
    product.demoAccounts.map((_, place) => memberAt(product, place)),
  )
  const terms = await Promise.all(everybody.map(one => one.get('/api/otc/publish-terms')))
  const mayTake = (one: Member) => {
    const { open, most } = terms[everybody.indexOf(one)].takes
    return most - open >= PARTS
  }
  const sells = (one: Member) => terms[everybody.indexOf(one)].openOrders.sell.now > 0
  const member = everybody.find(one => sells(one) && mayTake(one))
  const other = everybody.find(one => sells(one) && one !== member)
  const third = everybody.find(one => mayTake(one) && one !== member && one !== other)
  if (!other || !member || !third) throw new Error('three people make the scene')
  return { other, member, third }
}

/** An earning that does not exist: its page says so. */
const NO_EARNING = 'static-2020-01-01'

/** The demo member at this place, logged in beside the pages. */
export async function memberAt({ appUrl, demoAccounts }: Served, place: number): Promise<Member> {
  const account = demoAccounts[place]
  if (!account) throw new Error(`the demo community has nobody at place ${place}`)
  return Member.open(appUrl, account)
}

/** A picture to use as a voucher. */
export async function anyPicture(browser: Browser): Promise<Uint8Array<ArrayBuffer>> {
  const context = await patientContext(browser, { viewport: { width: 320, height: 480 } })
  const page = await context.newPage()
  const picture = new Uint8Array(await page.screenshot())
  await context.close()
  return picture
}

type Stage = 'topay' | 'payed' | 'appeal' | 'closed'
type Trades = Record<Stage, string>

/** Takes four parts of a seller's order: one stays unpaid, one is paid, one appealed, one given up. */
async function tradesOf(
  buyer: Member,
  seller: Member,
  picture: Uint8Array<ArrayBuffer>,
): Promise<Trades> {
  const { items } = await buyer.get('/api/otc/market?limit=50')
  const order = items.find(
    (one: { owner: { nickname: string } }) => one.owner.nickname === seller.login.user.nickname,
  )
  const quantity = order.minQuantity
  const take = async () => {
    // Every take gives the order its next version.
    const { items: now } = await buyer.get('/api/otc/market?limit=50')
    const { version } = now.find((one: { id: string }) => one.id === order.id)
    const body = { quantity, network: 'BSC', version }
    return (await buyer.post(`/api/otc/orders/${order.id}/takes`, body)).id as string
  }
  const topay = await take()
  const payed = await take()
  const appeal = await take()
  const closed = await take()
  for (const id of [payed, appeal]) {
    const hash = randomBytes(32).toString('hex')
    await buyer.post(`/api/otc/trades/${id}/pay`, { vouchers: [await buyer.upload(picture)], hash })
  }
  const words = { reason: 'not_received', text: 'Nothing has come to my wallet / 钱包里没有到账' }
  await seller.post(`/api/otc/trades/${appeal}/appeal`, words)
  await buyer.post(`/api/otc/trades/${closed}/give-up`, { nothingSent: true })
  return { topay, payed, appeal, closed }
}

/** The script files that each page adds, its own first, by the page's path. */
function builtPages(): Record<string, string[]> {
  return JSON.parse(readFileSync(releaseFile, 'utf8')).pages
}

/** The paths of the pages that the build knows. */
const builtPaths = (): string[] => Object.keys(builtPages())

/** The script files that a page adds, its own first. */
export const filesOf = (path: string): string[] => builtPages()[path] ?? []

interface Shown {
  ids: Record<'buy' | 'sell', Trades>
  earning: string
  notice: string
}

function visitOf(path: string, { ids, earning, notice }: Shown): Visit {
  const trade = /^\/pages\/otc\/(buy|sell)\/(topay|payed|appeal|closed|submitAppeal)$/.exec(path)
  if (trade) {
    // The appeal is for a paid trade.
    const stage = trade[2] === 'submitAppeal' ? 'payed' : (trade[2] as Stage)
    const id = ids[trade[1] as 'buy' | 'sell'][stage]
    return { path, address: `${path}?id=${id}` }
  }
  if (path === '/pages/more/chat') return { path, address: `${path}?id=${ids.buy.payed}` }
  if (path === '/pages/auth/success') return { path, address: `${path}?accountId=12345678` }
  if (path === '/pages/more/passport') return { path, address: `${path}?id=${earning}` }
  if (path === '/pages/home/noticeDetail') return { path, address: `${path}?id=${notice}` }
  return { path, address: path }
}
