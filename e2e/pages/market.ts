import type { Phone } from '../phone.ts'

/** Opens a side of the market. */
export async function openMarket(phone: Phone, side: 'buy' | 'sell'): Promise<void> {
  await phone.tab('otc')
  const choice = phone.page.getByRole('radio', { name: phone.names.market[side], exact: true })
  // A finger taps the label around it.
  await choice.locator('..').click()
  await choice.and(phone.page.locator(':checked')).waitFor()
}

/**
 * Takes a part of another member's cheapest order; ends on the page where it is to be paid.
 * @param meanwhile handles the dialogs in between.
 */
export async function take(
  phone: Phone,
  seller: string,
  quantity: string,
  meanwhile = async () => {},
): Promise<void> {
  const { names, page } = phone
  await openMarket(phone, 'buy')
  await phone.button(names.market.takeFrom(seller)).first().waitFor()
  await phone.picture('market')
  await phone.button(names.market.takeFrom(seller)).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: names.market.quantity, exact: true }).fill(quantity)
  await phone.picture('take')
  await sheet.getByRole('button', { name: names.market.confirm, exact: true }).click()
  await meanwhile()
  await page.getByRole('heading', { name: names.trade.toPay }).waitFor()
}

/** Sets the receiving address, from the page that asks for it, and comes back to the market. */
export async function setReceivingAddress(
  phone: Phone,
  account: { bsc: string; contact: string; paymentPassword: string },
): Promise<void> {
  const { names, page } = phone
  await openMarket(phone, 'sell')
  await phone.button(names.market.setAddress).click()
  await phone.field(names.receiving.bsc).fill(account.bsc)
  await phone.field(names.receiving.contact).fill(account.contact)
  await phone.button(names.receiving.save).click()
  await page.getByRole('dialog').waitFor()
  await phone.picture('receiving-account')
  await phone.confirmWithPin(account.paymentPassword, names.receiving.confirm)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await phone.back()
}

/** Publishes a sell order over BSC. */
export async function publish(
  phone: Phone,
  order: { quantity: string; price: string; paymentPassword: string },
): Promise<void> {
  const { names, page } = phone
  await openMarket(phone, 'sell')
  await phone.button(names.market.publish).click()
  const sheet = page.getByRole('dialog')
  const field = (name: string) => sheet.getByRole('textbox', { name, exact: true })
  await field(names.publish.quantity).fill(order.quantity)
  await field(names.publish.price).fill(order.price)
  await sheet.getByRole('checkbox', { name: names.publish.network }).check()
  await phone.picture('publish')
  await sheet.getByRole('button', { name: names.publish.next, exact: true }).click()
  await phone.confirmWithPin(order.paymentPassword, names.publish.confirm)
  await phone.button(names.publish.toMarket).waitFor()
  await phone.picture('published')
  await phone.button(names.publish.toMarket).click()
  await page.getByRole('link', { name: names.market.ownSell }).waitFor()
}

/** Cancels what is left of the one own order. */
export async function cancelOrder(phone: Phone): Promise<void> {
  const { names, page } = phone
  await openMarket(phone, 'sell')
  await page.getByRole('link', { name: names.market.ownSell }).click()
  await page.getByRole('article').getByRole('button', { expanded: false }).first().click()
  await phone.button(names.market.cancel).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: names.market.cancelConfirm }).click()
  await page.getByText(names.market.noOrders).waitFor()
  await phone.back()
}

/** Opens the first of the own open trades. */
export async function openTradeUnderWay(phone: Phone): Promise<void> {
  const { names, page } = phone
  await phone.tab('otc')
  await page
    .getByRole('region', { name: names.market.openTrades })
    .getByRole('link')
    .first()
    .click()
}
