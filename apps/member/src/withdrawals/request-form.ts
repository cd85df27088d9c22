import {
  type AnswerOf,
  createWithdrawal,
  emailCode,
  type InputRule,
  type withdrawalTerms,
} from '@banyan/domain'
import { z } from 'zod'
import { bscChecksumHolds } from '../shell/chain-address.ts'
import { typedDigits, typedUsdt } from '../shell/typed.ts'

/** What the member types; empty remarks are none. The password comes later, in its sheet. */
const asked = {
  address: createWithdrawal.body.shape.address.refine(bscChecksumHolds, {
    error: 'bscChecksum' satisfies InputRule,
  }),
  amount: typedUsdt(createWithdrawal.body.shape.amount),
  remarks: z
    .string()
    .transform(text => (text.trim() === '' ? null : text))
    .pipe(createWithdrawal.body.shape.remarks),
}

/** With a code by e-mail where an address is bound. */
export const requestSchemas = {
  plain: z.object({ ...asked, emailCode: z.string() }),
  withCode: z.object({ ...asked, emailCode: typedDigits(emailCode) }),
} as const

export interface RequestValues {
  address: string
  amount: string
  remarks: string
  emailCode: string
}

/** The most that one request can ask for now, as a decimal string with two decimals. */
export function mostNow(terms: AnswerOf<typeof withdrawalTerms>): string {
  const units = [terms.available, terms.leftToday].map(text => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'))
  })
  const least = units.reduce((a, b) => (a < b ? a : b))
  return `${least / 100n}.${(least % 100n).toString().padStart(2, '0')}`
}
