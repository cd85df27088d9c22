import type { InvestmentKind, PromptModule } from '@banyan/domain'

/**
 * Returns the kind of a subscription: that of the open own prompt which it cites, else by earlier
 * issues. Rule book 2.8.
 */
export const investmentKind = (facts: {
  cited: PromptModule | null
  issuedBefore: boolean
}): InvestmentKind => {
  if (facts.cited !== null) return reinvestmentKind(facts.cited)
  return facts.issuedBefore ? 'additional' : 'first'
}

/** Returns the kind that a prompt gives to an order that cites it. Rule book 2.8. */
export const reinvestmentKind = (
  cited: PromptModule,
): Extract<InvestmentKind, 'static_reinvest' | 'dynamic_reinvest'> =>
  cited === 'static' ? 'static_reinvest' : 'dynamic_reinvest'
