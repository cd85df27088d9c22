import type { Endpoint, RefusalName } from '@banyan/domain'
import type { Language, Screen } from '../screen.ts'

/** A text in both languages. */
export type Words = Readonly<Record<Language, string>>
export const words = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

/**
 * Where a refusal is read: at a field, by its name; at the password; or in words of their own, over the page or on it.
 * `questions`: the questions on risk come. `never`: it is about what this form does not send.
 */
export type Place = Words | 'password' | 'message' | 'questions' | 'never'

/** A form of the app, as a member goes through it. */
export interface Form {
  name: string
  call: Endpoint
  /** Where each refusal of the call is shown. */
  places: Partial<Record<RefusalName, Place>>
  /** Answers what its page asks, and opens it. */
  open(screen: Screen): Promise<void>
  /** Types what makes it complete. */
  fill(screen: Screen): Promise<void>
  /** Sends it, up to the call: with the password where it takes one. */
  send(screen: Screen): Promise<void>
  /** The same again after a reply that was lost. */
  again?(screen: Screen): Promise<void>
  /** What was typed and must be there after every refusal, by the name of its field. */
  typed: readonly (readonly [field: Words, value: string])[]
}

/** The refusals of the own password. */
export const ofPassword = {
  paymentPasswordWrong: 'password',
  paymentPasswordLocked: 'password',
} as const

export const pin = '135792'

/** The field of the payment password. */
export const passwordOf = (screen: Screen) =>
  screen.layer.getByLabel(say(screen, words('支付密码', 'Payment password')), { exact: true })

/** Types the payment password into the sheet that asks for it, and confirms. */
export async function givePassword(screen: Screen): Promise<void> {
  const input = passwordOf(screen)
  await input.fill(pin)
  await input.press('Enter')
}

export const say = ({ language }: Screen, text: Words): string => text[language]

/** Taps the button of this name that is on top. */
export const press = async (screen: Screen, name: Words | RegExp) => {
  const label = name instanceof RegExp ? name : say(screen, name)
  await screen.button(label).last().click()
}
/** Types into the field of this name. */
export const type = (screen: Screen, field: Words, text: string) =>
  screen.field(say(screen, field)).last().fill(text)

/** What a form holds now, by the names of its fields; also behind a sheet, and folded away. */
export const typedIn = (screen: Screen, { typed }: Form): Promise<string[][]> =>
  Promise.all(
    typed.map(async ([field]) => {
      const name = say(screen, field)
      return [name, await screen.page.getByLabel(name, { exact: true }).last().inputValue()]
    }),
  )

/** What was typed, by the names of the fields. */
export const typedOf = (screen: Screen, { typed }: Form): string[][] =>
  typed.map(([field, value]) => [say(screen, field), value])
