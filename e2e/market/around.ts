import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { Inbox } from '../inbox.ts'
import { goTo } from '../matrix/browser.ts'
import { button, pay, question, type Stage, screenshot, sellOrder, showsText } from './stage.ts'

const mailbox = 'sorrel@example.org'

/** Chat, notifications and e-mails, the block list: the functions around a trade. */
export function aroundJourneys(stage: () => Stage): void {
  let tradeId: string

  it('both write in the chat of a trade, with a picture; each sees what the other has read', async () => {
    const { s, b, buyer } = stage()
    const inbox = await bindMailbox(stage())
    const order = await sellOrder(stage(), '20')
    const taken = await buyer.post(`/api/otc/orders/${order.id}/takes`, {
      quantity: '10',
      network: 'BSC',
      version: order.version,
    })
    tradeId = taken.id
    await inbox.next(mailbox, mail => /有人购买了您的 LEAF/.test(mail.subject ?? ''))

    // An address that names no trade opens the newest one of its side, at its current stage.
    await goTo(b, '/pages/otc/buy/closed')
    await b.page.waitForURL(`**/otc/buy/topay?id=${tradeId}`)
    await button(b, 'Chat').click()
    const chat = b.page.getByRole('main').filter({ visible: true })
    await chat.getByRole('textbox', { name: 'Write a message' }).fill('Sent from my wallet now.')
    await button(chat, 'Add pictures or files').click()
    const buffer = Buffer.from(stage().picture)
    await chat
      .getByLabel('Add pictures', { exact: true })
      .setInputFiles({ name: 'wallet.png', mimeType: 'image/png', buffer })
    await button(chat, 'wallet.png').waitFor()
    await button(chat, 'Send').click()
    await showsText(b, 'Delivered')

    await goTo(s, `/pages/otc/sell/topay?id=${tradeId}`)
    await button(s, '聊天 1 条未读').click()
    const theirs = s.page.getByRole('main').filter({ visible: true })
    await showsText(s, 'Sent from my wallet now.')
    const picture = theirs.getByRole('img', { name: '图片 1' })
    await expect
      .poll(() => picture.evaluate(one => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    await showsText(b, 'Read')
    await theirs.getByRole('textbox', { name: '写消息' }).fill('到账后马上放币。')
    await button(theirs, '发送').click()
    await showsText(b, '到账后马上放币。')
    await screenshot(b, 'chat')
    await screenshot(s, 'chat-zh')
    expect([...s.complaints(), ...b.complaints()]).toEqual([])
  })

  it('a phone that was cut off goes on where it was, without a reload', async () => {
    const { b, line, seller } = stage()
    line.cut()
    await seller.post(`/api/chats/${tradeId}`, { text: '网络还好吗？', pictures: [] })
    const resumed = b.page.waitForResponse(
      response =>
        /\/api\/events/.test(response.url()) && 'last-event-id' in response.request().headers(),
    )
    line.mend()
    expect((await resumed).status()).toBe(200)
    await showsText(b, '网络还好吗？')
    // The browser's own message about a lost network.
    b.complaints()
  })

  it('the seller is notified of the payment, on Mine and by e-mail, and the line leads to the trade', async () => {
    const { s, seeded } = stage()
    await pay(stage(), tradeId)
    const inbox = new Inbox(seeded.product.inboxUrl)
    await inbox.next(mailbox, email => /买家已付款/.test(email.subject ?? ''))
    await goTo(s, '/pages/tabbar/mine')
    const row = s.page.getByRole('link', { name: /^通知.*未读$/ })
    await row.waitFor()
    await screenshot(s, 'mine-unread')
    await row.click()
    const line = s.page.getByRole('link', { name: /^买家已付款/ }).first()
    await line.waitFor()
    await screenshot(s, 'notifications')
    await line.click()
    await showsText(s, /^放币给 /)
    await s.page.waitForURL(`**/otc/sell/payed?id=${tradeId}`)
    await goTo(s, '/pages/more/notifications')
    await button(s, '全部标为已读').click()
    await showsText(s, '全部已读')
    await goTo(s, '/pages/tabbar/mine')
    await s.page.getByRole('link', { name: '通知', exact: true }).waitFor()
    expect(await row.count()).toBe(0)
    expect(s.complaints()).toEqual([])
  })

  it('a member blocks the other: neither takes the other’s orders until the name is off the list', async () => {
    const { s, b, seller, buyer } = stage()
    const { nickname } = seller.login.user
    const { paymentPassword } = seller.account
    await seller.post(`/api/otc/trades/${tradeId}/release`, { paymentPassword })
    await goTo(b, `/pages/otc/buy/closed?id=${tradeId}`)
    await button(b, 'More').click()
    await button(b, /^Block /).click()
    await button(question(b), 'Block this member').click()
    await showsText(b, /^Blocked\. Undo it under Mine/)
    const rest = async () => {
      const { items } = await seller.get('/api/otc/orders?open=true&side=sell')
      // Of the largest order: members without a finished trade take no more than half of one.
      const [{ id, version, minQuantity }] = items.sort(
        (a: { available: string }, b: { available: string }) =>
          Number(b.available) - Number(a.available),
      )
      return buyer.post(`/api/otc/orders/${id}/takes`, {
        quantity: minQuantity,
        network: 'BSC',
        version,
      })
    }
    await expect(rest()).rejects.toThrow(/屏蔽/)

    await goTo(b, '/pages/more/blocks')
    await showsText(b, nickname)
    await screenshot(b, 'blocks')
    await button(b, `Remove ${nickname}`).click()
    await button(question(b), 'Remove').click()
    await showsText(b, /^Nobody is on the list/)
    const { id } = await rest()
    await buyer.post(`/api/otc/trades/${id}/give-up`, { nothingSent: true })
    expect([...s.complaints(), ...b.complaints()]).toEqual([])
  })
}

/** The card of the chat on the visible page. */
/** Binds the seller's mailbox, which receives their e-mails. */
async function bindMailbox({ seller, seeded }: Stage): Promise<Inbox> {
  const inbox = new Inbox(seeded.product.inboxUrl)
  await seller.post('/api/email/code', { purpose: 'bind', address: mailbox })
  const { paymentPassword } = seller.account
  const code = await inbox.codeTo(mailbox)
  await seller.post('/api/email/bind', { address: mailbox, code, paymentPassword })
  return inbox
}
