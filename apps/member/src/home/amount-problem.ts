import {
  type AnswerOf,
  inputRuleText,
  type Locale,
  parseAmount,
  refusalMessage,
  refusals,
  type subscriptionRound,
} from '@banyan/domain'

type Bounds = Pick<AnswerOf<typeof subscriptionRound>, 'minimum' | 'step' | 'purchasable'>

/**
 * What the house would refuse about an amount (a decimal of USDT), in its own words, before the payment
 * password is asked for; null when there is nothing. The house decides again. Rule book 2.3, 2.4.
 */
export function amountProblem(amount: string, round: Bounds, locale: Locale): string | null {
  const units = parseAmount(amount)
  if (units < parseAmount(round.minimum))
    return refusalMessage(refusals.subscriptionTooSmall, locale, { min: round.minimum })
  if (units % parseAmount(round.step) !== 0n) return inputRuleText('subscribeStep', locale)
  if (units > parseAmount(round.purchasable))
    return refusalMessage(refusals.subscriptionOverLimit, locale, { max: round.purchasable })
  return null
}
