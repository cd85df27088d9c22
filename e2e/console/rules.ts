import { expect, it } from 'vitest'
import type { Office } from './office.ts'

/** The rule book: a version is proposed with its forecast, and a second person publishes it. */
export function ruleJourneys(open: () => Office): void {
  it('a version of the rules is proposed, approved by another, and announced to members', async () => {
    const office = open()
    const { step } = office
    const member = await office.member(office.account('星河'))
    const before = (await member.get('/api/rules/versions')).items
    const version = Math.max(...before.map((one: { version: number }) => one.version)) + 1
    const desk = await office.desk(office.operator('administrator'))
    const zh = '转出手续费降到 0.7 USDT。'
    const en = 'The fee of a withdrawal is 0.7 USDT.'
    let id = ''

    await step('its numbers are checked and computed before it is proposed', async () => {
      await desk.go('#/rules')
      await desk.button(/^提议新版本/).click()
      await desk.page.getByLabel('按名称查找数字').fill('withdrawalFeeUsdt')
      const field = desk.page.locator('input[inputmode=decimal]')
      await field.fill('一元')
      await desk.shows('写法不对')
      await field.fill('2000000000')
      await desk.shows('不能提议的原因')
      await desk.picture('objection')
      await field.fill('0.7')
      await desk.shows('没有反对意见。')
      await desk.page.getByLabel('天数').selectOption('7')
      await desk.button('开始模拟').click()
      // A fast machine may be done before its progress is asked for.
      const result = desk.page.getByText(/^从 .+ 的结算（已与公布的哈希核对）接着算/)
      await desk.page.getByRole('progressbar').or(result).first().waitFor()
      await result.waitFor()
      await desk.button('取最早的一天，给批准留一天').click()
      await desk.page.locator('textarea[lang=zh-CN]').fill(zh)
      await desk.page.locator('textarea[lang=en]').fill(en)
      await desk.picture('form')
      await desk.button(new RegExp(`^提交第 ${version} 版提案`)).click()
      await desk.shows('已提交，等另一位管理员批准')
      await desk.page.waitForURL(/#\/proposals\/./)
      id = await desk.page.evaluate(() => location.hash.split('/')[2] ?? '')
      const { changes } = (
        await (
          await office.caller(office.operator('administrator'))
        ).get(`/api/operator/proposals/${id}`)
      ).subject
      expect(changes).toMatchObject([{ name: 'withdrawalFeeUsdt', harms: false }])
    })

    await step('the second administrator sees the forecast and publishes it', async () => {
      const other = await office.desk(office.operator('administrator', 1), {
        language: 'en',
        theme: 'light',
      })
      await other.go(`#/proposals/${id}`)
      await other.shows(en)
      await other.shows(/^Goes on from the settlement/)
      await other.page.getByLabel('What you checked (for the log)').fill('Read, and computed.')
      await other.picture('decide')
      await other.page.keyboard.press('Control+Enter')
      await other.shows('Approved; it is in effect')
    })

    await step('members read it as announced, with its day', async () => {
      const { items } = await member.get('/api/rules/versions')
      const announced = items.find((one: { version: number }) => one.version === version)
      expect(announced).toMatchObject({ standing: 'announced', difference: zh })
      const phone = await office.phone(office.account('星河'), {
        at: '/pages/more/rules?tab=history',
      })
      await phone.shows(zh)
      await phone.shows('已公布，未生效')
      const day = new Date(announced.effectiveAt)
      await phone.shows(new RegExp(`${day.getMonth() + 1}月${day.getDate()}日`))
      await phone.picture('announced')
    })
  })
}
