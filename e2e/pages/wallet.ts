import type { Page } from 'playwright-core'
import type { Phone } from '../phone.ts'

/** Sends from the demo wallet's page with the values in its fields, or with given ones. Returns the hash. */
export async function send(
  phone: Phone,
  wallet: Page,
  { to, amount }: { to: string; amount: string },
): Promise<string> {
  const { names } = phone
  const field = (name: string) => wallet.getByRole('textbox', { name, exact: true })
  await field(names.wallet.to).fill(to)
  await field(names.wallet.amount).fill(amount)
  await wallet.getByRole('button', { name: names.wallet.send, exact: true }).click()
  const shown = wallet.getByText(/^0x[0-9a-f]{64}$/)
  await shown.waitFor()
  await phone.picture('wallet', wallet)
  return (await shown.textContent()) ?? ''
}

/**
 * Opens the wallet by a link that leads to a new window, and continues in a page like every other
 * of the phone. Chromium gives a window that a link opened the phone's size while it already loads;
 * one of them was once seen to draw no frame for 30 s, so it took no tap.
 */
export async function openWallet(phone: Phone, link: string): Promise<Page> {
  const opened = phone.page.context().waitForEvent('page')
  await phone.page.getByRole('link', { name: link }).click()
  const window = await opened
  await window.waitForLoadState()
  const wallet = await phone.newPage()
  await wallet.goto(window.url())
  await window.close()
  return wallet
}
