import { expect, it } from 'vitest'
import type { Office } from './office.ts'

/** The service inbox with two of support, and feedback. */
export function serviceJourneys(open: () => Office): void {
  it('support answers a member’s chat, hands it on, and the phone shows both live', async () => {
    const office = open()
    const { step } = office
    const account = office.account('云上')
    const member = await office.member(account)
    const support = office.operator('support')
    const other = await office.newOperator('second-support', 'support')
    const canned = '请补充付款方钱包的截图，我们马上核对。'
    await (await office.caller(support)).post('/api/operator/service/answers', {
      title: '补充截图',
      zh: canned,
      en: 'Please add a picture of the wallet that paid.',
    })
    const asked = (await member.get('/api/service')).items.find(
      (one: { by: string }) => one.by === 'member',
    ).text as string
    const desk = await office.desk(support)
    const phone = await office.phone(account, { at: '/pages/home/service' })

    await step('the list shows no text of messages; a taken one is answered', async () => {
      await desk.go('#/service')
      const row = desk.button(new RegExp(`^${account.nickname} `))
      await row.waitFor()
      await desk.picture('inbox')
      expect(await desk.page.locator('#main').textContent()).not.toContain(asked)
      await row.click()
      await desk.shows(asked)
      await desk.button(/^接待/).click()
      await desk.page.getByLabel('常用回复').selectOption({ label: '补充截图' })
      const field = desk.page.getByLabel('回复会员')
      expect(await field.inputValue()).toBe(canned)
      await field.press('End')
      await field.pressSequentially('谢谢。')
      await desk.picture('canned')
      await field.press('Control+Enter')
      await phone.shows(`${canned}谢谢。`)
      await expect.poll(() => field.inputValue()).toBe('')
      await phone.picture('answered')
    })

    await step('the other one of support is handed it, and the member writes to them', async () => {
      await desk.page.getByLabel('转交给（操作员名称）').fill(other.name)
      await desk.button('转交').click()
      await desk.shows(`由 ${other.name} 接待，您只能阅读。`)
      const second = await office.desk(other, { language: 'en', theme: 'light' })
      await second.go('#/service?view=mine')
      await second.button(new RegExp(`^${account.nickname} `)).click()
      await second.shows(canned)
      await phone.field(phoneTexts.write).fill('截图已经补上了。')
      await phone.button(phoneTexts.send).click()
      await second.shows('截图已经补上了。')
      await second.page.getByLabel('Answer', { exact: true }).fill('Thank you, we have it.')
      await second.picture('handed-on')
      await second.button('Send').click()
      await phone.shows('Thank you, we have it.')
      await second.button('Close the conversation').click()
      await phone.shows('会话已结束')
      const { items } = await member.get('/api/account/operator-acts')
      const acts = items.map((one: { action: string }) => one.action)
      expect(acts).toEqual(
        expect.arrayContaining(['answer member', `assign conversation to ${other.name}`]),
      )
    })
  })

  it('feedback is answered once, where its member reads it', async () => {
    const office = open()
    const account = office.account('晨曦')
    const member = await office.member(account)
    const text = '希望市场列表可以按网络筛选。'
    await member.post('/api/service/feedback', { type: 'idea', text, pictures: [] })
    const desk = await office.desk(office.operator('support'))
    const phone = await office.phone(account, { at: '/pages/home/service?tab=feedback' })
    await phone.shows(text)
    await desk.go('#/service?view=feedback')
    await desk.button(new RegExp(`^${account.nickname} .*${text}`)).click()
    await desk.page.getByLabel('答复反馈').fill('下个版本会有。')
    await desk.picture('feedback')
    await desk.button('答复反馈').click()
    await desk.shows('已答复')
    await phone.shows('下个版本会有。')
    await expect.poll(() => desk.button(new RegExp(text)).count()).toBe(0)
  })
}

const phoneTexts = { write: '写消息', send: '发送' }
