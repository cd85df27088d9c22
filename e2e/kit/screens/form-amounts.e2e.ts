import { type Endpoint, type InputRule, inputRuleText, withdrawalQuote } from '@banyan/domain'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../phone.ts'
import { type Form, givePassword, say, type Words, words } from './forms/form.ts'
import { publishBuyForm, publishForm, takeBuyForm, takeForm } from './forms/market.ts'
import { exchangeForm, openWithdrawal, subscriptionForm, withdrawalForm } from './forms/money.ts'
import { type Language, languages, Screen } from './screen.ts'

/*
 * Amounts at their ends: the least and the most are sent as they are, one unit beyond is refused at the field with what
 * to do, and what a phone's keyboard or a clipboard makes of digits is read as digits.
 */
let browser: Browser
const screens = new Map<Language, Screen>()
beforeAll(async () => {
  browser = await openBrowser()
  for (const language of languages) screens.set(language, await Screen.open(browser, language))
})
afterAll(async () => {
  for (const screen of screens.values()) await screen.close()
  await browser?.close()
})
beforeEach(() => {
  for (const screen of screens.values()) screen.begin()
})
afterEach(() => {
  for (const screen of screens.values()) expect(screen.complaints().join('\n')).toBe('')
})

const rule = (name: InputRule): Words =>
  words(inputRuleText(name, 'zh-CN'), inputRuleText(name, 'en'))

interface AmountForm {
  form: Form
  open?: (screen: Screen) => Promise<void>
  field: Words
  /** The call that gets the amount, and the name that it has there. */
  call: Endpoint
  named: 'amount' | 'quantity'
  /** What is typed, and what is sent. */
  sent: readonly (readonly [typed: string, sent: string])[]
  refused: readonly (readonly [typed: string, says: Words])[]
  next: Words
  /** The call comes after the password. */
  password: boolean
}

/** Ways to write 100, as keyboards and clipboards give it. */
const hundred = ['１００', ' 100 ', '1 00', '0100'] as const
const asHundred = hundred.map(typed => [typed, '100'] as const)
const nothing: readonly (readonly [string, Words])[] = [['', rule('required')]]
const zero: readonly (readonly [string, Words])[] = [
  ['0', rule('amountAboveZero')],
  ['0.00', rule('amountAboveZero')],
]
const cents: readonly (readonly [string, Words])[] = [
  ['100.001', rule('amountTwoDecimals')],
  ['1e2', rule('amountTwoDecimals')],
  ['-100', rule('amountTwoDecimals')],
  ['1,0,0', rule('amountTwoDecimals')],
]
const micro: readonly (readonly [string, Words])[] = [
  ['100.0000001', rule('amountSixDecimals')],
  ['1e2', rule('amountSixDecimals')],
  ['-100', rule('amountSixDecimals')],
]

const next = words('下一步', 'Next')
const ofStep = words('认购金额须为 10 的整数倍', 'The amount must be a multiple of 10')
const outside = words('数量须在 20 至 200 LEAF 之间', 'The quantity must be from 20 to 200 LEAF')

