import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { goTo, holdBack } from '../matrix/browser.ts'
import {
  button,
  pin,
  question,
  type Stage,
  screenshot,
  sellOrder,
  sheet,
  showsText,
} from './stage.ts'

/** An owner's actions on an order that is on the market. */
export function ownOrderJourneys(stage: () => Stage): void {
  it('an owner changes the terms, pauses, resumes and cancels an order, and downloads all orders as a table', async () => {
    const { s, seller } = stage()
    const order = await sellOrder(stage(), '20')
    await goTo(s, '/pages/otc/sell/sellList')
    const card = s.page.getByRole('article').filter({ hasText: order.orderNumber })
    await card.getByRole('button', { expanded: false }).click()
    await button(card, '修改').click()
    const price = sheet(s).getByRole('textbox', { name: '单价', exact: true })
    await expect.poll(() => price.inputValue()).toBe(order.price)
    await price.fill('99')
    await button(sheet(s), '确认修改').click()
    await showsText(s, /^折后单价须在 .+ 至 .+ USDT 之间$/)
    await price.fill(order.price)
    await sheet(s).getByRole('textbox', { name: '单笔最小', exact: true }).fill('15')
    await screenshot(s, 'change-order')
    // The lists are loaded again only after the next action, which uses the order as the answer had
    // it.
    const letListsGo = await holdBack(s.page, /\/api\/otc\/orders\?/)
    await button(sheet(s), '确认修改').click()
    await showsText(s, '修改成功')
    const { minQuantity, version } = await seller.get(`/api/otc/orders/${order.id}`)
    expect([minQuantity, version]).toEqual(['15.00', order.version + 1])

    await button(card, '暂停').click()
    await card.getByText('已暂停', { exact: true }).waitFor()
    letListsGo()
    await button(card, '恢复').click()
    await button(card, '暂停').waitFor()
    await screenshot(s, 'sell-list')

    const download = s.page.waitForEvent('download')
    await button(s, '导出 CSV').click()
    const table = readFileSync(await (await download).path(), 'utf8')
    expect(table.split('\r\n').filter(line => line.includes(order.orderNumber))).toHaveLength(1)

    await button(card, '取消').click()
    await button(question(s), '取消卖单').click()
    await card.waitFor({ state: 'detached' })
    expect(s.complaints()).toEqual([])
  })

  it('a seller publishes an order with a floating price, a buyer deals at the price shown, and the owner fixes it', async () => {
    const { s, b, seller, buyer } = stage()
    await goTo(s, '/pages/tabbar/OTC')
    await s.page.getByRole('radio', { name: '卖出', exact: true }).locator('..').click()
    await button(s, '发布卖单').click()
    const field = (name: string) => sheet(s).getByRole('textbox', { name, exact: true })
    await field('出售数量').fill('20')
    await sheet(s).getByRole('radio', { name: '随指导价浮动' }).locator('..').click()
    await sheet(s).getByRole('slider', { name: '高于或低于指导价' }).fill('150')
    await field('最低成交价').fill('99')
    await button(sheet(s), '下一步').click()
    await showsText(s, /^折后单价须在 .+ 至 .+ USDT 之间$/)
    const { guidePrice, bandLow } = await seller.get('/api/otc/publish-terms')
    await field('最低成交价').fill(bandLow)
    await screenshot(s, 'publish-floating')
    await button(sheet(s), '下一步').click()
    await pin(s, seller.account.paymentPassword, '发布')
    await showsText(s, '发布成功')
    await screenshot(s, 'published')
    await button(sheet(s), '回到市场').click()
    const { items } = await seller.get('/api/otc/orders?side=sell&open=true')
    const [order] = items
    expect([order.floating, order.floats]).toEqual([{ marginBps: 150, limit: bandLow }, true])
    expect(Number(order.price) / Number(guidePrice)).toBeCloseTo(1.015, 5)

    await goTo(b, '/pages/tabbar/OTC')
    const offer = b.page
      .getByRole('article')
      .filter({ has: button(b, `Buy from ${seller.login.user.nickname}`) })
      .filter({ hasText: 'Floating' })
      .first()
    await offer.waitFor()
    await screenshot(b, 'market-floating')
    await button(offer, `Buy from ${seller.login.user.nickname}`).click()
    await sheet(b)
      .getByText(/^This price follows the guide price/)
      .waitFor()
    await screenshot(b, 'take-floating')
    await sheet(b).getByRole('textbox', { name: 'Quantity', exact: true }).fill('10')
    await button(sheet(b), 'Confirm').click()
    await showsText(b, 'Order taken')
    const [trade] = (await buyer.get('/api/otc/trades?side=buy&open=true')).items
    expect(trade.dealPrice).toBe(order.effectivePrice)
    await buyer.post(`/api/otc/trades/${trade.id}/give-up`, { nothingSent: true })

    await goTo(s, '/pages/otc/sell/sellList')
    // The market, which lists it as well, stays underneath.
    const card = s.page
      .getByRole('article')
      .filter({ hasText: order.orderNumber })
      .filter({ visible: true })
    await card.getByRole('button', { expanded: false }).click()
    const margin = card.getByText('指导价 +1.5%', { exact: true })
    await margin.waitFor()
    await screenshot(s, 'sell-list-floating')
    await button(card, '修改').click()
    await sheet(s).getByRole('radio', { name: '固定价' }).locator('..').click()
    await field('单价').fill(guidePrice)
    await button(sheet(s), '确认修改').click()
    await showsText(s, '修改成功')
    await margin.waitFor({ state: 'detached' })
    await button(card, '取消').click()
    await button(question(s), '取消卖单').click()
    await card.waitFor({ state: 'detached' })
    expect([...s.complaints(), ...b.complaints()]).toEqual([])
  })
}
