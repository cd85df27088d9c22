import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { goTo } from '../matrix/browser.ts'
import { button, look, question, type Stage, said, sellOrder, sheet } from './stage.ts'

/** What an owner does with an order that is on the market. */
export function ownOrderJourneys(stage: () => Stage): void {
  it('an owner changes the terms, pauses, resumes and cancels an order, and takes all orders home as a table', async () => {
    const { s, seller } = stage()
    const order = await sellOrder(stage(), '20')
    await goTo(s, '/pages/otc/sell/sellList')
    const card = s.page.locator('section').filter({ hasText: order.orderNumber })
    await button(card, '修改').click()
    const price = sheet(s).getByRole('textbox', { name: '单价', exact: true })
    expect(await price.inputValue()).toBe(order.price)
    await price.fill('99')
    await button(sheet(s), '确认修改').click()
    await said(s, /^折后单价须在 .+ 至 .+ USDT 之间$/)
    await price.fill(order.price)
    await sheet(s).getByRole('textbox', { name: '单笔最小', exact: true }).fill('15')
    await look(s, 'change-order')
    await button(sheet(s), '确认修改').click()
    await said(s, '修改成功')
    const { minQuantity, version } = await seller.get(`/api/otc/orders/${order.id}`)
    expect([minQuantity, version]).toEqual(['15.00', order.version + 1])

    await button(card, '暂停').click()
    await card.getByText('已暂停', { exact: true }).waitFor()
    await button(card, '恢复').click()
    await button(card, '暂停').waitFor()
    await look(s, 'sell-list')

    const download = s.page.waitForEvent('download')
    await button(s, '导出 CSV').click()
    const table = readFileSync(await (await download).path(), 'utf8')
    expect(table.split('\r\n').filter(line => line.includes(order.orderNumber))).toHaveLength(1)

    await button(card, '取消').click()
    await button(question(s), '取消卖单').click()
    await card.waitFor({ state: 'detached' })
    expect(s.complaints()).toEqual([])
  })
}
