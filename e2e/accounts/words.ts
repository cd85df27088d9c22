import { expect, it } from 'vitest'
import { axe } from '../matrix/check-page.ts'
import {
  type Account,
  chooseTiles,
  createAccount,
  firstLogin,
  holdAndRead,
  logIn,
} from '../pages/auth.ts'
import type { Phone } from '../phone.ts'
import { ApiSession } from '../product.ts'
import { answer, type Fixture, goTo, pageOf, shows } from './fixture.ts'

const exportPage = '/pages/mine/export/export'

/** The words of one account, and its passwords: from the paper to a reset that somebody else made. */
export function wordsJourneys(fixture: () => Fixture): void {
  let account = {} as Account
  /** The device where the account was made and its words are kept. */
  let maker: Phone
  /** Another device of the same member. */
  let second: Phone

  it('an account is made: facts, words on paper, words checked, and its owner logs in', async () => {
    maker = await fixture().phone('maker', { stays: true })
    const inviter = fixture().demo(0)
    const api = await ApiSession.open(fixture().product.appUrl, inviter)
    const { inviteCode } = await api.get('/api/user/me')
    account = await createAccount(maker, {
      inviteCode,
      inviter: inviter.nickname,
      nickname: 'Wren',
      loginPassword: 'hedge and ivy 3',
      paymentPassword: '740295',
      at: async stop => {
        // No address leads to these pages, so the matrix of all pages cannot include them.
        expect(await axe(maker.page), stop).toEqual([])
        if (stop !== 'verify') return
        const tiles = maker.page.getByRole('group', { name: 'Words to choose from' })
        await setVisibility(maker, 'hidden')
        expect(await tiles.count()).toBe(0)
        await setVisibility(maker, 'visible')
        await tiles.waitFor()
      },
    })
    expect(account.words).toHaveLength(12)
    await firstLogin(maker, account)
    await expect.poll(() => pageOf(maker)).toBe('/')
  })

  it('the words open for the login password where they are kept, are checked from paper, and lock when the page is left or hidden', async () => {
    await goTo(maker, exportPage)
    await openWords(maker, 'not the password 1')
    await shows(maker, 'This password does not open it.')
    await openWords(maker, account.loginPassword)
    expect(await axe(maker.page)).toEqual([])
    expect(await holdAndRead(maker)).toEqual(account.words)
    await maker.picture('exported')
    await hide(maker)
    await shows(maker, 'The recovery phrase is kept on this device')
    expect(await maker.button(maker.names.words.hold).count()).toBe(0)
    await openWords(maker, account.loginPassword)
    await holdAndRead(maker)
    await maker.button('I wrote them down. Verify').click()
    const [one = '', two = '', ...rest] = account.words
    const tiles = maker.page.getByRole('group', { name: 'Words to choose from' })
    await maker.settled()
    expect(await axe(maker.page)).toEqual([])
    if (one !== two) {
      await tiles.getByRole('button', { name: two, exact: true }).first().click()
      await shows(maker, 'Word 1 is wrong. Tap it to undo, then choose again')
      await maker.button(`Undo ${two}`).click()
    }
    await chooseTiles(maker, [one, two, ...rest])
    await shows(maker, 'Correct. Your copy is good')
    await maker.button('Done').click()
    await expect.poll(() => pageOf(maker)).toBe('/pages/tabbar/mine')
    await goTo(maker, exportPage)
    await shows(maker, 'The recovery phrase is kept on this device')
    expect(await keptInTheOpen(maker, account.words)).toEqual([])
  })

  it('another device shows where the words are, and a login by words can keep them there', async () => {
    second = await fixture().phone('second', { stays: true })
    await logIn(second, account)
    await goTo(second, exportPage)
    await shows(second, 'Recovery phrase not on this device')
    await second.picture('elsewhere')
    await second.button('Enter the phrase to keep it here').click()
    await second.field('Recovery phrase').fill(account.words.join(' '))
    await hide(second)
    await expect.poll(() => second.field('Recovery phrase').inputValue()).toBe('')
    await second.field('Recovery phrase').fill(swapped(account.words).join(' '))
    await second.button('Log in').click()
    await shows(second, /The words or their order are wrong|No account belongs to these words/)
    await second.field('Recovery phrase').fill(account.words.join(' '))
    await shows(second, 'The phrase is valid')
    await second.button('Log in').click()
    await shows(second, 'Keep the recovery phrase on this device?')
    await second.field('Login password').fill('not the password 1')
    await second.button('Keep on this device').click()
    await shows(second, 'The account ID or password is wrong; 4 tries left')
    await second.field('Login password').fill(account.loginPassword)
    await second.button('Keep on this device').click()
    await shows(second, 'Kept on this device')
    await goTo(second, exportPage)
    await openWords(second, account.loginPassword)
    expect(await holdAndRead(second)).toEqual(account.words)
    // Two logins of this phone, by password and by words, are one device.
    await goTo(second, '/pages/more/sessions')
    await second.page.getByText('This device', { exact: true }).waitFor()
    const others = second.page.getByRole('button', { name: /^Log out (?!all)/ })
    await expect.poll(() => others.count()).toBe(1)
  })

  it('changing the login password logs the other device out and notifies it; the words kept here follow', async () => {
    await goTo(maker, '/pages/mine/changePass')
    const newPassword = 'hedge and ivy 4'
    await change(maker, { old: 'not the password 1', new: newPassword, kind: 'login' })
    await shows(maker, 'The account ID or password is wrong; 4 tries left')
    await change(maker, { old: account.loginPassword, new: newPassword, kind: 'login' })
    await shows(maker, 'Modified')
    await shows(second, 'The login password of Wren was changed on another device.')
    account.loginPassword = newPassword
    await goTo(maker, exportPage)
    await openWords(maker, newPassword)
    expect(await holdAndRead(maker)).toEqual(account.words)
    await second.button(/^Open Wren/).click()
    await second.field('Login password').fill(newPassword)
    await second.button('Log in').click()
    await expect.poll(() => pageOf(second)).toBe('/pages/more/sessions')
  })

  it('a reset by words logs every device out; an old session undoes it by the old password, and the new password is worth nothing', async () => {
    const otherPhone = await fixture().phone('other')
    await otherPhone.button(otherPhone.names.welcome.byId).click()
    await otherPhone.page.getByRole('link', { name: 'Forgotten?' }).click()
    await otherPhone.field('Recovery phrase').fill(account.words.join(' '))
    const theirs = 'stolen paper 88'
    await fillNew(otherPhone, theirs, 'login')
    await otherPhone.button('Reset password').click()
    await otherPhone.page.getByRole('heading', { name: 'Login password reset' }).waitFor()
    await shows(otherPhone, 'Withdrawals, selling and the receiving account are frozen until')
    await otherPhone.button('Log in with the new password').click()
    await otherPhone.field('Login password').fill(theirs)
    await otherPhone.button('Log in').click()
    await expect.poll(() => pageOf(otherPhone)).toBe('/')

    await shows(maker, 'The login password of Wren was reset; every device was logged out.')
    await maker.page.reload()
    await shows(maker, 'Not you? Undo it with the password from before the reset, until')
    await maker.picture('reset-elsewhere')
    await maker.button('Not me, undo it').click()
    const sheet = maker.page.getByRole('dialog')
    const undo = async (password: string) => {
      await sheet.getByRole('textbox').fill(password)
      await sheet.getByRole('button', { name: 'Undo the reset and log in' }).click()
    }
    await undo(theirs)
    await shows(maker, 'The account ID or password is wrong; 4 tries left')
    await maker.picture('undoing')
    await undo(account.loginPassword)
    await shows(maker, 'The reset is undone')
    await expect.poll(() => pageOf(maker)).not.toMatch(/auth/)

    await shows(otherPhone, 'A password reset of Wren was undone.')
    const { accountId } = account
    const url = fixture().product.appUrl
    await expect(ApiSession.open(url, { accountId, loginPassword: theirs })).rejects.toThrow(
      '41201',
    )
    await goTo(maker, '/pages/tabbar/mine')
    await shows(maker, 'Withdrawals are frozen until')
    await goTo(maker, exportPage)
    await openWords(maker, account.loginPassword)
    expect(await holdAndRead(maker)).toEqual(account.words)
  })

  it('a reset of the payment password by words freezes for a day, and every affected page says so', async () => {
    await goTo(maker, '/pages/mine/resetPayPass')
    await maker.field('Recovery phrase').fill(account.words.join(' '))
    await fillNew(maker, '836194', 'payment')
    await maker.button('Reset password').click()
    await maker.page.getByRole('heading', { name: 'Payment password reset' }).waitFor()
    await maker.button('Back to Mine').click()
    await shows(maker, 'Selling is frozen until')
    await shows(maker, 'The payment password was reset')
    await goTo(maker, '/pages/mine/withdrawal')
    await shows(maker, 'Security settings have changed: withdrawals are frozen until')
    await expect.poll(() => maker.button(/^Request/).isDisabled()).toBe(true)
    account.paymentPassword = '836194'
  })

  it('removing the account deletes the words that are kept here, after a warning with an offer to export them', async () => {
    await goTo(maker, '/pages/home/accountList')
    await maker.button('Remove Wren').click()
    await shows(maker, 'The recovery phrase kept on this device is deleted too')
    await maker.picture('removing')
    await maker.button('Export the recovery phrase first').click()
    await shows(maker, 'The recovery phrase is kept on this device')
    await maker.back()
    await maker.button('Remove Wren').click()
    await answer(maker, 'Remove')
    await maker.button(maker.names.welcome.create).waitFor()
    await expect.poll(() => vaultEntries(maker)).toEqual([])
    await maker.button(maker.names.welcome.byId).click()
    await maker.field('Account ID').fill(account.accountId)
    await maker.field('Login password').fill(account.loginPassword)
    await maker.button('Log in').click()
    // The page of the accounts closed with the last of them.
    await expect.poll(() => pageOf(maker)).toBe('/')
    await goTo(maker, exportPage)
    await shows(maker, 'Recovery phrase not on this device')
  })
}

