import type { Phone } from '../phone.ts'
import { openWallet, send } from './wallet.ts'

/** A member's balance of an asset, as the assets page shows it: plain figures without commas. */
export async function balanceOf(
  phone: Phone,
  asset: 'USDT' | 'LEAF',
  place: 'available' | 'frozen',
): Promise<string> {
  const { page } = phone
  const text = await page
    .locator('section', { has: page.getByRole('heading', { name: asset, exact: true }) })
    .getByRole('definition')
    .nth(place === 'available' ? 0 : 1)
    .textContent()
  return (text ?? '').replaceAll(',', '').trim()
}

/** Recharges from the demo wallet, watches the confirmations and waits for the credit. */
export async function recharge(phone: Phone, amount: string): Promise<void> {
  const { names, page } = phone
  await phone.tab('assets')
  await page.getByRole('link', { name: names.recharge.open, exact: true }).click()
  await page.getByText(names.recharge.address, { exact: true }).waitFor()
  const address = await phone.addressShown()
  await phone.picture('recharge')
  const wallet = await openWallet(phone, names.recharge.wallet)
  // The search begins before sending: confirming takes only some seconds.
  const state = page.getByText(names.recharge.confirming)
  await Promise.all([state.waitFor(), send(phone, wallet, { to: address, amount })])
  await wallet.close()
  await phone.picture('recharge-confirming')
  // The recharge has a page of its own, with three ways to go on.
  const moment = page.getByRole('dialog', { name: names.recharge.moment })
  await moment.getByText(names.recharge.credited, { exact: true }).waitFor()
  await phone.picture('recharge-credited')
  await page.keyboard.press('Escape')
  await moment.waitFor({ state: 'detached' })
  await state.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: names.recharge.records, exact: true }).first().click()
  await page.getByText(names.recharge.credited, { exact: true }).first().waitFor()
  await phone.picture('recharge-list')
  await phone.back()
  await phone.back()
}

/** Requests a withdrawal, sees it under review and the amount frozen, and cancels it again. */
export async function askForWithdrawal(
  phone: Phone,
  request: { address: string; amount: string; paymentPassword: string },
): Promise<void> {
  const { names, page } = phone
  await phone.tab('assets')
  await page.getByRole('link', { name: names.assets.withdraw, exact: true }).click()
  await phone.field(names.withdraw.address).fill(request.address)
  await phone.field(names.withdraw.amount).fill(request.amount)
  await phone.picture('withdrawal')
  await phone.button(names.withdraw.next).click()
  await page.getByRole('dialog').waitFor()
  await phone.picture('withdrawal-confirm')
  await phone.confirmWithPin(request.paymentPassword, names.withdraw.submit)
  await page.getByText(names.withdraw.underReview, { exact: true }).waitFor()
  await phone.picture('withdrawal-under-review')
}

/** Cancels the withdrawal that is under review, on the page of the orders. */
export async function cancelWithdrawal(phone: Phone): Promise<void> {
  const { names, page } = phone
  await phone.button(names.withdraw.cancel).click()
  await page.getByRole('alertdialog').getByRole('button', { name: names.withdraw.cancel }).click()
  await page.getByText(names.withdraw.cancelled).waitFor()
  await phone.picture('withdrawal-cancelled')
}
