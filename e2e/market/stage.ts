import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { Line } from '../line.ts'
import { openPhone, type Phone } from '../matrix/browser.ts'
import type { Member } from '../matrix/caller.ts'
import { anyPicture, memberAt, openSeeded, type SeededProduct } from '../matrix/scene.ts'
import { openBrowser } from '../phone.ts'

/** A product with a community that has a history, and two of its members who trade, each with a phone. */
export interface Stage {
  seeded: SeededProduct
  seller: Member
  buyer: Member
  /** The seller's phone: Chinese, dark. */
  s: Phone
  /** The buyer's phone: English, light, over a connection of its own. */
  b: Phone
  line: Line
  /** A picture to use as a voucher. */
  picture: Uint8Array<ArrayBuffer>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const seeded = await openSeeded()
  const browser = await openBrowser()
  const line = await Line.open(seeded.product.appUrl)
  const close = async () => {
    await browser.close()
    await line.close()
    await seeded.close()
  }
  try {
    return { ...(await cast(seeded, browser, line)), seeded, line, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function cast(seeded: SeededProduct, browser: Browser, line: Line) {
  const picture = await anyPicture(browser)
  const seller = await someoneWhoCanSell(seeded, 60)
  const isFirst = seller.account.accountId === seeded.product.demoAccounts[0]?.accountId
  const buyer = await memberAt(seeded.product, isFirst ? 1 : 0)
  const s = await openPhone(browser, {
    appearance: { language: 'zh-CN', theme: 'dark' },
    login: seller.login,
  })
  const b = await openPhone(browser, {
    appearance: { language: 'en', theme: 'light' },
    login: buyer.login,
  })
  await s.page.goto(seeded.product.appUrl)
  await b.page.goto(line.url)
  return { picture, seller, buyer, s, b }
}

/** Finds a demo member with coins to spare and a receiving address. */
async function someoneWhoCanSell({ product }: SeededProduct, leaf: number): Promise<Member> {
  for (const place of product.demoAccounts.keys()) {
    const member = await memberAt(product, place)
    const { available, networks, frozenUntil, tradingLimit } =
      await member.get('/api/otc/publish-terms')
    const canSell = networks.includes('BSC') && frozenUntil === null
    if (canSell && Number(available) > leaf && Number(tradingLimit) > leaf * 2) return member
  }
  throw new Error(`nobody of the demo community can sell ${leaf} LEAF`)
}

/** Takes a screenshot when SCREENSHOT_DIR is set. */
export async function screenshot(phone: Phone, name: string): Promise<void> {
  const folder = process.env.SCREENSHOT_DIR
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await phone.page.screenshot({ path: join(folder, `market-${name}.png`), fullPage: true })
}

export const button = (within: Phone | Locator, name: string | RegExp) =>
  ('page' in within && 'context' in within ? within.page : (within as Locator)).getByRole(
    'button',
    { name, exact: typeof name === 'string' },
  )
export const sheet = (phone: Phone) => phone.page.getByRole('dialog').last()
export const question = (phone: Phone) => phone.page.getByRole('alertdialog').last()
export const showsText = ({ page, toasts }: Phone, text: string | RegExp) =>
  toasts.toastOrText(text, page.getByText(text, { exact: typeof text === 'string' }).last())

/** Types the payment password into the sheet that asks for it, and confirms. */
export async function pin(phone: Phone, digits: string, confirm: string): Promise<void> {
  const pad = sheet(phone)
  for (const digit of digits) await button(pad, digit).click()
  await button(pad, confirm).click()
}

/**
 * Waits until a trade is open on a phone, and returns its id. The address decides: the market may list
 * the new trade, with the same words as its page, before the page is open.
 */
export async function openTrade({ page }: Phone): Promise<string> {
  const named = /[?&]id=(trd_[0-9a-f]{32})/
  await page.waitForURL(named)
  return named.exec(page.url())?.[1] as string
}

/** Submits the buyer's claim to have paid; its hash is on no chain. */
export async function pay({ buyer, picture }: Stage, tradeId: string): Promise<void> {
  const vouchers = [await buyer.upload(picture)]
  await buyer.post(`/api/otc/trades/${tradeId}/pay`, { vouchers, hash: tradeId.slice(4).repeat(2) })
}

/** A sell order of the seller's, at the guide price. */
export async function sellOrder({ seller }: Stage, quantity: string) {
  const { guidePrice } = await seller.get('/api/otc/publish-terms')
  return seller.post('/api/otc/orders', {
    quantity,
    price: guidePrice,
    minQuantity: '10',
    maxQuantity: quantity,
    concessionBps: 0,
    networks: ['BSC'],
    paymentPassword: seller.account.paymentPassword,
  })
}
