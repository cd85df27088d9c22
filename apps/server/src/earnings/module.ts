import { distributionModule } from '../distribution/module.ts'
import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { networkModule } from '../network/module.ts'
import { sealedSample } from '../platform/key-check.ts'
import { defineModule, one, provide } from '../platform/manifest.ts'
import { openSealing } from '../platform/sealing.ts'
import { pricingModule } from '../pricing/module.ts'
import { rulesModule } from '../rules/module.ts'
import { settlementModule } from '../settlement/module.ts'
import { stopsModule } from '../stops/module.ts'
import type { EarningDeps } from './deps.ts'
import {
  checkDynamic,
  checkEarnings,
  checkLateDynamic,
  checkLateEarnings,
  type DynamicDeps,
  type DynamicPay,
  type Earnings,
  openDynamicPay,
  openEarnings,
} from './index.ts'
import { dynamicMigrations, earningMigrations, windDownPositionMigrations } from './migrations.ts'

export const earningsModule = defineModule({
  name: 'earnings',
  needs: {
    distribution: distributionModule,
    identity: identityModule,
    ledger: ledgerModule,
    network: networkModule,
    pricing: pricingModule,
    rules: rulesModule,
    settlement: settlementModule,
    stops: stopsModule,
  },
  points: {
    refuseWhilePaused: one<EarningDeps['refuseWhilePaused']>(),
    pausesAmong: one<EarningDeps['pausesAmong']>(),
    hashesOf: one<EarningDeps['hashesOf']>(),
    issuedAmong: one<EarningDeps['issuedAmong']>(),
    exchangeFees: one<DynamicDeps['exchangeFees']>(),
  },
  migrations: [...earningMigrations, ...dynamicMigrations, ...windDownPositionMigrations],
  keyEvidence: {
    sealed: [
      sealedSample(
        'static_pay_tree',
        "sealed_key as sealed, 'proof of static pay ' || period as place",
      ),
    ],
  },
  sealed: [
    {
      table: 'static_pay_tree',
      id: { period: 'text' },
      columns: { sealed_key: "'proof of static pay ' || period" },
    },
  ],
  offers: ['static_payout', 'static_position'],
  invariants: [
    { name: 'earnings', check: checkEarnings, checkNew: checkLateEarnings },
    { name: 'network pay', check: checkDynamic, checkNew: checkLateDynamic },
  ],
  open: (
    platform,
    { distribution, ledger: { ledger }, pricing, rules, stops },
    points,
  ): { earnings: Earnings; dynamicPay: DynamicPay } => {
    const earnings = openEarnings(platform, {
      ledger,
      guidePrice: async reader => (await pricing.guide(reader)).price,
      hashesOf: points.hashesOf,
      rules,
      stopFor: stops.stopFor,
      isWoundDown: stops.isStopped,
      refuseWhilePaused: points.refuseWhilePaused,
      pausesAmong: points.pausesAmong,
      payStopFor: distribution.payStopFor,
      issuedAmong: points.issuedAmong,
      sealing: openSealing(platform.secrets.fieldKey),
    })
    const dynamicPay = openDynamicPay(platform.database, {
      ledger,
      rules,
      enabled: platform.config.dynamicCountries.length > 0,
      standingsOfRun: distribution.standingsOfRun,
      recordEffective: distribution.recordEffective,
      openPrompts: earnings.openRoundPrompts,
      isModuleOn: distribution.isModuleOn,
      distributedState: distribution.stateOf,
      payStopFor: distribution.payStopFor,
      issuedAmong: points.issuedAmong,
      exchangeFees: points.exchangeFees,
    })
    return { earnings, dynamicPay }
  },
  provides: ({ earnings, dynamicPay }) => [
    provide(settlementModule, 'earnings', () => earnings),
    provide(settlementModule, 'dynamicPay', () => dynamicPay),
    provide(distributionModule, 'networkPayOf', dynamicPay.networkPayOf),
  ],
  serves: ({ earnings, dynamicPay }) => ({
    ...earnings.module,
    routes: [...dynamicPay.routes, ...(earnings.module.routes ?? [])],
  }),
})