/** Hides the app and shows it again. */
async function hide(phone: Phone): Promise<void> {
  await setVisibility(phone, 'hidden')
  await setVisibility(phone, 'visible')
}

/** Shows or hides the app. */
const setVisibility = (phone: Phone, value: 'hidden' | 'visible'): Promise<void> =>
  phone.page.evaluate(value => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, value)

async function openWords(phone: Phone, password: string): Promise<void> {
  await phone.field('Login password').fill(password)
  await phone.button('Open and show').click()
}

/** Fills the change of a password and sends it. */
export async function change(
  phone: Phone,
  passwords: { old: string; new: string; kind: 'login' | 'payment' },
): Promise<void> {
  await phone.field(`Old ${passwords.kind} password`).fill(passwords.old)
  await fillNew(phone, passwords.new, passwords.kind)
  await phone.button('Change password').click()
}

/** A new password, twice. */
export async function fillNew(
  phone: Phone,
  password: string,
  kind: 'login' | 'payment',
): Promise<void> {
  await phone.field(`New ${kind} password`).fill(password)
  await phone.field(`Confirm the new ${kind} password`).fill(password)
}

/** The words with two of them swapped. */
function swapped(words: readonly string[]): string[] {
  const other = words.findIndex(word => word !== words[0])
  const all = [...words]
  ;[all[0], all[other]] = [words[other] ?? '', words[0] ?? '']
  return all
}

/** The words that a browser stores in readable form. */
async function keptInTheOpen(phone: Phone, words: readonly string[]): Promise<string[]> {
  const kept = await phone.page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state]),
  )
  // Three words in a row are no coincidence.
  return words.filter((_, place) => kept.includes(words.slice(place, place + 3).join(' ')))
}

/** The account IDs whose words this device keeps. */
const vaultEntries = (phone: Phone): Promise<string[]> =>
  phone.page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('banyan')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const keys = opening.result.transaction('vault').objectStore('vault').getAllKeys()
          keys.onsuccess = () => resolve(keys.result.map(String))
          keys.onerror = () => reject(keys.error)
        }
      }),
  )
