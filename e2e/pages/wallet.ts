import type { Page } from 'playwright-core'
import type { Phone } from '../phone.ts'

/** Sends from the demo wallet's page what its fields already say, or what is given; answers the hash. */
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
 * Opens the wallet by a link of the page that leads to a new window, and goes on in a page like every
 * other of the phone. Chromium gives a window that a link opened the phone's size while it loads
 * already; one of them, seen once, drew no frame for 30 s, and so took no tap.
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
