import { ledgerModule } from '../ledger/module.ts'
import { defineModule, one } from '../platform/manifest.ts'
import { providedParts, type SettlementParts } from './parts.ts'

/** Modules above provide their parts; the treasury runs the steps with them. */
export const settlementModule = defineModule({
  name: 'settlement',
  needs: { ledger: ledgerModule },
  points: {
    losses: one<() => SettlementParts['losses']>(),
    otc: one<() => SettlementParts['otc']>(),
    earnings: one<() => SettlementParts['earnings']>(),
    distribution: one<() => SettlementParts['distribution']>(),
    dynamicPay: one<() => SettlementParts['dynamicPay']>(),
    network: one<() => SettlementParts['network']>(),
    redemptions: one<() => SettlementParts['redemptions']>(),
    subscriptions: one<() => SettlementParts['subscriptions']>(),
    pricing: one<() => SettlementParts['pricing']>(),
  },
  open: (_platform, _needs, points) => ({ parts: providedParts(points) }),
})
