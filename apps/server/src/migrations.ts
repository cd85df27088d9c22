import { blockMigrations } from './blocks/migrations.ts'
import { chatMigrations } from './chat/migrations.ts'
import { collectionMigrations } from './collection/migrations.ts'
import { depositMigrations } from './deposits/migrations.ts'
import { distributionMigrations } from './distribution/migrations.ts'
import {
  dynamicMigrations,
  earningMigrations,
  windDownPositionMigrations,
} from './earnings/migrations.ts'
import { evidenceMigrations } from './evidence/migrations.ts'
import { explanationMigrations } from './explanations/migrations.ts'
import { identityMigrations } from './identity/migrations.ts'
import { ledgerMigrations } from './ledger/migrations.ts'
import { lossMigrations } from './losses/migrations.ts'
import { networkMigrations } from './network/migrations.ts'
import { noticeMigrations } from './notices/migrations.ts'
import { notificationMigrations } from './notifications/migrations.ts'
import { operatorMigrations } from './operators/migrations.ts'
import { otcMigrations } from './otc/migrations.ts'
import { personalDataMigrations } from './personal-data/migrations.ts'
import { platformMigrations } from './platform/database/migrate.ts'
import { mailMigrations } from './platform/mail/migrations.ts'
import { pricingMigrations } from './pricing/migrations.ts'
import { proposalKindMigrations, proposalMigrations } from './proposals/migrations.ts'
import { pushMigrations } from './push/migrations.ts'
import { redemptionMigrations } from './redemptions/migrations.ts'
import { riskMigrations } from './risk/migrations.ts'
import { ruleMigrations } from './rules/migrations.ts'
import { serviceMigrations } from './service/migrations.ts'
import { sessionMigrations } from './sessions/migrations.ts'
import { solvencyMigrations } from './solvency/migrations.ts'
import { statisticsMigrations } from './statistics/migrations.ts'
import { subscriptionMigrations } from './subscriptions/migrations.ts'
import { treasuryMigrations, treasuryReceiptMigrations } from './treasury/migrations.ts'
import { uploadMigrations } from './uploads/migrations.ts'
import { verificationMigrations } from './verification/migrations.ts'
import { windDownMigrations } from './wind-down/migrations.ts'
import { payoutMigrations, withdrawalMigrations } from './withdrawals/migrations.ts'

/**
 * Every migration, in the order in which they run. New ones are added at the end of a module's
 * list.
 */
export const migrations = [
  ...platformMigrations,
  ...ledgerMigrations,
  ...identityMigrations,
  ...sessionMigrations,
  ...pricingMigrations,
  ...subscriptionMigrations,
  ...treasuryMigrations,
  ...depositMigrations,
  ...withdrawalMigrations,
  ...uploadMigrations,
  ...otcMigrations,
  ...mailMigrations,
  ...verificationMigrations,
  ...ruleMigrations,
  ...statisticsMigrations,
  ...earningMigrations,
  ...networkMigrations,
  ...redemptionMigrations,
  ...distributionMigrations,
  ...dynamicMigrations,
  ...operatorMigrations,
  ...blockMigrations,
  ...chatMigrations,
  ...notificationMigrations,
  ...evidenceMigrations,
  ...solvencyMigrations,
  ...proposalMigrations,
  ...lossMigrations,
  ...treasuryReceiptMigrations,
  ...riskMigrations,
  ...payoutMigrations,
  ...collectionMigrations,
  ...windDownMigrations,
  ...windDownPositionMigrations,
  ...explanationMigrations,
  ...noticeMigrations,
  ...proposalKindMigrations,
  ...personalDataMigrations,
  ...serviceMigrations,
  ...pushMigrations,
]
