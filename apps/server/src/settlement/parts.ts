import type { LossPart } from './02-losses-and-income/part.ts'
import type { FeePart } from './04-fee-coins/part.ts'
import type { StaticPayPart } from './05-static-pay/part.ts'
import type { DynamicPayPart, StandingPart, VolumePart } from './06-dynamic-pay/part.ts'
import type { RedemptionPart } from './07-redemptions/part.ts'
import type { ReopeningPart } from './08-rounds-reopened/part.ts'
import type { SubscriptionPart } from './08-subscriptions/part.ts'
import type { PositionPart } from './09-positions/part.ts'
import type { PlacementPart } from './10-placements/part.ts'
import type { SplitPart } from './11-split/part.ts'
import type { FloatingPricePart, PricePart } from './12-publication/part.ts'

/**
 * What the modules bring to a settlement, and take from it. Each module declares its part by
 * extending these interfaces; the steps call nothing else of the modules.
 */
export interface SettlementParts {
  losses: LossPart
  otc: FeePart & SplitPart & FloatingPricePart
  earnings: StaticPayPart & PositionPart
  distribution: StandingPart
  dynamicPay: DynamicPayPart & ReopeningPart
  network: PlacementPart & VolumePart
  redemptions: RedemptionPart
  subscriptions: SubscriptionPart
  pricing: PricePart
}

/** The parts as modules provide them: each is resolved when it is used, because that may be later. */
export const providedParts = (
  provided: {
    readonly [Name in keyof SettlementParts]: () => SettlementParts[Name]
  },
): SettlementParts => ({
  get losses() {
    return provided.losses()
  },
  get otc() {
    return provided.otc()
  },
  get earnings() {
    return provided.earnings()
  },
  get distribution() {
    return provided.distribution()
  },
  get dynamicPay() {
    return provided.dynamicPay()
  },
  get network() {
    return provided.network()
  },
  get redemptions() {
    return provided.redemptions()
  },
  get subscriptions() {
    return provided.subscriptions()
  },
  get pricing() {
    return provided.pricing()
  },
})
