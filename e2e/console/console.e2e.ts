import { join } from 'node:path'
import { until } from '@banyan/tools/until'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Member } from '../matrix/caller.ts'
import { axe, sideways } from '../matrix/check-page.ts'
import type { DemoAccount } from '../product.ts'
import type { Desk } from './desk.ts'
import { Office } from './office.ts'

let office: Office
beforeAll(async () => {
  office = await Office.open()
})
afterAll(() => office?.close())
afterEach(async ({ task }) => {
  const complaints = await office.clear()
  if (task.result?.state !== 'fail') expect(complaints).toEqual([])
})

/** A member asks for money at an address that has been paid before. */
async function askToTakeOut(): Promise<{ id: string; account: DemoAccount }> {
  const account = office.product.demoAccounts[0]
  if (!account) throw new Error('the start prints accounts')
  const member = await Member.open(office.product.appUrl, account)
  const { items } = await member.get('/api/withdrawals')
  const { id } = await member.post('/api/withdrawals', {
    amount: '40',
    address: items[0].address,
    remarks: null,
    paymentPassword: account.paymentPassword,
  })
  return { id, account }
}

// Before the journey, in which an operator gets a second factor.
it.each(['support', 'reviewer', 'arbitrator', 'treasurer', 'administrator'])(
  'every page fits and passes axe, for %s',
  async role => {
    const appearances = [
      { width: 1280, setup: { theme: 'dark', language: 'zh-CN' } },
      { width: 390, setup: { theme: 'light', language: 'en' } },
    ] as const
    const wrong: string[] = []
    for (const { width, setup } of appearances) {
      const desk = await office.desk(office.operator(role), setup)
      await desk.page.setViewportSize({ width, height: 844 })
      for (const path of await desk.openPages()) {
        await desk.go(path)
        await desk.isRead()
        const parts = desk.page.locator('#main nav button')
        for (let part = 0; part < Math.max(1, await parts.count()); part++) {
          if (part > 0) {
            await parts.nth(part).click()
            await desk.isRead()
          }
          const faults = [...(await sideways(desk.page)), ...(await axe(desk.page))]
          wrong.push(...faults.map(fault => `${path} ${part} at ${width} px: ${fault}`))
          await desk.picture(`${path.slice(2)}-${part}-${width}`)
        }
      }
    }
    expect(wrong).toEqual([])
  },
)

it('two operators do their work side by side, and members see it', async () => {
  const { step } = office
  const [reviewer, treasurer] = [office.operator('reviewer'), office.operator('treasurer')]
  let reviewing!: Desk
  let releasing!: Desk

  await step(
    'a reviewer signs in, adds a passkey, and proves it with the next sign-in',
    async () => {
      reviewing = await office.desk(reviewer)
      await reviewing.holdPasskey()
      await reviewing.picture('overview')
      await reviewing.go('#/account')
      await reviewing.button('添加通行密钥').click()
      await reviewing.page.getByLabel('名称，如“办公电脑”').fill('办公电脑')
      await reviewing.page.getByLabel('名称，如“办公电脑”').press('Enter')
      await reviewing.shows('通行密钥已添加')
      await reviewing.picture('account')
      await reviewing.page.locator('nav summary').click()
      await reviewing.button('退出登录').click()
      await reviewing.signOutSeen()
      await reviewing.page.locator('[name=name]').fill(reviewer.name)
      await reviewing.password(reviewer.password)
      await reviewing.shows('第二验证')
      await reviewing.picture('factor')
      // The password alone answers nothing: a page that is loaded again asks for the passkey, too.
      await reviewing.page.reload()
      await reviewing.button('使用通行密钥').click()
      await reviewing.isIn()
    },
  )

  await step('a locked console stays locked when its page is loaded again', async () => {
    await reviewing.page.locator('nav summary').click()
    await reviewing.button('立即锁定').click()
    await reviewing.shows('已锁定')
    await reviewing.page.reload()
    await reviewing.shows('已锁定')
    await reviewing.picture('locked')
    await reviewing.password('not the password')
    await reviewing.shows('名称或密码不正确')
    await reviewing.password(reviewer.password)
    await reviewing.isIn()
  })

  let withdrawal!: Awaited<ReturnType<typeof askToTakeOut>>
  await step(
    'the reviewer approves a withdrawal; the passkey is asked for once it is old',
    async () => {
      withdrawal = await askToTakeOut()
      await reviewing.go(`#/withdrawals/${withdrawal.id}`)
      await reviewing.loadKey(join(office.dataDir, 'operators', `${reviewer.name}.key`))
      await office.goOn('6 minutes')
      await reviewing.page
        .getByLabel('通过的理由（仅日志可见，有检查未通过时必填）')
        .fill('已电话核实本人')
      await reviewing.page.locator('#main aside h2').first().click()
      await reviewing.page.keyboard.press('Shift+R')
      await reviewing.shows('以下订单由您的密钥签名')
      await reviewing.picture('sign')
      await reviewing.page.keyboard.press('Control+Enter')
      await reviewing.page.getByRole('dialog').getByRole('button', { name: '使用通行密钥' }).click()
      await reviewing.shows('审核已通过，等财务员放行')
      await reviewing.picture('reviewed')
    },
  )

  await step('a treasurer finds it in the queue, and releases it', async () => {
    releasing = await office.desk(treasurer, { language: 'en', theme: 'light' })
    await releasing.picture('overview')
    await releasing.go(`#/withdrawals/${withdrawal.id}`)
    await releasing.loadKey(join(office.dataDir, 'operators', `${treasurer.name}.key`))
    await releasing.page.locator('#main aside h2').first().click()
    await releasing.page.keyboard.press('Shift+R')
    await releasing.page.keyboard.press('Control+Enter')
    await releasing.shows(/^Released/)
    await releasing.picture('released')
    const member = await Member.open(office.product.appUrl, withdrawal.account)
    await until('the payout', async () => {
      const { stage } = await member.get(`/api/withdrawals/${withdrawal.id}`)
      return stage === 'sent' || stage === 'done'
    })
  })

  await step('an account is frozen by two, and its member’s phone hears of it', async () => {
    const account = withdrawal.account
    const phone = await office.phone(account)
    const proposer = await office.caller(treasurer)
    const { id } = await proposer.post('/api/operator/proposals/account-freezes', {
      accountId: account.accountId,
      freezes: true,
      why: '会员来电：手机被盗。',
    })
    const second = await office.desk(office.operator('treasurer', 1))
    await second.go(`#/proposals/${id}`)
    await second.page.getByLabel('批准前核对了什么（记入日志）').fill('已回电核实')
    await second.picture('freeze')
    await second.page.keyboard.press('Control+Enter')
    await second.shows('已批准，立即生效')
    await phone.shows(/已被限制|暂不可用/)
    await phone.picture('frozen')
  })
})
