import { authModule } from '../auth/module.ts'
import { distributionModule } from '../distribution/module.ts'
import { checkedAddress } from '../identity/index.ts'
import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { networkModule } from '../network/module.ts'
import { operatorsModule } from '../operators/module.ts'
import { sealedSample } from '../platform/key-check.ts'
import { defineModule, one, provide } from '../platform/manifest.ts'
import { openSealing } from '../platform/sealing.ts'
import { pricingModule } from '../pricing/module.ts'
import { riskModule } from '../risk/module.ts'
import { rulesModule } from '../rules/module.ts'
import { settlementModule } from '../settlement/module.ts'
import { stopsModule } from '../stops/module.ts'
import { subscriptionsModule } from '../subscriptions/module.ts'
import { uploadsModule } from '../uploads/module.ts'
import { lotWith } from './draw.ts'
import {
  buyingStops,
  checkLateOtc,
  checkOtc,
  neededForTrades,
  type OtcDeps,
  openOtc,
} from './index.ts'
import { otcMigrations } from './migrations.ts'
import { keyedText } from './payment-tails.ts'

export const otcModule = defineModule({
  name: 'otc',
  needs: {
    auth: authModule,
    distribution: distributionModule,
    identity: identityModule,
    ledger: ledgerModule,
    network: networkModule,
    operators: operatorsModule,
    pricing: pricingModule,
    risk: riskModule,
    rules: rulesModule,
    settlement: settlementModule,
    stops: stopsModule,
    subscriptions: subscriptionsModule,
    uploads: uploadsModule,
  },
  points: {
    blockedAmong: one<OtcDeps['blockedAmong']>(),
    paymentOwner: one<OtcDeps['paymentOwner']>(),
    paidOnChain: one<OtcDeps['paidOnChain']>(),
  },
  migrations: otcMigrations,
  keyEvidence: {
    sealed: [
      sealedSample(
        'otc_trade where pay_to_sealed is not null',
        "pay_to_sealed as sealed, 'address of trade ' || id as place",
      ),
    ],
  },
  sealed: [
    {
      table: 'otc_trade',
      id: { id: 'uuid' },
      columns: {
        pay_to_sealed: "'address of trade ' || id",
        contact_sealed: "'contact of trade ' || id",
        pay_from_sealed: "'paying address of trade ' || id",
      },
      index: {
        column: 'pay_to_key',
        of: 'pay_to_sealed',
        indexed: keyedText,
        place: "'address of payments over ' || network",
      },
    },
  ],
  offers: [
    'otc_dispute',
    'otc_order',
    'otc_penalty',
    'otc_statement',
    'otc_trade',
    'otc_trade_event',
  ],
  invariants: [{ name: 'otc', check: checkOtc, checkNew: checkLateOtc }],
  open: (
    platform,
    { distribution, identity, ledger: { ledger }, network, operators, subscriptions, ...needs },
    { blockedAmong, paymentOwner, paidOnChain },
  ) =>
    openOtc(platform, {
      ledger,
      auth: needs.auth,
      redSince: needs.stops.redSince,
      guidePrice: async reader => (await needs.pricing.guide(reader)).price,
      parameters: needs.rules.inForce,
      nicknames: identity.nicknames,
      receivingAccounts: identity.receivingAccounts,
      freezes: async (reader, memberId) => ({
        sells: await identity.refusingFreeze(reader, memberId, 'sell'),
      }),
      areNear: network.areNear,
      recordAct: operators.recordAct,
      arbitrators: operators.arbitrators,
      presentArbitrators: operators.presentArbitrators,
      lot: lotWith(platform.secrets.pepper),
      leftToInvest: subscriptions.leftToInvest,
      holdLeftToInvest: subscriptions.holdLeftToInvest,
      buyingStops: async (reader, memberIds) =>
        buyingStops(
          await subscriptions.pausesAmong(reader, memberIds),
          await identity.countryClosedAmong(reader, memberIds),
        ),
      riskAnswered: needs.risk.answeredAmong,
      effectiveAmong: distribution.effectiveAmong,
      inOneInviterLine: network.inOneInviterLine,
      blockedAmong,
      ownUploads: needs.uploads.own,
      ownPictures: needs.uploads.ownPictures,
      filesAmong: needs.uploads.filesAmong,
      checkedAddress,
      paymentOwner,
      paidOnChain,
      takerScale: platform.config.rateLimitScale,
      sealing: openSealing(platform.secrets.fieldKey),
    }),
  serves: otc => ({
    ...otc.module,
    ready: async () => {
      await otc.makeUpForOutage()
    },
  }),
  provides: otc => [
    provide(operatorsModule, 'casesToAppoint', otc.casesToAppoint),
    provide(settlementModule, 'otc', () => otc),
    provide(subscriptionsModule, 'pauseBuying', otc.pauseBuying),
    provide(subscriptionsModule, 'marketBuys', otc.marketBuys),
    provide(uploadsModule, 'visible', otc.maySeeUpload),
    provide(
      uploadsModule,
      'visibleToOperators',
      async ({ operatorId, role }, uploadId) =>
        role === 'arbitrator' && otc.mayOperatorSeeUpload(operatorId, uploadId),
    ),
    provide(uploadsModule, 'neededBy', otc.picturesInUse),
    provide(uploadsModule, 'usedIn', async (reader, uploadIds) =>
      neededForTrades(otc, reader, 'trade', await otc.tradesOfPictures(reader, uploadIds)),
    ),
  ],
})
