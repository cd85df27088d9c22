import { expect, it } from 'vitest'
import type { Member } from '../matrix/caller.ts'
import type { DemoOperator } from '../product.ts'
import type { Desk } from './desk.ts'
import type { Office } from './office.ts'

const clause = 'A1'

/** The appeals desk: two arbitrators agree; two disagree and a third decides. */
export function appealJourneys(open: () => Office): void {
  it('two arbitrators rule an appeal, and both members see the coin move', async () => {
    const office = open()
    const { step } = office
    const [buyer, seller] = [office.account('云上'), office.account('极光')]
    const bought = await office.member(buyer)
    const trade = await tradeOf(bought, '极光')
    const { id: caseId, caseNumber } = trade.dispute
    const [why, agreement] = [
      '款项已在时限内到约定地址，哈希可查。',
      'I looked at the block myself.',
    ]
    let first!: DemoOperator
    let desk!: Desk
    let other!: Desk

    await step(
      'the drawn arbitrator takes it, reads both sides, and gives an opinion',
      async () => {
        await bought.post(`/api/otc/trades/${trade.id}/statements`, {
          text: '已转到约定地址，请在链上核对。',
          pictures: trade.payment.vouchers,
        })
        first = await drawn(office, caseId)
        desk = await office.desk(first)
        await desk.go('#/appeals')
        await desk.button(new RegExp(caseNumber)).click()
        await desk.shows('接手后才能看到双方的陈述和证据。')
        await desk.button(/^接手此案/).click()
        await desk.shows('已接手')
        await desk.shows('示例：钱包里还没有看到这笔款。')
        await desk.shows('已转到约定地址，请在链上核对。')
        await desk.shows('链上结论')
        await openEvidence(desk, '图片')
        await desk.picture('case')
        await desk.page.getByLabel('放币给买家').check()
        await desk.page.getByLabel(new RegExp(`^${clause} `)).check()
        await desk.page.getByLabel('理由（成为裁定后双方可见）').fill(why)
        await desk.button('提交意见').click()
        await desk.shows('意见已提交，等二席')
        await desk.picture('opinion')
      },
    )

    await step('the second sees that opinion only after the evidence, and agrees', async () => {
      const second = await drawn(office, caseId)
      expect(second.name).not.toBe(first.name)
      other = await office.desk(second, { language: 'en', theme: 'light' })
      await other.go(`#/appeals/${caseId}`)
      await other.button(/^Take the case/).click()
      await other.shows(/^Taken$/)
      const before = await (await office.caller(second)).get(`/api/operator/cases/${caseId}`)
      expect(before).toMatchObject({ opinions: [], hiddenOpinions: 1 })
      await other.shows(/of evidence not opened/)
      await other.picture('hidden')
      expect(await other.page.getByText(why).count()).toBe(0)
      await openEvidence(other, 'Picture')
      await other.button('Show the first opinion').click()
      await other.shows(why)
      await other.page.getByLabel('Reasons (for arbitrators and the log)').fill(agreement)
      await other.button('Agree: it is ruled').click()
      await other.shows('Agreed; the case is ruled')
      await other.picture('ruled')
    })

    await step(
      'both phones show the ruling; its loser accepts it, and the coin moves',
      async () => {
        const at = (side: string) => `/pages/otc/${side}/appeal?id=${trade.id}`
        const sold = await office.member(seller)
        const [before, sellerBefore] = await Promise.all([leafOf(bought), leafOf(sold)])
        const b = await office.phone(buyer, { at: at('buy'), language: 'en' })
        const s = await office.phone(seller, { at: at('sell') })
        for (const phone of [b, s]) await phone.shows(why)
        await s.picture('ruling')
        await s.button(/^接受裁定/).click()
        await s.page.getByRole('alertdialog').getByRole('button', { name: '接受裁定' }).click()
        await b.shows('Released by arbitration')
        await s.shows('仲裁放币')
        await b.picture('released')
        const { status, dealQuantity } = await bought.get(`/api/otc/trades/${trade.id}`)
        expect(status).toBe('arbitration_release')
        const [after, sellerAfter] = await Promise.all([leafOf(bought), leafOf(sold)])
        expect(after.available - before.available).toBeCloseTo(Number(dealQuantity), 2)
        expect(sellerBefore.escrow - sellerAfter.escrow).toBeGreaterThanOrEqual(
          Number(dealQuantity),
        )
      },
    )
  })

  it('where two arbitrators disagree, a third decides for one opinion, and it is carried out', async () => {
    const office = open()
    const { step } = office
    const bought = await office.member(office.account('青禾'))
    const sold = await office.member(office.account('蓝鲸'))
    const trade = await tradeOf(bought, '蓝鲸')
    const at = `/api/otc/trades/${trade.id}`
    const { dispute } = await sold.post(`${at}/appeal`, {
      reason: 'wrong_amount',
      text: '只收到一部分。',
    })
    await bought.post(`${at}/statements`, { text: '全部都付了。', pictures: [] })
    const path = `/api/operator/cases/${dispute.id}`
    const first = await drawn(office, dispute.id)
    const firstCaller = await office.caller(first)
    const { unopened } = await firstCaller.post(`${path}/take`)
    for (const evidence of unopened) await firstCaller.post(`${path}/evidence/open`, { evidence })
    const firstReasons = '没有看到任何款项。'
    const opinion = { outcome: 'refund', clause: 'B1', reasons: firstReasons }
    await firstCaller.post(`${path}/opinion`, opinion)
    const otherReasons = '链上有一部分，按实付比例放币。'

    await step('the second arbitrator disagrees with another opinion', async () => {
      const desk = await office.desk(await drawn(office, dispute.id))
      await desk.go(`#/appeals/${dispute.id}`)
      await desk.button(/^接手此案/).click()
      await openEvidence(desk, '图片')
      await desk.button('查看一席意见').click()
      await desk.shows(firstReasons)
      await desk.button('不同意，提交另一意见').click()
      await desk.page.getByLabel('按比例拆分').check()
      await desk.page.getByLabel(/^给买家的数量/).fill('6')
      await desk.page.getByLabel(/^C1 /).check()
      await desk.page.getByLabel('理由（成为裁定后双方可见）').fill(otherReasons)
      await desk.picture('disagree')
      await desk.button('不同意，提交另一意见').click()
      await desk.shows('已提交不同意见，由三席决定')
    })

    await step('the third reads both and decides for the second', async () => {
      const desk = await office.desk(await drawn(office, dispute.id), {
        language: 'en',
        theme: 'light',
      })
      await desk.go(`#/appeals/${dispute.id}`)
      await desk.button(/^Take the case/).click()
      await openEvidence(desk, 'Picture')
      await desk.button('Show both opinions').click()
      for (const text of [firstReasons, otherReasons]) await desk.shows(text)
      await desk.page.getByLabel(/^the second opinion/).check()
      await desk.page
        .getByLabel('Reasons (for arbitrators and the log)')
        .fill('The chain shows a part.')
      await desk.picture('decide')
      await desk.button('Rule').click()
      await desk.shows(/^Ruled$/)
    })

    await step('both accept, and each has a part of the coin', async () => {
      const phone = await office.phone(office.account('蓝鲸'), {
        at: `/pages/otc/sell/appeal?id=${trade.id}`,
      })
      await phone.shows(otherReasons)
      const [before, soldBefore] = await Promise.all([leafOf(bought), leafOf(sold)])
      for (const member of [bought, sold]) await member.post(`${at}/accept-ruling`)
      await phone.shows('仲裁放币')
      const { status, refundQuantity } = await bought.get(at)
      const deal = Number(trade.dealQuantity)
      expect({ status, refundQuantity }).toEqual({
        status: 'arbitration_release',
        refundQuantity: (deal - 6).toFixed(2),
      })
      const [after, soldAfter] = await Promise.all([leafOf(bought), leafOf(sold)])
      expect(after.available - before.available).toBeCloseTo(6, 2)
      expect(soldBefore.escrow - soldAfter.escrow).toBeGreaterThanOrEqual(6)
    })
  })
}

