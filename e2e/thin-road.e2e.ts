import { rmSync } from 'node:fs'
import { scratchFolder } from '@banyan/tools/scratch'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inChinese } from './names.ts'
import { askForWithdrawal, balanceOf, cancelWithdrawal, recharge } from './pages/assets.ts'
import {
  type Account,
  createAccount,
  firstLogin,
  logIn,
  logInByWords,
  logOut,
} from './pages/auth.ts'
import {
  cancelOrder,
  openTradeUnderWay,
  publish,
  setReceivingAddress,
  take,
} from './pages/market.ts'
import { answerRiskQuestions } from './pages/risk.ts'
import {
  finished,
  giveUp,
  payAndProve,
  purchaseNotice,
  release,
  secondsShown,
  tradeId,
} from './pages/trade.ts'
import { openBrowser, Phone } from './phone.ts'
import { ApiSession, type Product, stillRunning } from './product.ts'
import { startSeeded } from './seeded.ts'
import { stepsWith } from './step.ts'

/** Arbitrary addresses with their EIP-55 checksums. */
const payoutAddress = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const sellerAddress = '0x52908400098527886E0F7030069857D2E4169EE7'

const dataDir = scratchFolder('banyan-journey-')
let product: Product
let browser: Browser
const phones: Phone[] = []
const step = stepsWith(phones, () => product)

