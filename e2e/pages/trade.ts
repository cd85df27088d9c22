import { expect } from 'vitest'
import type { Phone } from '../phone.ts'
import { openWallet, send } from './wallet.ts'

/** The id of the trade that is open. */
export const tradeId = (phone: Phone): string =>
  /[?&]id=(trd_[0-9a-f]{32})/.exec(phone.page.url())?.[1] ?? ''

/** Pays with the demo wallet to the address that is shown, and submits voucher and hash. */
export async function payAndProve(phone: Phone): Promise<void> {
  const { names, page } = phone
  await phone.picture('to-pay')
  const to = await phone.addressShown()
  const wallet = await openWallet(phone, names.trade.payWithWallet)
  const amount = await wallet
    .getByRole('textbox', { name: names.wallet.amount, exact: true })
    .inputValue()
  const hash = await send(phone, wallet, { to, amount })
  const voucher = await wallet.screenshot()
  await wallet.close()
  await page
    .getByLabel(names.trade.voucher)
    .setInputFiles({ name: 'voucher.png', mimeType: 'image/png', buffer: voucher })
  // Without permission to read the clipboard the tile opens the field.
  await phone.button(names.trade.hashTile).click()
  await phone.field(names.trade.hash).fill(hash)
  // The app re-encodes the picture before it sends it; its tile shows when it has arrived.
  await phone.button(names.trade.voucherThere).waitFor()
  await phone.picture('to-pay-proof')
  await phone.button(names.trade.paid).click()
  await page.getByRole('heading', { name: names.trade.awaitRelease }).waitFor()
  await phone.picture('paid')
}

/** The seller's reply to a payment: checks, confirms that the money arrived, enters the payment password. */
export async function release(phone: Phone, paymentPassword: string): Promise<void> {
  const { names, page } = phone
  await page.getByRole('heading', { name: names.trade.toRelease }).waitFor()
  await phone.picture('to-release')
  const received = page.getByRole('checkbox', { name: names.trade.received })
  const unproved = page.getByRole('checkbox', { name: names.trade.notYetOnChain })
  // The chain may confirm the payment at any moment, and then there is nothing to confirm.
  await expect
    .poll(async () => {
      if (await received.isDisabled()) await unproved.check({ timeout: 1_000 }).catch(() => {})
      return received.isEnabled()
    })
    .toBe(true)
  await received.check()
  await phone.button(names.trade.release).click()
  await page.getByRole('dialog').waitFor()
  await phone.picture('release')
  await phone.confirmWithPin(paymentPassword, names.trade.release)
  await finished(phone)
}

/** Waits until the trade's page shows that it is done, without a reload. */
export async function finished(phone: Phone): Promise<void> {
  await phone.page.getByRole('heading', { name: phone.names.trade.finished }).waitFor()
  await phone.picture('finished')
}

/** A buyer on another page sees that the coins have arrived; the sheet leads to the trade. */
export async function purchaseNotice(phone: Phone): Promise<void> {
  const { names, page } = phone
  const moment = page.getByRole('dialog', { name: names.trade.bought })
  await moment.getByText(names.trade.bought, { exact: true }).last().waitFor()
  await phone.picture('bought')
  await moment.getByRole('button', { name: names.trade.seeTrade }).click()
  await moment.waitFor({ state: 'detached' })
  await finished(phone)
}

export async function giveUp(phone: Phone): Promise<void> {
  const { names, page } = phone
  await phone.button(names.trade.more).click()
  await phone.button(names.trade.giveUp).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: names.trade.giveUpConfirm, exact: true }).click()
  await page.getByText(names.trade.gaveUp).waitFor()
  await phone.picture('given-up')
}

/** The seconds that the visible countdown shows. */
export async function secondsShown(phone: Phone): Promise<number> {
  const timer = phone.page.getByRole('timer').first()
  await timer.waitFor()
  const name = (await timer.getAttribute('aria-label')) ?? ''
  const [, minutes, seconds] = phone.names.time.exec(name) ?? []
  if (minutes === undefined) throw new Error(`no countdown: "${name}"`)
  return Number(minutes) * 60 + Number(seconds ?? 0)
}
