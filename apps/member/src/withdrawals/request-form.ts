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

/** The member's input; empty remarks are none. The code and the password follow in their own sheet. */
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

export const requestSchema = z.object(asked)
export type Request = z.output<typeof requestSchema>

/** The code by e-mail, required when an address is bound. */
export const codeSchemas = {
  none: z.object({ emailCode: z.string() }),
  needed: z.object({ emailCode: typedDigits(emailCode) }),
} as const

export interface RequestValues {
  address: string
  amount: string
  remarks: string
}

export interface CodeValues {
  emailCode: string
}

/** The most that one request can currently be, as a decimal string with two decimals. */
export function mostNow(terms: AnswerOf<typeof withdrawalTerms>): string {
  const [available, left] = [unitsOf(terms.available), unitsOf(terms.leftToday)]
  const cents = (available < left ? available : left) / 10_000n
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}

/** Usual amounts that can currently be requested, below all of it. */
export function quickAmounts(terms: AnswerOf<typeof withdrawalTerms>): string[] {
  const most = unitsOf(mostNow(terms))
  return ['50', '100', '200'].filter(
    usual => unitsOf(usual) < most && unitsOf(usual) >= unitsOf(terms.minimum),
  )
}

/** The field's value as an amount; null while it is none. */
export function typedAmountOf(text: string): string | null {
  const read = asked.amount.safeParse(text)
  return read.success ? read.data : null
}

/** What arrives of an amount after the fee; null when nothing would. */
export function expectedOf(amount: string, fee: string): string | null {
  const units = unitsOf(amount) - unitsOf(fee)
  return units > 0n ? textOfUnits(units) : null
}

/** Micro-USDT of a decimal string. */
function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'))
}

const textOfUnits = (units: bigint): string =>
  `${units / 1_000_000n}.${(units % 1_000_000n).toString().padStart(6, '0')}`
