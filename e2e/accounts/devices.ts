import { expect, it } from 'vitest'
import { logIn, logOut } from '../pages/auth.ts'
import type { Phone } from '../phone.ts'
import { ApiSession, type DemoAccount } from '../product.ts'
import { answer, type Fixture, goTo, pageOf, shows } from './fixture.ts'

/** Logging in by account ID, several accounts on one device, several devices of one account. */
export function deviceJourneys(fixture: () => Fixture): void {
  it('wrong passwords from another device are counted and locked out; the member’s own device can still log in, and begins at home', async () => {
    const member = fixture().demo(5)
    const own = await fixture().phone('own')
    await logIn(own, member)
    await logOut(own)

    const otherPhone = await fixture().phone('other')
    await otherPhone.button(otherPhone.names.welcome.byId).click()
    await otherPhone.field('Account ID').fill(member.accountId)
    for (const left of [4, 3, 2, 1]) {
      await tryPassword(otherPhone, 'not the password 1')
      await shows(otherPhone, `The account ID or password is wrong; ${left} tries left`)
    }
    await tryPassword(otherPhone, 'not the password 1')
    await shows(otherPhone, 'Too many tries; try again in 1 min')
    await tryPassword(otherPhone, member.loginPassword)
    await shows(otherPhone, 'Too many tries; try again in 1 min')
    await otherPhone.picture('locked')

    await logIn(own, member)
    await expect.poll(() => pageOf(own)).toBe('/')
  })

  it('accounts of one device are added, switched and removed, and the first of the list is current', async () => {
    const [first, second] = [fixture().demo(6), fixture().demo(7)]
    const phone = await fixture().phone('list')
    await logIn(phone, first)
    await goTo(phone, '/pages/home/accountList')
    await phone.button('Add an account').click()
    await logIn(phone, second)
    await goTo(phone, '/pages/home/accountList')
    await expect.poll(() => listed(phone)).toEqual([second.nickname, first.nickname])
    await phone.picture('two')

    await phone.button(new RegExp(`^Switch to ${first.nickname}`)).click()
    await shows(phone, 'Switched')
    await phone.page.reload()
    await goTo(phone, '/pages/home/accountList')
    await expect.poll(() => listed(phone)).toEqual([first.nickname, second.nickname])

    await phone.button(`Remove ${second.nickname}`).click()
    const question = phone.page.getByRole('alertdialog')
    await question.waitFor()
    // This device keeps no words of theirs, so the page does not mention words.
    expect(await question.getByText(/recovery phrase kept/).count()).toBe(0)
    await answer(phone, 'Remove')
    await shows(phone, 'Removed')
    await expect.poll(() => listed(phone)).toEqual([first.nickname])
    await phone.page.reload()
    await goTo(phone, '/pages/home/accountList')
    await expect.poll(() => listed(phone)).toEqual([first.nickname])
  })

  it('a device that is logged out from another one shows it; after its login the member is where they were', async () => {
    const member = fixture().demo(3)
    const here = await fixture().phone('here')
    await logIn(here, member)
    const there = await fixture().phone('there')
    await logIn(there, member)
    const third = await fixture().phone('third')
    await logIn(third, member)
    await goTo(there, '/pages/assets/recharge')
    await goTo(here, '/pages/more/sessions')
    const others = here.page.getByRole('button', { name: /^Log out (?!all)/ })
    // The third has made the member's part of the demo community.
    await expect.poll(() => others.count()).toBe(3)
    await here.picture('sessions')
    // The newest login is first: the second is the phone that shows the recharge.
    await others.nth(1).click()
    await answer(here, 'Log out')
    await expect.poll(() => others.count()).toBe(2)
    await shows(there, `${member.nickname} was logged out from another device.`)
    await there.picture('logged-out')

    await here.button('Log out all other devices').click()
    await answer(here, 'Log out all other devices')
    await shows(here, 'Devices logged out: 2')
    await shows(third, `${member.nickname} was logged out from another device.`)

    await there.button(new RegExp(`^Open ${member.nickname}`)).click()
    await tryPassword(there, member.loginPassword)
    await expect.poll(() => pageOf(there)).toBe('/pages/assets/recharge')
  })

  it('an account that is removed from this device from elsewhere gives way to the next one; with none left the login page says why', async () => {
    const [first, second] = [fixture().demo(3), fixture().demo(7)]
    const phone = await fixture().phone('removed', { language: 'zh', theme: 'light' })
    await logIn(phone, first)
    await goTo(phone, '/pages/home/accountList')
    await phone.button('添加账户').click()
    await logInAndList(phone, second)
    // The page receives the news by itself, and shows it for two seconds.
    const message = shows(phone, /当前账户暂不可用/)
    const given = await currentUuid(phone)
    await takeOff(phone, fixture().product.appUrl)
    await message
    // Home was also the page before: a tap before the change would be undone by it.
    await expect.poll(() => currentUuid(phone)).not.toBe(given)
    await expect.poll(() => pageOf(phone)).toBe('/')
    await current(phone, first)

    await takeOff(phone, fixture().product.appUrl)
    await shows(phone, /刚才的账户暂不可用/)
    await expect.poll(() => pageOf(phone)).toBe('/pages/auth/home')
    await phone.picture('removed')
    await logIn(phone, first)
  })

  it('an account that is frozen gives way to the next one; with none left the welcome says why and leads to the service', async () => {
    const [first, second] = [fixture().demo(4), fixture().demo(2)]
    const phone = await fixture().phone('frozen')
    await logIn(phone, first)
    await goTo(phone, '/pages/home/accountList')
    await phone.button('Add an account').click()
    await logInAndList(phone, second)
    // Either this tap learns of it, or the page did just before, and then the tap belongs to the
    // next account.
    const message = shows(phone, 'This account cannot be used now')
    const given = await currentUuid(phone)
    await fixture().freeze(second.accountId)
    await phone.tab('assets')
    await message
    // The open page may show the refusal before it is left: a tap until then would be undone.
    await expect.poll(() => currentUuid(phone)).not.toBe(given)
    await current(phone, first)

    await fixture().freeze(first.accountId)
    // The next call learns of it: this tap, or the page by itself before the tab can be tapped.
    const notice = shows(phone, `${first.nickname} has been restricted`)
    await Promise.race([notice, phone.tab('assets')])
    await notice
    await expect.poll(() => pageOf(phone)).toBe('/pages/auth/home')
    await phone.picture('frozen')

    // The service still knows who was frozen, and nothing else does: back from there no account is
    // logged in.
    await phone.button('Contact service').click()
    await phone.field('Write a message').fill('Why can I not use my account?')
    await phone.button('Send').click()
    await shows(phone, 'Why can I not use my account?')
    await phone.picture('frozen-service')
    await phone.back()
    await shows(phone, `${first.nickname} has been restricted`)
    await goTo(phone, '/pages/tabbar/assets')
    await expect.poll(() => pageOf(phone)).toBe('/pages/auth/home')
    await expect(ApiSession.open(fixture().product.appUrl, first)).rejects.toThrow('20003')
  })
}

