import { aboutModule } from './about/module.ts'
import { accountantModule } from './accountant/module.ts'
import { authModule } from './auth/module.ts'
import { blocksModule } from './blocks/module.ts'
import { chatModule } from './chat/module.ts'
import { collectionModule } from './collection/module.ts'
import { depositsModule } from './deposits/module.ts'
import { distributionModule } from './distribution/module.ts'
import { earningsModule } from './earnings/module.ts'
import { evidenceModule } from './evidence/module.ts'
import { explanationsModule } from './explanations/module.ts'
import { filesModule } from './files/module.ts'
import { forecastsModule } from './forecasts/module.ts'
import { identityModule } from './identity/module.ts'
import { ledgerModule } from './ledger/module.ts'
import { lossesModule } from './losses/module.ts'
import { membersModule } from './members/module.ts'
import { monitorModule } from './monitor/module.ts'
import { networkModule } from './network/module.ts'
import { noticesModule } from './notices/module.ts'
import { notificationsModule } from './notifications/module.ts'
import { operatorsModule } from './operators/module.ts'
import { otcModule } from './otc/module.ts'
import { personalDataModule } from './personal-data/module.ts'
import { picturesModule } from './pictures/module.ts'
import { mailModule } from './platform/mail/module.ts'
import type { Manifest } from './platform/manifest.ts'
import { platformModule } from './platform/platform-module.ts'
import { pricingModule } from './pricing/module.ts'
import { proposalsModule } from './proposals/module.ts'
import { pushModule } from './push/module.ts'
import { redemptionsModule } from './redemptions/module.ts'
import { riskModule } from './risk/module.ts'
import { rulesModule } from './rules/module.ts'
import { serviceModule } from './service/module.ts'
import { sessionsModule } from './sessions/module.ts'
import { settlementModule } from './settlement/module.ts'
import { solvencyModule } from './solvency/module.ts'
import { statisticsModule } from './statistics/module.ts'
import { stopsModule } from './stops/module.ts'
import { subscriptionsModule } from './subscriptions/module.ts'
import { treasuryModule } from './treasury/module.ts'
import { uploadsModule } from './uploads/module.ts'
import { verificationModule } from './verification/module.ts'
import { walletsModule } from './wallets/module.ts'
import { windDownModule } from './wind-down/module.ts'
import { withdrawalsModule } from './withdrawals/module.ts'

/** Every module of the server. What each is stands in its own manifest; nothing else lists them. */
export const manifests: readonly Manifest[] = [
  platformModule,
  ledgerModule,
  mailModule,
  accountantModule,
  filesModule,
  picturesModule,
  verificationModule,
  identityModule,
  sessionsModule,
  rulesModule,
  riskModule,
  settlementModule,
  pricingModule,
  subscriptionsModule,
  treasuryModule,
  depositsModule,
  withdrawalsModule,
  uploadsModule,
  otcModule,
  statisticsModule,
  earningsModule,
  networkModule,
  redemptionsModule,
  distributionModule,
  operatorsModule,
  stopsModule,
  authModule,
  blocksModule,
  chatModule,
  notificationsModule,
  evidenceModule,
  solvencyModule,
  proposalsModule,
  forecastsModule,
  lossesModule,
  collectionModule,
  windDownModule,
  explanationsModule,
  noticesModule,
  personalDataModule,
  serviceModule,
  pushModule,
  walletsModule,
  membersModule,
  aboutModule,
  monitorModule,
]
