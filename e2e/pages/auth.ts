import type { Phone } from '../phone.ts'

/** A new member's choices, and the values that the server and the device gave them. */
export interface Account {
  nickname: string
  loginPassword: string
  paymentPassword: string
  accountId: string
  words: string[]
}

/** The pages of making an account at which a test may stop for checks. */
export type Stop = 'backups' | 'verify' | 'success'

type Facts = Pick<Account, 'nickname' | 'loginPassword' | 'paymentPassword'>

/** From the welcome page to the account ID: facts, the words on paper, the words checked. */
export async function createAccount(
  phone: Phone,
  facts: Facts & { inviteCode: string; inviter: string; at?: (stop: Stop) => Promise<void> },
): Promise<Account> {
  const { names, page } = phone
  await phone.button(names.welcome.create).click()
  await phone.field(names.create.nickname).fill(facts.nickname)
  await phone.field(names.create.inviteCode).fill(facts.inviteCode)
  await page.getByText(names.create.inviter(facts.inviter)).waitFor()
  await chooseCountry(phone)
  await phone.field(names.create.loginPassword).fill(facts.loginPassword)
  await phone.field(names.create.loginPasswordAgain).fill(facts.loginPassword)
  await phone.field(names.create.paymentPassword).fill(facts.paymentPassword)
  await phone.field(names.create.paymentPasswordAgain).fill(facts.paymentPassword)
  await page.getByRole('checkbox', { name: names.create.consent }).check()
  await phone.picture('create')
  await phone.button(names.create.next).click()
  await phone.settled()
  await facts.at?.('backups')
  const words = await writeDownWords(phone)
  await phone.settled()
  await facts.at?.('verify')
  await chooseInOrder(phone, words)
  await page.getByRole('heading', { name: names.success.title }).waitFor()
  const accountId = (await page.getByText(/^\d{8}$/).textContent()) ?? ''
  await phone.picture('success')
  await facts.at?.('success')
  const { nickname, loginPassword, paymentPassword } = facts
  return { nickname, loginPassword, paymentPassword, accountId, words }
}

async function chooseCountry(phone: Phone): Promise<void> {
  const { names, page } = phone
  await phone.button(new RegExp(`^${names.create.country}`)).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('searchbox', { name: names.create.countrySearch }).fill('SG')
  await sheet.getByRole('button', { name: names.create.singapore }).click()
}

/** Reads the twelve words of a new account, and goes on. */
async function writeDownWords(phone: Phone): Promise<string[]> {
  await phone.picture('words-hidden')
  const words = await holdAndRead(phone)
  await phone.button(phone.names.words.next).click()
  return words
}

/** Holds the button and reads the twelve words while it is held. */
export async function holdAndRead(phone: Phone): Promise<string[]> {
  const { names, page } = phone
  const hold = phone.button(names.words.hold)
  await hold.scrollIntoViewIfNeeded()
  const place = await hold.boundingBox()
  if (!place) throw new Error('nothing to hold')
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  await page.mouse.down()
  const shown = page.getByRole('list', { name: names.words.list, exact: true }).locator('strong')
  await shown.nth(11).waitFor()
  const words = await shown.allTextContents()
  await phone.picture('words-held')
  await page.mouse.up()
  await shown.first().waitFor({ state: 'detached' })
  return words.map(word => word.trim())
}

async function chooseInOrder(phone: Phone, words: readonly string[]): Promise<void> {
  const { names, page } = phone
  await chooseTiles(phone, words)
  await page.getByText(names.words.right).waitFor()
  await phone.button(names.words.create).click()
}

/** Chooses the shuffled words one after the other. */
export async function chooseTiles(phone: Phone, words: readonly string[]): Promise<void> {
  const { names, page } = phone
  const tiles = page.getByRole('group', { name: names.words.tiles })
  for (const [index, word] of words.entries()) {
    // A word may occur twice: any tile that is still free will do.
    await tiles.getByRole('button', { name: word, exact: true, disabled: false }).first().click()
    if (index === 5) await phone.picture('words-verify')
  }
}

/** Logs in from the page of success, by account ID. */
export async function firstLogin(phone: Phone, account: Account): Promise<void> {
  await phone.button(phone.names.success.login).click()
  await enter(phone, account)
}

/** Logs in from the welcome page, by account ID. */
export async function logIn(
  phone: Phone,
  account: Pick<Account, 'accountId' | 'loginPassword'>,
): Promise<void> {
  await phone.button(phone.names.welcome.byId).click()
  await phone.field(phone.names.login.accountId).fill(account.accountId)
  await enter(phone, account)
}

async function enter(phone: Phone, { loginPassword }: Pick<Account, 'loginPassword'>) {
  const { names } = phone
  await phone.field(names.login.password).fill(loginPassword)
  await phone.button(names.login.submit).click()
  await inside(phone)
}

/** Logs in from the welcome page, by the twelve words. */
export async function logInByWords(phone: Phone, words: readonly string[]): Promise<void> {
  const { names } = phone
  await phone.button(names.welcome.byWords).click()
  await phone.field(names.words.typed).fill(words.join(' '))
  await phone.picture('login-by-words')
  await phone.button(names.login.submit).click()
  // The page offers to keep the words on this device; this member has them on paper.
  await phone.button(names.words.later).click()
  await inside(phone)
}

/** Logs out by the settings, and arrives at the welcome page. */
export async function logOut(phone: Phone): Promise<void> {
  const { names, page } = phone
  await phone.tab('mine')
  await page.getByRole('link', { name: names.mine.settings, exact: true }).click()
  await phone.button(names.mine.logout).click()
  await page.getByRole('alertdialog').getByRole('button', { name: names.mine.logout }).click()
  await phone.button(names.welcome.create).waitFor()
}

/** Waits until the form is gone and the tab bar is there. */
async function inside(phone: Phone): Promise<void> {
  const { names } = phone
  await phone.button(names.login.submit).waitFor({ state: 'hidden' })
  const tabs = phone.page.getByRole('navigation')
  await tabs.getByRole('button', { name: names.tabs.home, exact: true }).waitFor()
}
