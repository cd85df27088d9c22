import { expect, it } from 'vitest'
import { createAccount, firstLogin, logIn } from '../pages/auth.ts'
import { ApiSession } from '../product.ts'
import { type Fixture, goTo, shows } from './fixture.ts'

/** Closing an account: open matters, the waiting time, the undoing, and the login afterwards. */
export function closingJourneys(fixture: () => Fixture): void {
  it('an account with an open matter is not closed, and each open matter links to where it ends', async () => {
    const phone = await fixture().phone('closing-open')
    await logIn(phone, fixture().demo(1))
    await goTo(phone, '/pages/more/data')
    await shows(phone, 'Settle this first:')
    await phone.page.getByRole('link', { name: /USDT to withdraw/ }).click()
    await shows(phone, /At least 10 USDT/)
    await phone.back()
    await shows(phone, 'Close my account')
    expect(await phone.button('Close my account').count()).toBe(0)
  })

  it('a new account is closed, undone, closed again and carried out; its login reports it', async () => {
    const phone = await fixture().phone('closing')
    const inviter = fixture().demo(0)
    const api = await ApiSession.open(fixture().product.appUrl, inviter)
    const { inviteCode } = await api.get('/api/user/me')
    const facts = {
      nickname: 'Passing Swift',
      loginPassword: 'evening river 77',
      paymentPassword: '739158',
    }
    const account = await createAccount(phone, {
      ...facts,
      inviteCode,
      inviter: inviter.nickname,
    })
    await firstLogin(phone, account)
    const close = async () => {
      await goTo(phone, '/pages/more/data')
      await shows(phone, 'Nothing is open. Your account can be closed.')
      await phone.button('Close my account').click()
      await phone.page.getByRole('dialog').waitFor()
      await phone.confirmWithPin(facts.paymentPassword, 'Close my account')
      await shows(phone, 'Your account is being closed')
    }
    await close()
    await phone.picture('closing-rest')
    await phone.button('Keep my account').click()
    await shows(phone, 'Nothing is open. Your account can be closed.')
    await close()
    await fixture().endRest(account.accountId)
    await phone.page.getByText('The account of Passing Swift is closed').waitFor()
    const onDevice = phone.page.getByRole('button', { name: /Passing Swift/ })
    await onDevice.waitFor({ state: 'detached' })
    await phone.picture('closing-ended')
    await phone.page.reload()
    await phone.button(phone.names.welcome.create).waitFor()
    expect(await phone.page.getByText('Passing Swift').count()).toBe(0)
    const other = await fixture().phone('closing-login')
    await other.button(other.names.welcome.byId).click()
    await other.field(other.names.login.accountId).fill(account.accountId)
    await other.field(other.names.login.password).fill(facts.loginPassword)
    await other.button(other.names.login.submit).click()
    await shows(other, 'This account is closed; nobody can log in to it any more')
    await other.picture('closing-login')
  })
}
