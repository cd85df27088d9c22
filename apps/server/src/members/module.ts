import { depositsModule } from '../deposits/module.ts'
import { distributionModule } from '../distribution/module.ts'
import { earningsModule } from '../earnings/module.ts'
import { identityModule } from '../identity/module.ts'
import { networkModule } from '../network/module.ts'
import { operatorsModule } from '../operators/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule } from '../platform/manifest.ts'
import { proposalsModule } from '../proposals/module.ts'
import { redemptionsModule } from '../redemptions/module.ts'
import { serviceModule } from '../service/module.ts'
import { sessionsModule } from '../sessions/module.ts'
import { subscriptionsModule } from '../subscriptions/module.ts'
import { verificationModule } from '../verification/module.ts'
import { walletsModule } from '../wallets/module.ts'
import { withdrawalsModule } from '../withdrawals/module.ts'
import { openMembers } from './index.ts'

export const membersModule = defineModule({
  name: 'members',
  needs: {
    deposits: depositsModule,
    distribution: distributionModule,
    earnings: earningsModule,
    identity: identityModule,
    network: networkModule,
    operators: operatorsModule,
    otc: otcModule,
    proposals: proposalsModule,
    redemptions: redemptionsModule,
    service: serviceModule,
    sessions: sessionsModule,
    subscriptions: subscriptionsModule,
    verification: verificationModule,
    wallets: walletsModule,
    withdrawals: withdrawalsModule,
  },
  open: ({ database }, { operators, otc, ...needs }) =>
    openMembers({
      database,
      ...needs,
      partiesOfCases: otc.partiesOfCases,
      recordAct: operators.recordAct,
    }),
})
