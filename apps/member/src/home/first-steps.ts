import type { AnswerOf, emailStatus, moneyFlows, walletSummary } from '@banyan/domain'
import { figureSign } from '@banyan/ui'

/** The first tasks of a new member, in this order. */
export const firstSteps = ['recharge', 'coin', 'email'] as const
export type FirstStep = (typeof firstSteps)[number]

interface Facts {
  assets: Pick<AnswerOf<typeof walletSummary>['assets'][number], 'asset' | 'value'>[]
  flows: Pick<AnswerOf<typeof moneyFlows>, 'recharged' | 'paidToSellers' | 'gotFromBuyers'>
  email: AnswerOf<typeof emailStatus>
}

/**
 * Returns which of the first steps are done. A step stays done when the money has been moved on:
 * the member once had coins that were bought or sold, and coins imply the money for them.
 */
export function stepsDone({ assets, flows, email }: Facts): Readonly<Record<FirstStep, boolean>> {
  const has = (figure: string) => figureSign(figure) > 0
  const coin =
    has(flows.paidToSellers) ||
    has(flows.gotFromBuyers) ||
    assets.some(({ asset, value }) => asset === 'LEAF' && has(value))
  const recharge = coin || has(flows.recharged) || assets.some(({ value }) => has(value))
  return { recharge, coin, email: email.bound !== null || !email.offered }
}