const all: readonly AmountForm[] = [
  {
    form: withdrawalForm,
    open: openWithdrawal,
    field: words('转出数量', 'Amount'),
    call: withdrawalQuote,
    named: 'amount',
    // The least and the most are the server's to refuse: it alone knows what left since.
    sent: [
      ...asHundred,
      ['10', '10'],
      ['0.01', '0.01'],
      ['1,000.50', '1000.50'],
      ['１０。５', '10.5'],
    ],
    refused: [...nothing, ...zero, ...cents],
    next: words('申请转出', 'Request'),
    password: false,
  },
  {
    form: subscriptionForm,
    field: words('认购金额', 'Amount'),
    call: subscriptionForm.call,
    named: 'amount',
    sent: [...asHundred, ['10', '10'], ['500', '500']],
    refused: [
      ...nothing,
      ...zero,
      ...cents,
      ['9.99', words('最少认购 10 USDT', 'The minimum is 10 USDT')],
      ['10.01', ofStep],
      ['15', ofStep],
      [
        '510',
        words('超出可购额度：最多 500 USDT', 'Above your purchasable limit: 500 USDT at most'),
      ],
    ],
    next,
    password: true,
  },
  {
    form: exchangeForm,
    field: words('兑换数量', 'Quantity'),
    call: exchangeForm.call,
    named: 'quantity',
    sent: [...asHundred, ['10', '10'], ['400.5', '400.5'], ['100.000001', '100.000001']],
    refused: [
      ...nothing,
      ...zero,
      ...micro,
      [
        '9.999999',
        words(
          '最少兑换 10 LEAF；可用不足此数时，请一次兑换全部可用数量',
          'Exchange at least 10 LEAF; with less than that available, all of it at once',
        ),
      ],
      [
        '400.500001',
        words(
          '可用只有 400.5 LEAF，请输入不超过可用的数量',
          'Only 400.5 LEAF are available: enter that or less',
        ),
      ],
    ],
    next,
    password: true,
  },
  {
    form: takeForm,
    field: words('购买数量', 'Quantity'),
    call: takeForm.call,
    named: 'quantity',
    sent: [...asHundred, ['20', '20'], ['200', '200']],
    refused: [...nothing, ...micro, ['19.999999', outside], ['200.000001', outside]],
    next: words('确认购买', 'Confirm'),
    password: false,
  },
  {
    form: takeBuyForm,
    field: words('卖出数量', 'Quantity'),
    call: takeBuyForm.call,
    named: 'quantity',
    sent: [...asHundred, ['20', '20'], ['200', '200']],
    refused: [...nothing, ...micro, ['19.999999', outside], ['200.000001', outside]],
    next,
    password: true,
  },
  {
    form: publishForm,
    field: words('出售数量', 'Quantity to sell'),
    call: publishForm.call,
    named: 'quantity',
    // 398.009950 and its fee of half a percent are the 400 that are available.
    sent: [...asHundred, ['10', '10'], ['398.00995', '398.00995']],
    refused: [
      ...nothing,
      ...micro,
      ['9.999999', words('数量不能少于 10.00 LEAF', 'The quantity must be at least 10.00 LEAF')],
      [
        '398.00996',
        words(
          '数量加手续费超出可用余额 400.00 LEAF',
          'Quantity and fee exceed the 400.00 LEAF available',
        ),
      ],
    ],
    next,
    password: true,
  },
  {
    form: publishBuyForm,
    field: words('求购数量', 'Quantity to buy'),
    call: publishBuyForm.call,
    named: 'quantity',
    sent: [...asHundred, ['10', '10'], ['1000', '1000']],
    refused: [
      ...nothing,
      ...micro,
      ['9.999999', words('数量不能少于 10.00 LEAF', 'The quantity must be at least 10.00 LEAF')],
      [
        '1000.000001',
        words('买单总额不能超过 1000.00 USDT', 'A buy order can be worth 1000.00 USDT at most'),
      ],
    ],
    next: words('发布', 'Publish'),
    password: false,
  },
]

describe.each(languages)('in %s', language => {
  const screenNow = () => {
    const screen = screens.get(language)
    if (!screen) throw new Error('not open')
    return screen
  }
  const goOn = async (screen: Screen, { next }: AmountForm) => {
    const name = new RegExp(`^${say(screen, next)}`)
    await screen.button(name).last().click()
  }

  test.each(all.map(one => [one.form.name, one] as const))(
    'the amount of %s that cannot be is refused at its field, in words, and stays',
    async (_, one) => {
      const screen = screenNow()
      await (one.open ?? one.form.open)(screen)
      const field = screen.field(say(screen, one.field)).last()
      for (const [typed, says] of one.refused) {
        await field.fill(typed)
        await goOn(screen, one)
        await screen.settled()
        expect.soft(await screen.errorOf(field), typed).toBe(say(screen, says))
        expect.soft(await field.inputValue(), typed).toBe(typed.trim())
      }
      expect(screen.answers.calls(one.call)).toEqual([])
      // The field of what is wrong has the focus: it can be corrected at once.
      expect(await field.evaluate(input => input === document.activeElement)).toBe(true)
    },
  )

  test.each(all.map(one => [one.form.name, one] as const))(
    'the amount of %s at its ends, and in other digits, is sent',
    async (_, one) => {
      const screen = screenNow()
      await (one.open ?? one.form.open)(screen)
      for (const [typed, sent] of one.sent) {
        const field = screen.field(say(screen, one.field)).last()
        await field.fill(typed)
        // Refused for a reason of its own, so that the form is there for the next amount.
        screen.answers.refuse(one.call, 'insufficientBalance')
        await goOn(screen, one)
        if (one.password) await givePassword(screen)
        await expect
          .poll(() => screen.answers.lastBody(one.call))
          .toMatchObject({ [one.named]: sent })
        await screen.settled()
      }
      expect(screen.answers.calls(one.call)).toHaveLength(one.sent.length)
    },
  )
})
