import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { goTo, openPhone, type Phone } from '../matrix/browser.ts'
import type { Member } from '../matrix/caller.ts'
import { anyPicture, memberAt, openStand, type Stand } from '../matrix/scene.ts'
import { openBrowser } from '../phone.ts'
import { openArbitrators } from './arbitrators.ts'

/* What goes another way than paying and releasing, on both sides' pages, against a real house. */

let stand: Stand
let browser: Browser
let seller: Member
let buyer: Member
let s: Phone
let b: Phone
let picture: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  stand = await openStand()
  browser = await openBrowser()
  picture = await anyPicture(browser)
  seller = await someoneWhoCanSell(30)
  buyer = await memberAt(
    stand.product,
    seller.account.accountId === stand.product.demoAccounts[0]?.accountId ? 1 : 0,
  )
  s = await openPhone(browser, {
    look: { language: 'zh-CN', theme: 'dark' },
    login: seller.login,
  })
  b = await openPhone(browser, { look: { language: 'en', theme: 'light' }, login: buyer.login })
  for (const phone of [s, b]) await phone.page.goto(stand.product.appUrl)
})
afterAll(async () => {
  await browser?.close()
  await stand?.close()
})

/** A demo member who has coins to spare and an address to be paid at. */
async function someoneWhoCanSell(leaf: number): Promise<Member> {
  for (const place of stand.product.demoAccounts.keys()) {
    const one = await memberAt(stand.product, place)
    const { available, networks, frozenUntil, tradingLimit } =
      await one.get('/api/otc/publish-terms')
    const canSell = networks.includes('BSC') && frozenUntil === null
    if (canSell && Number(available) > leaf && Number(tradingLimit) > leaf * 2) return one
  }
  throw new Error(`nobody of the demo community can sell ${leaf} LEAF`)
}

/** Keeps a picture for the eyes, where SCREENSHOT_DIR asks for one. */
async function look(phone: Phone, name: string): Promise<void> {
  const folder = process.env.SCREENSHOT_DIR
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await phone.page.screenshot({ path: join(folder, `market-${name}.png`), fullPage: true })
}

const button = (within: Phone | Locator, name: string | RegExp) =>
  ('page' in within && 'context' in within ? within.page : (within as Locator)).getByRole(
    'button',
    { name, exact: typeof name === 'string' },
  )
const sheet = (phone: Phone) => phone.page.getByRole('dialog').last()
const question = (phone: Phone) => phone.page.getByRole('alertdialog').last()
const said = (phone: Phone, text: string | RegExp) =>
  phone.page
    .getByText(text, { exact: typeof text === 'string' })
    .last()
    .waitFor()

async function pin(phone: Phone, digits: string, confirm: string): Promise<void> {
  const pad = sheet(phone)
  for (const digit of digits) await button(pad, digit).click()
  await button(pad, confirm).click()
}

/** A buy order of the buyer's, at the guide price. */
async function buyOrder(quantity: string) {
  const { guidePrice } = await buyer.get('/api/otc/publish-terms')
  const range = { minQuantity: '10', maxQuantity: quantity }
  return buyer.post('/api/otc/buy-orders', {
    ...{ quantity, price: guidePrice, ...range, networks: ['BSC'] },
  })
}

/** The buyer's claim to have paid; its hash is on no chain. */
async function pay(tradeId: string): Promise<void> {
  const vouchers = [await buyer.upload(picture)]
  await buyer.post(`/api/otc/trades/${tradeId}/pay`, { vouchers, hash: tradeId.slice(4).repeat(2) })
}

