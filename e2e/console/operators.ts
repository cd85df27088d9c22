import { expect, it } from 'vitest'
import type { DemoOperator } from '../product.ts'
import type { Desk } from './desk.ts'
import type { Office } from './office.ts'
import { codeAt } from './totp.ts'

/** The life of an operator's account, and a member's data in the clear. */
export function operatorJourneys(open: () => Office): void {
  it('an operator is added by two, sets up a second factor, ends a session, and is ended by two', async () => {
    const office = open()
    const { step } = office
    const newcomer: DemoOperator = {
      name: 'lin-wei',
      role: 'treasurer',
      password: 'a long password of lin-wei',
    }
    const administrator = await office.desk(office.operator('administrator'))
    const other = await office.desk(office.operator('administrator', 1), {
      language: 'en',
      theme: 'light',
    })
    let desk!: Desk
    let totpSecret = ''

    await step('one administrator proposes the account, the other approves', async () => {
      await administrator.go('#/operators')
      await administrator.button('添加操作员').click()
      await administrator.page.getByLabel('名称（小写字母、数字和连字符）').fill(newcomer.name)
      await administrator.page.getByLabel('角色').selectOption('treasurer')
      await administrator.picture('add')
      await administrator.button(`提出：添加 ${newcomer.name}，财务员`).click()
      await administrator.page.waitForURL(/#\/proposals\/./)
      await other.go('#/proposals')
      await other.page.getByRole('row', { name: new RegExp(newcomer.name) }).click()
      await other.page.getByLabel('What you checked (for the log)').fill('Known in person.')
      await other.page.keyboard.press('Control+Enter')
      await other.shows('Approved; it is in effect')
      await other.picture('secret')
    })

    await step('the newcomer opens the link, chooses a password, and signs in', async () => {
      const secret = (await other.panel.locator('code').first().textContent()) ?? ''
      desk = await office.emptyDesk(newcomer.name)
      const query = new URLSearchParams({ name: newcomer.name, secret })
      await desk.page.goto(`${office.product.consoleUrl}#/set-up?${query}`)
      await desk.page.locator('[name=password]').waitFor()
      await desk.picture('set-up')
      await desk.password(newcomer.password)
      await desk.shows('密码已设置，请登录')
      await desk.page.locator('[name=name]').fill(newcomer.name)
      await desk.password(newcomer.password)
      await desk.isIn()
    })

    await step('an authenticator is added; the next sign-in asks for its code', async () => {
      await desk.go('#/account')
      await desk.button('添加验证器').click()
      const shown = desk.page.locator('form').filter({ has: desk.page.locator('[name=code]') })
      await shown.getByText('密钥').first().waitFor()
      totpSecret = ((await shown.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? '').trim()
      await desk.picture('authenticator')
      await desk.page.locator('[name=code]').fill(codeAt(totpSecret, await office.now()))
      await desk.page.locator('[name=code]').press('Enter')
      await desk.shows('验证器已添加')
    })

    await step(
      'a second browser is signed out at once when the first ends its session',
      async () => {
        const away = await office.emptyDesk(`${newcomer.name}-away`)
        await away.page.goto(office.product.consoleUrl)
        await away.page.locator('[name=name]').fill(newcomer.name)
        await away.password(newcomer.password)
        await away.shows('第二验证')
        // A code is taken once: this is the one of the next half minute.
        const soon = new Date((await office.now()).getTime() + 30_000)
        await away.page.locator('[name=code]').fill(codeAt(totpSecret, soon))
        await away.page.locator('[name=code]').press('Enter')
        await away.isIn()
        await desk.go('#/overview')
        await desk.go('#/account')
        await desk.button('结束其他全部会话').waitFor()
        await desk.picture('sessions')
        await desk.button('结束').first().click()
        await desk.shows('会话已结束')
        await away.shows('已锁定')
      },
    )

    await step('what an operator approves asks for a new code once the last is old', async () => {
      const account = office.account('拾光')
      const member = await office.member(account)
      const support = await office.caller(office.operator('support'))
      const { id } = await support.post('/api/operator/proposals/account-freezes', {
        accountId: account.accountId,
        freezes: true,
        why: '会员在电话里要求。',
      })
      await office.goOn('6 minutes')
      await desk.go(`#/proposals/${id}`)
      await desk.page.getByLabel('批准前核对了什么（记入日志）').fill('已回电核实')
      await desk.page.keyboard.press('Control+Enter')
      const code = desk.page.getByRole('dialog').locator('[name=code]')
      await code.fill(codeAt(totpSecret, await office.now()))
      await desk.picture('step-up')
      await code.press('Enter')
      await desk.shows('已批准，立即生效')
      await expect(member.get('/api/user/me')).rejects.toThrow(/answered 20003/)
    })

    await step('two end the account, and its desk is out at once', async () => {
      await administrator.go(`#/operators/${newcomer.name}`)
      await administrator.page.getByLabel('理由（审批人与日志可读）').last().fill('离职。')
      await administrator.picture('end')
      await administrator.button(`提出：停用 ${newcomer.name}`).click()
      await administrator.shows('已提出，等另一位管理员')
      await other.go('#/proposals?state=open')
      await other.page
        .getByRole('row', { name: new RegExp(newcomer.name) })
        .first()
        .click()
      await other.page.getByLabel('What you checked (for the log)').fill('Left the house.')
      await other.page.keyboard.press('Control+Enter')
      await other.shows('Approved; it is in effect')
      await desk.shows('已锁定')
      await desk.password(newcomer.password)
      await desk.shows('名称或密码不正确')
      await administrator.shows('已停用')
    })
  })

  it('a member is found and read in the clear with a reason, which the member can read', async () => {
    const office = open()
    const account = office.account('海棠')
    const member = await office.member(account)
    const desk = await office.desk(office.operator('reviewer'))
    await desk.go('#/members')
    const search = desk.page.locator('#main input[type=search]')
    await search.fill(account.nickname)
    await desk.page.getByRole('row', { name: new RegExp(account.accountId) }).click()
    await desk.button(/^查看明文/).click()
    const { address } = await member.get('/api/deposits/address')
    expect(await desk.page.getByText(address).count()).toBe(0)
    await desk.page.getByLabel('查看的理由（记入审计日志）').fill('核对充值地址')
    await desk.button(/^查看明文/).click()
    await desk.page.getByText(address).waitFor()
    await desk.picture('clear')
    const phone = await office.phone(account, { at: '/pages/more/operatorActs' })
    await phone.shows('审核员')
    await phone.picture('acts')
    const { items } = await member.get('/api/account/operator-acts')
    expect(items[0]).toMatchObject({ role: 'reviewer', action: 'read personal data' })
  })
}
