import { inputRuleText } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { createFormSchema, strengthOf } from './create-form.ts'

const filled = {
  nickname: '小榕',
  inviteCode: 'abcd1234',
  country: 'SG',
  loginPassword: 'rootleaf88',
  loginPasswordAgain: 'rootleaf88',
  paymentPassword: '592713',
  paymentPasswordAgain: '592713',
  consent: true,
}
const empty = Object.fromEntries(Object.keys(filled).map(name => [name, '']))

/** The English messages by field. */
function messagesOf(change: Record<string, unknown>, from: object = filled) {
  const read = createFormSchema.safeParse({ ...from, ...change })
  // A field shows its first error: set last, it wins.
  return Object.fromEntries(
    (read.error?.issues ?? [])
      .toReversed()
      .map(issue => [issue.path.join('.'), inputRuleText(issue.message, 'en')]),
  )
}

describe('the create form', () => {
  test('accepts correct input, in the form that the server stores', () => {
    expect(createFormSchema.parse(filled)).toEqual({ ...filled, inviteCode: 'ABCD1234' })
  })
  test('reports every empty field, in the words of the specification', () => {
    expect(messagesOf({ consent: false }, empty)).toEqual({
      nickname: 'The nickname cannot be empty',
      inviteCode: 'The invitation code cannot be empty',
      country: 'Choose a country or region',
      loginPassword: 'The login password cannot be empty',
      loginPasswordAgain: 'Confirm the login password',
      paymentPassword: 'The payment password cannot be empty',
      paymentPasswordAgain: 'Confirm the payment password',
      consent: 'Read and accept the rules and the risk notice first',
    })
  })
  test('reports that passwords differ even while other fields are open', () => {
    expect(
      messagesOf({
        nickname: '',
        loginPasswordAgain: 'rootleaf89',
        paymentPasswordAgain: '592714',
      }),
    ).toEqual({
      nickname: 'The nickname cannot be empty',
      loginPasswordAgain: 'The two login passwords entered are inconsistent',
      paymentPasswordAgain: 'The two payment password inputs are inconsistent',
    })
  })
  test('accepts full-width digits', () => {
    expect(messagesOf({ paymentPassword: '\uff15\uff19\uff12\uff17\uff11\uff13' })).toEqual({})
  })
})

describe('the meter of a login password', () => {
  test.each([
    ['', 0],
    ['short1', 0],
    ['aaaaaaa1', 1],
    ['rootleaf88', 2],
    ['Root-leaf of 1988 trees', 3],
    ['榕树的根很深而且很长有一百年', 0],
    ['榕树的根很深而且很长有100年', 3],
  ])('rates %j as %i', (password, strength) => {
    expect(strengthOf(password)).toBe(strength)
  })
})
