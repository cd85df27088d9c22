import { goTo, type Phone } from '../matrix/browser.ts'
import type { Scene } from '../matrix/scene.ts'

const rounds = Number(process.env.ROUNDS ?? 6)

/** One round of a member's actions on each page, several times over. */
type Walk = (phone: Phone, scene: Scene) => Promise<void>
export const walks: Readonly<Record<'market' | 'trade' | 'placement', Walk>> = {
  async market(phone) {
    const { page } = phone
    await goTo(phone, '/pages/tabbar/OTC')
    const side = (name: string) => page.getByRole('radio', { name, exact: true }).locator('..')
    for (let round = 0; round < rounds; round++) {
      await side('卖出').click()
      await page.getByRole('button', { name: '发布卖单' }).waitFor()
      await side('买入').click()
      await page.getByRole('article').first().waitFor()
      await page.getByRole('button', { name: /^最近成交/ }).click()
      await page.getByRole('button', { name: /^最近成交/ }).click()
      await page.getByRole('textbox', { name: '按金额筛选' }).pressSequentially('50')
      await page.getByRole('textbox', { name: '按金额筛选' }).press('Backspace')
      await page.getByRole('textbox', { name: '按金额筛选' }).press('Backspace')
      await page
        .getByRole('button', { name: /^向 .+ 购买$/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  },
  async trade(phone, scene) {
    const { page } = phone
    const visit = scene.visits.find(one => one.path === '/pages/otc/buy/topay')
    await goTo(phone, visit?.address ?? '')
    for (let round = 0; round < rounds; round++) {
      const details = page.getByRole('button', { name: /^交易详情/ })
      await details.click()
      await details.click()
      await page.getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /^还差/ }).click()
    }
  },
  async placement(phone) {
    const { page } = phone
    await goTo(phone, '/pages/mine/settleNetwork')
    const pane = page.getByRole('group', { name: /^安置树画面/ })
    for (let round = 0; round < rounds; round++) {
      await page.getByRole('button', { name: '放大' }).click()
      await page.getByRole('button', { name: '缩小' }).click()
      await page.getByRole('button', { name: '显示全图' }).click()
      await pane.getByRole('button').nth(1).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  },
}
