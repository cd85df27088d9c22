import {
  type AnswerOf,
  inputRuleText,
  type Locale,
  refusalMessage,
  refusals,
  type subscriptionRound,
} from '@banyan/domain'
import { boundsProblem } from '../shell/amount-bounds.ts'

type Bounds = Pick<AnswerOf<typeof subscriptionRound>, 'minimum' | 'step' | 'purchasable'>

/**
 * What the server would refuse about an amount (a decimal of USDT), in its own words, before the payment
 * password is asked for; null when there is nothing. The house decides again. Rule book 2.3, 2.4.
 */
export function amountProblem(amount: string, round: Bounds, locale: Locale): string | null {
  const { minimum, step, purchasable } = round
  switch (boundsProblem(amount, { minimum, step, most: purchasable })) {
    case 'tooSmall':
      return refusalMessage(refusals.subscriptionTooSmall, locale, { min: minimum })
    case 'offStep':
      return inputRuleText('subscribeStep', locale, { step })
    case 'tooMuch':
      return refusalMessage(refusals.subscriptionOverLimit, locale, { max: purchasable })
    default:
      return null
  }
}