/** Removes the phone's current account from it, as another window of the same device could. */
async function takeOff(phone: Phone, appUrl: string): Promise<void> {
  const { token, deviceCode } = await phone.page.evaluate(() => {
    const kept = (name: string) => localStorage.getItem(`banyan.${name}`) ?? ''
    const users: { uuid: string; token: string }[] = JSON.parse(kept('users'))
    const current = users.find(user => user.uuid === kept('current'))
    return { token: current?.token, deviceCode: kept('device') }
  })
  const response = await fetch(`${appUrl}/api/user/account-list/remove`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ deviceCode }),
  })
  expect(await response.json()).toMatchObject({ code: 1 })
}

async function tryPassword(phone: Phone, password: string): Promise<void> {
  await phone.field('Login password').fill(password)
  await phone.button('Log in').click()
}

/** The nicknames on the page of this device's accounts, in their order. */
async function listed(phone: Phone): Promise<string[]> {
  const rows = phone.page.getByRole('main').getByRole('listitem').locator('strong')
  await rows.first().waitFor()
  return rows.allTextContents()
}

/**
 * Logs in, and waits for the list of the device that a login requests: a list that arrived after
 * the account has ended would change it without a message.
 */
async function logInAndList(phone: Phone, account: DemoAccount): Promise<void> {
  const listed = phone.page.waitForResponse(one => one.url().includes('/api/user/account-list'))
  await logIn(phone, account)
  await listed
}

/** The app's current account, as the device stores it. */
function currentUuid(phone: Phone): Promise<string | null> {
  return phone.page.evaluate(() => localStorage.getItem('banyan.current'))
}

/** Waits until this account is the current one. */
async function current(phone: Phone, { nickname }: DemoAccount): Promise<void> {
  await phone.tab('mine')
  await phone.page.getByRole('heading', { name: nickname }).waitFor()
}
