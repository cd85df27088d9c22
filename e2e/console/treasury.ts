import { patientFetch } from '@banyan/tools/patient-fetch'
import { until } from '@banyan/tools/until'
import { expect, it } from 'vitest'
import type { Office } from './office.ts'

/** Money from the chain: a receipt that two classify, and a recharge that came after a freeze. */
export function treasuryJourneys(open: () => Office): void {
  it('two treasurers classify a receipt, and every member can read it', async () => {
    const office = open()
    const { step } = office
    const [first, second] = [office.operator('treasurer'), office.operator('treasurer', 1)]
    const payer = '示例：城东机房'
    const caller = await office.caller(first)
    const { items } = await caller.get('/api/treasury/receipts?booked=no')
    const receipt = items.find((one: { amount: string }) => Number(one.amount) === 30)
    const costs = async () => {
      const { items } = await caller.get('/api/operator/treasury/accounts')
      return Number(items.find((one: { account: string }) => one.account === 'OPS').balance)
    }
    const before = await costs()

    await step('one says what it is, once the chain was compared', async () => {
      const desk = await office.desk(first)
      await desk.go('#/treasury?booked=no')
      await desk.page.getByRole('row', { name: /30\.00/ }).click()
      await desk.panel.getByText('待归类').first().waitFor()
      await desk.page.getByRole('radio', { name: /^费用退回/ }).check()
      await desk.page.getByLabel('付款人').fill(payer)
      await desk.page.getByLabel('凭据', { exact: true }).fill('示例：停用机房退回的押金，账单 7。')
      await desk.shows('请先核对交易与凭据')
      await desk.page.getByRole('checkbox', { name: /^我已在区块浏览器核对/ }).check()
      await desk.picture('classify')
      await desk.button(/^提出：费用退回 30/).click()
      await desk.shows('已提出，等另一人决定')
      expect(await costs()).toBe(before)
    })

    await step('the other opens the evidence and approves: it is in the books', async () => {
      const desk = await office.desk(second, { language: 'en', theme: 'light' })
      await desk.go(`#/treasury/${receipt.id}`)
      await desk.page.getByRole('link', { name: 'Open the proposal' }).click()
      const approve = desk.page.getByLabel('What you checked (for the log)')
      await approve.fill('The agreement and the block.')
      await desk.shows('Open the evidence first')
      await desk.button('Open the evidence').click()
      await desk.shows('示例：停用机房退回的押金，账单 7。')
      await desk.picture('evidence')
      await approve.press('Control+Enter')
      await desk.shows('Approved; it is in effect')
      expect((await costs()) - before).toBeCloseTo(30, 6)
    })

    await step('the phone lists it with its payer', async () => {
      const phone = await office.phone(office.account('星河'), {
        at: '/pages/more/solvency?tab=receipts',
      })
      await phone.shows(payer)
      await phone.picture('receipt')
    })
  })

  it('a recharge after a freeze is found by its mark; two open the account, and its money is free', async () => {
    const office = open()
    const { step } = office
    const account = office.account('墨竹')
    const member = await office.member(account)
    const usdt = async () => {
      const { assets } = await (await office.member(account)).get('/api/wallets/summary')
      return Number(assets.find((one: { asset: string }) => one.asset === 'USDT').available)
    }
    const before = await usdt()
    const { address } = await member.get('/api/deposits/address')
    const phone = await office.phone(account, { at: '/pages/tabbar/assets' })
    const reviewer = office.operator('reviewer')
    const freeze = { accountId: account.accountId, freezes: true, why: '会员来电：手机被盗。' }
    const support = await office.caller(office.operator('support'))
    const path = '/api/operator/proposals'
    const { id } = await support.post(`${path}/account-freezes`, freeze)
    const approval = { reason: '已回电核实', acknowledges: [] }
    await (await office.caller(reviewer)).post(`${path}/${id}/approve`, approval)
    await phone.shows(/已被限制|暂不可用/)
    const desk = await office.desk(reviewer)

    await step('the recharge is credited and marked; the reviewer reads why', async () => {
      await patientFetch(`${office.product.walletUrl}/api/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: office.product.walletUrl },
        body: JSON.stringify({ to: address, amount: '12.5' }),
      })
      await desk.go('#/deposits?mark=any')
      const row = desk.page.getByRole('row', { name: new RegExp(account.accountId) })
      await row.filter({ hasText: '已入账' }).click()
      await desk.shows('照常入账，但会员不能动用。请向提出冻结的人说明。')
      await desk.picture('marked')
    })

    await step('the reviewer asks to open the account, and a treasurer approves', async () => {
      await desk.go(`#/members/${account.accountId}`)
      await desk.button(/^提议解除冻结/).click()
      await desk.page
        .getByLabel('解除的理由（决定人和审计日志可见）')
        .fill('本人到场，新手机已验证。')
      await desk.picture('ask-to-open')
      await desk
        .button(/^提议解除冻结/)
        .last()
        .click()
      await desk.shows('已提出，等另一位操作员决定')
      const second = await office.desk(office.operator('treasurer'), {
        language: 'en',
        theme: 'light',
      })
      await second.go(`#/members/${account.accountId}`)
      await second.page.getByLabel('What you checked (for the log)').fill('Called back.')
      await second.picture('open')
      await second.page.keyboard.press('Control+Enter')
      await second.shows('Approved; it is in effect')
      await until('the money', async () => Math.abs((await usdt()) - before - 12.5) < 1e-6)
      const again = await office.phone(account, { at: '/pages/tabbar/assets' })
      // Shown amounts are cut off.
      await again.shows((Math.floor((before + 12.5) * 100 + 1e-6) / 100).toFixed(2))
      await again.picture('open')
    })
  })
}
