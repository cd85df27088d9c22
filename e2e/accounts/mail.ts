import { expect, it } from 'vitest'
import { logIn } from '../pages/auth.ts'
import type { Phone } from '../phone.ts'
import type { DemoAccount } from '../product.ts'
import { type Fixture, goTo, pageOf, shows } from './fixture.ts'
import { fillNew } from './words.ts'

const payoutAddress = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

/** The uses of a mailbox: one member binds, changes and uses it. E-mails arrive by real SMTP. */
export function mailJourneys(fixture: () => Fixture): void {
  let member: DemoAccount
  let phone: Phone
  let address = 'heron@example.org'

  it('an address is bound by the code that is sent there; the wait for the next code is counted', async () => {
    member = fixture().demo(1)
    phone = await fixture().phone('mail', { stays: true })
    await logIn(phone, member)
    await goTo(phone, '/pages/mine/verifyEmail')
    await phone.field('E-mail address').fill('heron@example')
    await askForCode(phone)
    await shows(phone, 'This is not a valid e-mail address')
    await phone.field('E-mail address').fill(address)
    const begun = performance.now()
    await askForCode(phone)
    const wait = phone.button(/^Again in \d+ s$/)
    await wait.waitFor()
    const seconds = async () => Number(/\d+/.exec((await wait.textContent()) ?? '')?.[0])
    const first = await seconds()
    // Sixty seconds by the platform's clock, which the page knows to within a call's time: it
    // counts started seconds as whole.
    const sinceThen = (performance.now() - begun) / 1000
    expect(first).toBeGreaterThan(59 - 2 * sinceThen)
    expect(first).toBeLessThanOrEqual(61 + sinceThen)
    await expect.poll(seconds).toBeLessThan(first)
    await phone.picture('code')

    const code = await fixture().codeTo(address)
    await phone.field('Verification code').fill(other(code))
    await bind(phone, member.paymentPassword)
    await shows(phone, 'The code is wrong or has expired; 4 tries left')
    await phone.field('Verification code').fill(code)
    await bind(phone, member.paymentPassword)
    await shows(phone, 'Bound on')
    await phone.page
      .getByText(/^h.*@example\.org$/)
      .first()
      .waitFor()
    await phone.picture('bound')
  })

  it('a withdrawal asks for a code besides the payment password, is under review, and can be cancelled', async () => {
    await goTo(phone, '/pages/mine/withdrawal')
    await phone.field('BSC address').fill(payoutAddress)
    await phone.field('Amount').fill('20.50')
    await phone.button(/^Request/).click()
    await phone.page.getByRole('dialog').waitFor()
    await phone.confirmWithPin(member.paymentPassword, 'Submit request')
    await shows(phone, 'Enter the verification code')
    await phone.button('Get code').click()
    await phone.field('E-mail code').fill(await fixture().codeTo(address))
    await phone.picture('withdrawal')
    await phone.button('Submit request').click()
    await expect.poll(() => pageOf(phone)).toBe('/pages/mine/orderList')
    await shows(phone, 'Under review')
    await phone.button('Cancel').click()
    await phone.page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Cancel', exact: true })
      .click()
    await shows(phone, 'Cancelled by you')
  })

  it('another address takes a code of the old one and one of the new one, and freezes withdrawals', async () => {
    await goTo(phone, '/pages/mine/verifyEmail')
    await phone.button('Change the address').click()
    await askForCode(phone)
    const old = await fixture().codeTo(address)
    await phone.field('New e-mail address').fill('egret@example.org')
    await phone.button('Get code').click()
    const fresh = await fixture().codeTo('egret@example.org')
    await phone.field('Code sent to the old address').fill(other(old))
    await phone.field('Code sent to the new address').fill(fresh)
    await bind(phone, member.paymentPassword)
    await shows(phone, 'The code is wrong or has expired; 4 tries left')
    await phone.field('Code sent to the old address').fill(old)
    await bind(phone, member.paymentPassword)
    // The page of the first binding is still below this one.
    await phone.page.getByText('Bound on').filter({ visible: true }).waitFor()
    address = 'egret@example.org'
    await goTo(phone, '/pages/mine/withdrawal')
    await shows(phone, 'Security settings have changed: withdrawals are frozen until')
    await expect.poll(() => phone.button(/^Request/).isDisabled()).toBe(true)
  })

  it('the payment password is reset by a code, freezes for three days, and an older login undoes it', async () => {
    await goTo(phone, '/pages/mine/resetPayPass')
    const byCode = phone.page.getByText('E-mail code', { exact: true })
    await byCode.filter({ visible: true }).first().click()
    await phone.button('Get code').click()
    await phone.field('E-mail code').fill(await fixture().codeTo(address))
    await fillNew(phone, '836194', 'payment')
    await phone.button('Reset password').click()
    await phone.page.getByRole('heading', { name: 'Payment password reset' }).waitFor()
    await phone.button('Back to Mine').click()
    await shows(phone, 'Withdrawals are frozen until')
    await phone.page.getByRole('link', { name: /A password was reset recently/ }).click()
    await phone.button('Not me, undo it').click()
    await phone.picture('undo-payment')
    await phone.confirmWithPin('836194', 'Undo the reset')
    await shows(phone, /The payment password is wrong/)
    for (let digit = 0; digit < 6; digit++) await phone.button('Delete a digit').click()
    await phone.confirmWithPin(member.paymentPassword, 'Undo the reset')
    await shows(phone, 'The reset is undone')
  })

  it('the login password is reset by a code from the mailbox, and every session is logged out', async () => {
    const owner = fixture().demo(6)
    const own = await fixture().phone('owner')
    await logIn(own, owner)
    await goTo(own, '/pages/mine/verifyEmail')
    await own.field('E-mail address').fill('ibis@example.org')
    await askForCode(own)
    await own.field('Verification code').fill(await fixture().codeTo('ibis@example.org'))
    await bind(own, owner.paymentPassword)
    await shows(own, 'Bound on')

    const reader = await fixture().phone('reader')
    await reader.button(reader.names.welcome.byId).click()
    await reader.page.getByRole('link', { name: 'Forgotten?' }).click()
    await reader.page.getByText('E-mail code', { exact: true }).first().click()
    await shows(reader, /^For 72 hours you cannot withdraw or sell/)
    await reader.field('Account ID').fill(owner.accountId)
    await reader.field('Bound e-mail address').fill('ibis@example.org')
    await askForCode(reader)
    await reader.field('E-mail code').fill(await fixture().codeTo('ibis@example.org'))
    await fillNew(reader, 'reed and water 5', 'login')
    await reader.button('Reset password').click()
    await reader.page.getByRole('heading', { name: 'Login password reset' }).waitFor()
    await shows(own, `The login password of ${owner.nickname} was reset`)
    await reader.button('Log in with the new password').click()
    await reader.field('Login password').fill('reed and water 5')
    await reader.button('Log in').click()
    await expect.poll(() => pageOf(reader)).toBe('/')
    await goTo(reader, '/pages/tabbar/OTC?side=sell')
    await shows(reader, /The login password was reset: nothing can be sold/)
  })
}

/** A code that differs from this one. */
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const askForCode = (phone: Phone): Promise<void> => phone.button('Get code').first().click()

async function bind(phone: Phone, paymentPassword: string): Promise<void> {
  await phone.button('Next').click()
  await phone.page.getByRole('dialog').waitFor()
  await phone.confirmWithPin(paymentPassword, 'Bind')
}
