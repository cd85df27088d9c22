import { expect, it } from 'vitest'
import type { Office } from './office.ts'

const zh = { title: '周六凌晨维护两小时', body: '维护期间**不能转出**，其他功能照常。' }
const en = { title: 'Two hours of maintenance on Saturday', body: '**No withdrawals** meanwhile.' }

/** The notices editor: two languages, the preview, publishing, scheduling and withdrawing. */
export function noticeJourneys(open: () => Office): void {
  it('a notice is written in two languages, published to a phone, and withdrawn by another', async () => {
    const office = open()
    const { step } = office
    const desk = await office.desk(office.operator('support'))
    const phone = await office.phone(office.account('晨曦'))
    const english = await office.phone(office.account('山茶'), { language: 'en' })
    let id = ''

    await step('it is written, and looks in the preview as on a phone', async () => {
      await desk.go('#/notices')
      await desk.button(/^写公告/).click()
      const title = (lang: string) => desk.page.locator(`input[lang=${lang}]`)
      const body = (lang: string) => desk.page.locator(`textarea[lang=${lang}]`)
      await title('zh-CN').fill(zh.title)
      await body('zh-CN').fill(`${zh.body}\n\n[坏的](javascript:alert(1))`)
      await desk.shows(/^第 3 行/)
      await body('zh-CN').fill(zh.body)
      await title('en').fill(en.title)
      await body('en').fill(en.body)
      await desk.page.getByRole('checkbox', { name: /^置顶/ }).check()
      const preview = desk.page.getByRole('complementary', { name: '会员手机上的样子' })
      await preview.getByRole('heading', { name: zh.title }).waitFor()
      await preview.locator('strong', { hasText: '不能转出' }).waitFor()
      await desk.picture('notice-zh')
      await preview.getByText('English', { exact: true }).click()
      await preview.getByRole('heading', { name: en.title }).waitFor()
      await desk.picture('notice-en')
    })

    await step('it is kept, and published to every phone in its language', async () => {
      await desk.button(/^保存草稿/).click()
      await desk.shows('已保存')
      await desk.button(/^立即发布/).click()
      await desk.page.getByRole('alertdialog').getByRole('button', { name: '立即发布' }).click()
      await desk.shows('已发布')
      id = await desk.page.evaluate(() => location.hash.split('/')[2] ?? '')
      await phone.page.getByRole('link', { name: new RegExp(zh.title) }).waitFor()
      await english.page.getByRole('link', { name: new RegExp(en.title) }).click()
      await english.page.getByRole('heading', { name: en.title }).waitFor()
      await english.picture('notice')
      await phone.picture('home')
    })

    await step('an administrator withdraws it, and it leaves the phones', async () => {
      const other = await office.desk(office.operator('administrator'), {
        language: 'en',
        theme: 'light',
      })
      await other.go(`#/notices/${id}`)
      await other.button(/^Withdraw/).click()
      await other.page.getByLabel(/^Reason/).fill('The maintenance is called off.')
      await other.picture('withdraw')
      await other.button('Withdraw').click()
      await other.shows('Withdrawn')
      await english.page.getByRole('heading', { name: en.title }).waitFor({ state: 'detached' })
      await expect
        .poll(() => phone.page.getByRole('link', { name: new RegExp(zh.title) }).count())
        .toBe(0)
      await english.picture('withdrawn')
    })
  })

  it('a scheduled notice is on no phone before its time', async () => {
    const office = open()
    const support = office.operator('support')
    const title = '明早十点开放新网络'
    const { id } = await (await office.caller(support)).post('/api/operator/notices', {
      titleZh: title,
      bodyZh: '届时可以选择。',
      titleEn: null,
      bodyEn: null,
      pinned: true,
      endsAt: null,
    })
    const desk = await office.desk(support)
    const phone = await office.phone(office.account('晨曦'), { at: '/pages/home/noticeList' })
    await desk.go(`#/notices/${id}`)
    const at = new Date((await office.now()).getTime() + 5 * 60_000 + 8 * 3_600_000)
    await desk.page.getByLabel('发布时间（UTC+8）').fill(at.toISOString().slice(0, 16))
    await desk.button('定时发布').click()
    await desk.shows(/^已定时：/)
    await desk.picture('scheduled')
    const seen = async () =>
      (await (await office.member(office.account('晨曦'))).get('/api/notices')).items.map(
        (one: { title: string }) => one.title,
      )
    expect(await seen()).not.toContain(title)
    await phone.page.getByRole('link').first().waitFor()
    expect(await phone.page.getByText(title).count()).toBe(0)
    await office.goOn('6 minutes')
    await phone.shows(title)
    await desk.shows('已发布')
  })
}