/** The trade that a buyer has paid and that its seller has not released. */
async function tradeOf(buyer: Member, seller: string) {
  const { items } = await buyer.get('/api/otc/trades?limit=50')
  const trade = items.find(
    (one: { closedAt: string | null; payment: object | null; seller: { nickname: string } }) =>
      one.payment && one.closedAt === null && one.seller.nickname === seller,
  )
  if (!trade) throw new Error(`no paid trade with ${seller} is open`)
  return trade
}

/** The arbitrator whom the lot has given the free seat. */
async function drawn(office: Office, caseId: string): Promise<DemoOperator> {
  for (const one of office.product.demoOperators) {
    if (one.role !== 'arbitrator') continue
    const { items } = await (await office.caller(one)).get('/api/operator/cases')
    if (items.find((open: { id: string }) => open.id === caseId)?.drawn) return one
  }
  throw new Error(`nobody's lot is the free seat of ${caseId}`)
}

/** Opens every picture of the case, one after the other. */
async function openEvidence(desk: Desk, name: string): Promise<void> {
  const pictures = desk.page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) })
  await pictures.first().waitFor()
  for (const picture of await pictures.all()) {
    await picture.click()
    await desk.page.getByRole('dialog').locator('img').first().waitFor()
    await desk.page.keyboard.press('Escape')
    await desk.page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

/** How much LEAF a member can use, and has in escrow. */
async function leafOf(member: Member): Promise<{ available: number; escrow: number }> {
  const { assets } = await member.get('/api/wallets/summary')
  const leaf = assets.find((one: { asset: string }) => one.asset === 'LEAF')
  return { available: Number(leaf.available), escrow: Number(leaf.escrow) }
}