beforeAll(async () => {
  product = await startSeeded(dataDir)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function openPhone(...[of]: [Parameters<typeof Phone.open>[1]]): Promise<Phone> {
  const phone = await Phone.open(browser, of)
  phones.push(phone)
  await phone.page.goto(product.appUrl)
  // Whatever language the browser has, the app is in Chinese until the member chooses.
  await phone.button(inChinese.welcome.create).waitFor()
  return phone
}

/**
 * Reads a phone's countdown, and the clock before and after. The page knows the time to within a
 * call of its own and counts started seconds as whole: when it differs by more, it is reloaded and
 * sets its clock by quicker calls.
 */
async function countsDownTo(phone: Phone, deadline: string): Promise<string> {
  const left = () => (Date.parse(deadline) - Date.now()) / 1000
  const most = left() + 2
  const shown = await secondsShown(phone)
  const least = left() - 2
  if (least < shown && shown < most) return 'what is left'
  await phone.page.reload()
  return `${shown} s, but there are ${least + 2} s to ${most - 2} s left`
}

it('two members make accounts from words, recharge, trade LEAF through escrow, and ask for a withdrawal; a crash in the middle loses nothing', async () => {
  const [seller] = product.demoAccounts
  if (!seller) throw new Error('there is no demo community')
  const sellerApi = await ApiSession.open(product.appUrl, seller)
  const { inviteCode } = await sellerApi.get('/api/user/me')
  const a = await openPhone({ name: 'a', language: 'zh', theme: 'dark' })
  const b = await openPhone({ name: 'b', language: 'en', theme: 'light' })
  const s = await openPhone({ name: 's', language: 'zh', theme: 'dark' })
  const chosen = { inviteCode, inviter: seller.nickname }
  let accountA = {} as Account
  let accountB = {} as Account

  await step('A makes an account in Chinese and logs in by its ID', async () => {
    await a.picture('welcome')
    await expect.poll(() => a.page.locator('html').getAttribute('data-theme')).toBe('dark')
    const facts = { nickname: '阿梧', loginPassword: '梧桐树下 2026', paymentPassword: '740295' }
    accountA = await createAccount(a, { ...chosen, ...facts })
    await firstLogin(a, accountA)
    await a.picture('home')
  })

  await step('B does the same in English, in the light theme', async () => {
    await b.button(b.names.welcome.language).click()
    await expect.poll(() => b.page.locator('html').getAttribute('data-theme')).toBe('light')
    await b.picture('welcome')
    const facts = { nickname: 'Birch', loginPassword: 'silver bark 7', paymentPassword: '831604' }
    accountB = await createAccount(b, { ...chosen, ...facts })
    await firstLogin(b, accountB)
    await b.picture('home')
  })

  await step('the test entry has nothing to show to a member who has bought nothing', async () => {
    await a.page.goto(`${product.appUrl}#/pages/otc/buy/topay`)
    await a.shows('您还没有买入过 LEAF')
    await a.picture('no-purchase')
    await a.page.getByRole('button', { name: '去交易', exact: true }).click()
    await a.tab('home')
  })

  await step('both recharge and see the credit', async () => {
    await recharge(a, '300')
    await recharge(b, '250.50')
    await expect.poll(() => balanceOf(a, 'USDT', 'available')).toBe('300.00')
    await expect.poll(() => balanceOf(b, 'USDT', 'available')).toBe('250.50')
    await b.picture('assets')
  })

  await step('B buys of a demo seller, and sees the release without loading the page', async () => {
    await logIn(s, seller)
    // The four questions on risk come before the first money goes in.
    await take(b, seller.nickname, '60', () => answerRiskQuestions(b))
    await payAndProve(b)
    await openTradeUnderWay(s)
    await release(s, seller.paymentPassword)
    await finished(b)
    await b.button(b.names.trade.toMarket).click()
    await b.tab('assets')
    await expect.poll(() => balanceOf(b, 'LEAF', 'available')).toBe('60.00')
  })

  await step('B publishes a sell order and A takes a part of it', async () => {
    const { paymentPassword } = accountB
    await setReceivingAddress(b, {
      bsc: sellerAddress,
      contact: 'Telegram @seller',
      paymentPassword,
    })
    await publish(b, { quantity: '40', price: '1', paymentPassword })
    await take(a, accountB.nickname, '15', () => answerRiskQuestions(a))
  })

  await step('the server is killed in the middle of the trade, and nothing is lost', async () => {
    const id = tradeId(a)
    const api = await ApiSession.open(product.appUrl, accountA)
    const before = await api.get(`/api/otc/trades/${id}`)
    for (const phone of phones) phone.serverIsAway = true
    const killed = product.processes()
    await product.kill()
    await product.startAgain()
    await expect.poll(() => stillRunning(killed)).toEqual([])
    await a.page.reload()
    await a.page.getByText(a.names.trade.toPay, { exact: true }).waitFor()
    const after = await api.get(`/api/otc/trades/${id}`)
    // A restart that takes long counts as an outage, which extends all deadlines by its length.
    const moved = Date.parse(after.deadline) - Date.parse(before.deadline)
    expect(moved).toBeGreaterThanOrEqual(0)
    const later = (time: string) => new Date(Date.parse(time) + moved).toISOString()
    const { deadline, paymentDeadline, graceDeadline } = before
    expect(after).toEqual({
      ...before,
      serverNow: expect.any(String),
      deadline: later(deadline),
      paymentDeadline: later(paymentDeadline),
      graceDeadline: later(graceDeadline),
    })
    await expect.poll(() => countsDownTo(a, after.deadline)).toBe('what is left')
    for (const phone of [b, s]) await phone.page.reload()
    for (const phone of phones) phone.serverIsAway = false
    await a.picture('after-the-crash')
  })

  await step('A pays, and sees on Home that B has released', async () => {
    await payAndProve(a)
    await a.page.goto(`${product.appUrl}/#/`)
    await openTradeUnderWay(b)
    await release(b, accountB.paymentPassword)
    await purchaseNotice(a)
  })

  await step('A gives up another take, and B cancels the rest', async () => {
    await a.button(a.names.trade.toMarket).click()
    await take(a, accountB.nickname, '10')
    await giveUp(a)
    await b.button(b.names.trade.toMarket).click()
    await cancelOrder(b)
    await b.tab('assets')
    // 60 bought, 15 sold, and 1 % of the 15 as the fee.
    await expect.poll(() => balanceOf(b, 'LEAF', 'available')).toBe('44.85')
  })

  await step('A asks for a withdrawal, sees it frozen, and cancels it', async () => {
    await a.button(a.names.trade.toMarket).click()
    const { paymentPassword } = accountA
    await askForWithdrawal(a, { address: payoutAddress, amount: '120', paymentPassword })
    await a.back()
    await expect.poll(() => balanceOf(a, 'USDT', 'frozen')).toBe('120.00')
    await expect.poll(() => balanceOf(a, 'USDT', 'available')).toBe('180.00')
    await a.picture('assets-frozen')
    await a.page.goto(`${product.appUrl}/#/pages/mine/orderList`)
    await cancelWithdrawal(a)
    await a.back()
    await a.tab('assets')
    await expect.poll(() => balanceOf(a, 'USDT', 'available')).toBe('300.00')
    await expect.poll(() => balanceOf(a, 'USDT', 'frozen')).toBe('0.00')
    await expect.poll(() => balanceOf(a, 'LEAF', 'available')).toBe('15.00')
  })

  await step('A logs out, and in again by the words', async () => {
    await logOut(a)
    await a.picture('welcome-back')
    await logInByWords(a, accountA.words)
    await a.picture('home-again')
  })

  await step(
    'the books are whole, no page has complained, and nothing is left behind',
    async () => {
      const { code, output } = await product.reconcile()
      expect(code, output).toBe(0)
      expect(phones.flatMap(phone => phone.complaints)).toEqual([])
      for (const phone of phones) await phone.page.context().close()
      const running = product.processes()
      const programs = running.map(one => one.program)
      expect(programs).toEqual(expect.arrayContaining(['node', 'postgres', 'anvil']))
      expect(await product.stop()).toBe(0)
      await expect.poll(() => stillRunning(running)).toEqual([])
    },
  )
})
