import { tinyVideo } from '@banyan/tools/tiny-files'
import { expect, it } from 'vitest'
import { goTo } from '../matrix/browser.ts'
import type { Member } from '../matrix/caller.ts'
import { openAll, openArbitrators, sitDown } from './arbitrators.ts'
import {
  button,
  openTrade,
  pay,
  pin,
  question,
  type Stage,
  screenshot,
  sheet,
  showsText,
} from './stage.ts'

/** The trades that do not end by paying and releasing. */
export function otherWays(stage: () => Stage): void {
  it('a seller sells to a buy order, and both cancel the paid trade together', async () => {
    const { s, b, seller, buyer } = stage()
    const { nickname } = buyer.login.user
    await buyOrder(buyer, '12')
    await goTo(s, '/pages/tabbar/OTC')
    await s.page.getByRole('radio', { name: '卖出', exact: true }).locator('..').click()
    await button(s, `卖给 ${nickname}`).first().click()
    await sheet(s).getByRole('textbox', { name: '卖出数量', exact: true }).fill('12')
    await screenshot(s, 'sell-to')
    await button(sheet(s), '下一步').click()
    await pin(s, seller.account.paymentPassword, '确认卖出')
    const tradeId = await openTrade(s)
    await showsText(s, /^等 .+ 付款$/)
    await pay(stage(), tradeId)
    await showsText(s, /^放币给 /)
    // The page goes where the trade is.
    await s.page.waitForURL('**/otc/sell/payed**')

    // An address that names another stage shows the right one, and is corrected.
    await goTo(b, `/pages/otc/buy/topay?id=${tradeId}`)
    await showsText(b, /^Waiting for /)
    await b.page.waitForURL('**/otc/buy/payed**')
    await screenshot(b, 'payed')
    await button(b, /^Cancel together/).click()
    await button(question(b), 'Propose').click()
    await showsText(s, /^对方提议取消这笔交易/)
    await screenshot(s, 'asked-to-cancel')
    await button(s, '同意取消').click()
    await button(question(s), '同意取消').click()
    await showsText(b, /^Both want to cancel/)
    await button(b, 'Confirm').click()
    await screenshot(b, 'confirm-cancel')
    await button(sheet(b), 'Confirm, the coin goes back').click()
    await showsText(b, 'Trade closed')
    await showsText(s, '交易已关闭')
    await screenshot(s, 'cancelled')
    expect([...s.complaints(), ...b.complaints()]).toEqual([])
  })

  it('a seller appeals, the buyer claims the contrary, two arbitrators share the coin, and both accept', async () => {
    const { s, b, seller, buyer, seeded } = stage()
    const order = await buyOrder(buyer, '12')
    const { paymentPassword } = seller.account
    const { id } = await seller.post(`/api/otc/buy-orders/${order.id}/takes`, {
      quantity: '12',
      network: 'BSC',
      version: order.version,
      paymentPassword,
    })
    await pay(stage(), id)

    await goTo(s, `/pages/otc/sell/payed?id=${id}`)
    await s.page.getByRole('link', { name: /^申诉/ }).click()
    await button(s, /^申诉理由/).click()
    await button(sheet(s), '没有收到款项').click()
    await s.page.getByRole('textbox', { name: '申诉内容' }).fill('钱包里没有这笔款项。')
    await s.page.getByLabel('添加视频或 PDF 文件').setInputFiles({
      name: '账户录屏.mp4',
      mimeType: 'video/mp4',
      buffer: tinyVideo(),
    })
    await button(s, '移除文件 账户录屏.mp4').waitFor()
    await s.page.getByRole('progressbar', { name: '账户录屏.mp4' }).waitFor({ state: 'detached' })
    // A page that is loaded anew has what was typed and sent.
    await s.page.reload()
    await showsText(s, '账户录屏.mp4')
    await button(s, /没有收到款项/).waitFor()
    await expect
      .poll(() => s.page.getByRole('textbox', { name: '申诉内容' }).inputValue())
      .toBe('钱包里没有这笔款项。')
    await screenshot(s, 'submit-appeal')
    await button(s, '提交').click()
    await showsText(s, /^等 .+ 答辩$/)

    await goTo(b, `/pages/otc/buy/appeal?id=${id}`)
    await button(b, /^Video 账户录屏\.mp4, 0:02/).click()
    await b.page.locator('video').waitFor()
    await screenshot(b, 'video-of-the-case')
    await button(b, 'Reply to the appeal').click()
    await button(b, /^Reason/).click()
    await button(sheet(b), 'Paid, and the seller does not release').click()
    await b.page
      .getByRole('textbox', { name: 'What happened' })
      .fill('The wallet says it was sent.')
    await button(b, 'Submit').click()
    await showsText(b, 'Reply')
    await showsText(s, 'The wallet says it was sent.')
    await screenshot(s, 'counter-claim')
    // No opinion is given while a side still has time to answer.
    await button(s, '提交说明').click()
    await s.page.getByRole('textbox', { name: '申诉内容' }).fill('链上没有这笔交易。')
    await button(s, '提交').click()
    await showsText(b, '链上没有这笔交易。')

    const desk = await openArbitrators(seeded.product)
    // The demonstration has a case of its own, which waits as well.
    const { dispute } = await buyer.get(`/api/otc/trades/${id}`)
    const first = await sitDown(desk, dispute.id)
    const at = `/api/operator/cases/${dispute.id}`
    await showsText(s, '审理中')
    const [statement] = (await first.get(at)).statements
    expect(statement.files).toMatchObject([{ kind: 'video', name: '账户录屏.mp4' }])
    const opinion = { outcome: 'split', releaseQuantity: '5', clause: await anyClause(buyer) }
    await openAll(first, dispute.id)
    await first.post(`${at}/opinion`, { ...opinion, reasons: 'Part of the payment is proved.' })
    const second = await sitDown(desk, dispute.id)
    await openAll(second, dispute.id)
    await second.post(`${at}/show-opinions`)
    await second.post(`${at}/agree`, { reasons: 'The same evidence, the same reading.' })

    await showsText(s, '按比例分配')
    await screenshot(s, 'ruled')
    await showsText(b, 'The coin is shared')
    await screenshot(b, 'ruled-en')
    await button(s, /^接受裁定/).click()
    await button(question(s), '接受裁定').click()
    await showsText(s, /^您已接受裁定/)
    await button(b, /^Accept the ruling/).click()
    await button(question(b), 'Accept the ruling').click()
    await showsText(b, 'Released by arbitration')
    await showsText(s, '仲裁放币')
    await screenshot(s, 'closed-split')
    const { dealQuantity, refundQuantity, status } = await buyer.get(`/api/otc/trades/${id}`)
    expect({ dealQuantity, refundQuantity, status }).toMatchObject({
      dealQuantity: '12.00',
      refundQuantity: '7.00',
      status: 'arbitration_release',
    })
    expect([...s.complaints(), ...b.complaints()]).toEqual([])
    const { code, output: words } = await seeded.product.reconcile()
    expect(code, words).toBe(0)
  })
}

/** A buy order of the buyer's, at the guide price. */
async function buyOrder(buyer: Member, quantity: string) {
  const { guidePrice } = await buyer.get('/api/otc/publish-terms')
  const range = { minQuantity: '10', maxQuantity: quantity }
  return buyer.post('/api/otc/buy-orders', {
    quantity,
    price: guidePrice,
    ...range,
    networks: ['BSC'],
  })
}

/** The number of a clause that a ruling can cite. */
async function anyClause(buyer: Member): Promise<string> {
  return (await buyer.get('/api/otc/clauses')).items[0].number
}
