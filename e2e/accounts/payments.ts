import { expect, it } from 'vitest'
import { logIn } from '../pages/auth.ts'
import { type Fixture, goTo, shows } from './fixture.ts'
import { change } from './words.ts'

/**
 * Another address than the demo's own, with its EIP-55 checksum, and the same with one letter in
 * the other case.
 */
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const misspelt = '0x52908400098527886E0F7030069857D2E4169Ee7'

/** The payment password changed by the old one, and the receiving address. */
export function paymentJourneys(fixture: () => Fixture): void {
  it('the payment password is changed by the old one, freezes nothing, and the new one is in force', async () => {
    const member = fixture().demo(0)
    const phone = await fixture().phone('payment')
    await logIn(phone, member)
    await goTo(phone, '/pages/mine/changePayPass')
    await change(phone, { old: '111222', new: '12345', kind: 'payment' })
    await shows(phone, 'The payment password cannot be less than 6 digits')
    await change(phone, { old: '111222', new: '836194', kind: 'payment' })
    await shows(phone, 'The payment password is wrong; 4 tries left')
    await change(phone, { old: member.paymentPassword, new: '836194', kind: 'payment' })
    await shows(phone, 'Modified')
    await goTo(phone, '/pages/mine/account')
    await phone.field('Contact').fill('Telegram @heron')
    await phone.button('Save').click()
    await phone.page.getByRole('dialog').waitFor()
    await phone.confirmWithPin('836194', 'Confirm the change')
    await shows(phone, 'Modified')
    await goTo(phone, '/pages/tabbar/mine')
    await shows(phone, 'Account security')
    expect(await phone.page.getByText(/frozen until/).count()).toBe(0)
  })

  it('another receiving address is checked letter by letter, and freezes new sell orders before any form is filled in', async () => {
    const member = fixture().demo(0)
    const phone = await fixture().phone('receiving')
    await logIn(phone, member)
    await goTo(phone, '/pages/mine/account')
    await phone.field('BSC address').fill(misspelt)
    await phone.button('Save').click()
    await shows(phone, 'The BSC address fails its checksum; check every character')
    expect(await phone.page.getByRole('dialog').count()).toBe(0)
    await phone.field('BSC address').fill(address)
    await phone.button('Save').click()
    await phone.page.getByRole('dialog').waitFor()
    await phone.confirmWithPin('836194', 'Confirm the change')
    await shows(phone, 'Modified')
    await goTo(phone, '/pages/tabbar/OTC?side=sell')
    await shows(phone, /The receiving address was changed: nothing can be sold/)
    await expect.poll(() => phone.button('Publish a sell order').isDisabled()).toBe(true)
    await phone.picture('frozen')
    await goTo(phone, '/pages/mine/withdrawal')
    await shows(phone, /At least 10 USDT/)
    expect(await phone.page.getByText(/withdrawals are frozen/).count()).toBe(0)
  })
}