it('a seller sells to a buy order, and both cancel the paid trade together', async () => {
  const { nickname } = buyer.login.user
  await buyOrder('12')
  await goTo(s, '/pages/tabbar/OTC')
  await s.page.getByRole('radio', { name: '卖出', exact: true }).locator('..').click()
  await button(s, `卖给 ${nickname}`).first().click()
  await sheet(s).getByRole('textbox', { name: '卖出数量', exact: true }).fill('12')
  await look(s, 'sell-to')
  await button(sheet(s), '下一步').click()
  await pin(s, seller.account.paymentPassword, '确认卖出')
  await said(s, '等待买家付款')
  const tradeId = /id=(trd_[0-9a-f]{32})/.exec(s.page.url())?.[1] ?? ''
  await pay(tradeId)
  await said(s, '请核对到账并放币')
  expect(s.page.url(), 'the page goes where the trade is').toContain('/otc/sell/payed')

  // An address that names another stage shows the right one, and is corrected.
  await goTo(b, `/pages/otc/buy/topay?id=${tradeId}`)
  await said(b, 'Waiting for the seller to release')
  expect(b.page.url()).toContain('/otc/buy/payed')
  await look(b, 'payed')
  await button(b, /^Cancel together/).click()
  await button(question(b), 'Propose').click()
  await said(s, /^买家提议取消这笔交易/)
  await look(s, 'asked-to-cancel')
  await button(s, '同意取消').click()
  await button(question(s), '同意取消').click()
  await said(b, /^Both want to cancel/)
  await button(b, 'Confirm').click()
  await look(b, 'confirm-cancel')
  await button(sheet(b), 'Confirm, the coin goes back').click()
  await said(b, 'Trade closed')
  await said(s, '交易已关闭')
  await look(s, 'cancelled')
  expect([...s.complaints(), ...b.complaints()]).toEqual([])
})

it('a seller appeals, the buyer claims the contrary, two arbitrators share the coin, and both accept', async () => {
  const order = await buyOrder('12')
  const { paymentPassword } = seller.account
  const { id } = await seller.post(`/api/otc/buy-orders/${order.id}/takes`, {
    ...{ quantity: '12', network: 'BSC', version: order.version, paymentPassword },
  })
  await pay(id)

  await goTo(s, `/pages/otc/sell/payed?id=${id}`)
  await s.page.getByRole('link', { name: /^申诉/ }).click()
  await button(s, /^申诉理由/).click()
  await button(sheet(s), '没有收到款项').click()
  await s.page.getByRole('textbox', { name: '申诉内容' }).fill('钱包里没有这笔款项。')
  await look(s, 'submit-appeal')
  await button(s, '提交').click()
  await said(s, '等待受理')

  await goTo(b, `/pages/otc/buy/appeal?id=${id}`)
  await button(b, 'Counter-claim').click()
  await button(b, /^Reason/).click()
  await button(sheet(b), 'Paid, and the seller does not release').click()
  await b.page.getByRole('textbox', { name: 'What happened' }).fill('The wallet says it was sent.')
  await button(b, 'Submit').click()
  await said(b, 'Counter-claim')
  await said(s, 'The wallet says it was sent.')
  await look(s, 'counter-claim')
  // Nobody gives an opinion while a side still has time to answer.
  await button(s, '提交说明').click()
  await s.page.getByRole('textbox', { name: '申诉内容' }).fill('链上没有这笔交易。')
  await button(s, '提交').click()
  await said(b, '链上没有这笔交易。')

  const [first, second] = await openArbitrators(stand.product)
  const { items } = await first.get('/api/operator/cases')
  const at = `/api/operator/cases/${items[0].id}`
  await first.post(`${at}/take`)
  await said(s, '审理中')
  const opinion = { outcome: 'split', releaseQuantity: '5', clause: await anyClause() }
  await first.post(`${at}/opinion`, { ...opinion, reasons: 'Part of the payment is proved.' })
  await second.post(`${at}/take`)
  await second.post(`${at}/show-opinions`)
  await second.post(`${at}/agree`, { reasons: 'The same evidence, the same reading.' })

  await said(s, '按比例分配')
  await look(s, 'ruled')
  await said(b, 'The coin is shared')
  await look(b, 'ruled-en')
  await button(s, '其他处理').click()
  await button(sheet(s), /^接受裁定/).click()
  await button(question(s), '接受裁定').click()
  await said(s, /^您已接受裁定/)
  await button(b, 'Other ways').click()
  await button(sheet(b), /^Accept the ruling/).click()
  await button(question(b), 'Accept the ruling').click()
  await said(b, 'Released by arbitration')
  await said(s, '仲裁放币')
  await look(s, 'closed-split')
  const { dealQuantity, refundQuantity, status } = await buyer.get(`/api/otc/trades/${id}`)
  expect({ dealQuantity, refundQuantity, status }).toMatchObject({
    ...{ dealQuantity: '12.00', refundQuantity: '7.00', status: 'arbitration_release' },
  })
  expect([...s.complaints(), ...b.complaints()]).toEqual([])
  const { code, said: words } = await stand.product.reconcile()
  expect(code, words).toBe(0)
})

/** The number of a clause that a ruling can cite. */
async function anyClause(): Promise<string> {
  return (await buyer.get('/api/otc/clauses')).items[0].number
}
