import { depositsModule } from '../deposits/module.ts'
import { distributionModule } from '../distribution/module.ts'
import { earningsModule } from '../earnings/module.ts'
import { identityModule } from '../identity/module.ts'
import { lossesModule } from '../losses/module.ts'
import { networkModule } from '../network/module.ts'
import { otcModule } from '../otc/module.ts'
import { mailModule } from '../platform/mail/module.ts'
import { defineModule, one } from '../platform/manifest.ts'
import { pushModule } from '../push/module.ts'
import { serviceModule } from '../service/module.ts'
import { treasuryModule } from '../treasury/module.ts'
import { verificationModule } from '../verification/module.ts'
import { windDownModule } from '../wind-down/module.ts'
import { withdrawalsModule } from '../withdrawals/module.ts'
import { type NotificationSources, openNotifications } from './index.ts'
import { notificationMigrations } from './migrations.ts'

export const notificationsModule = defineModule({
  name: 'notifications',
  needs: {
    deposits: depositsModule,
    distribution: distributionModule,
    earnings: earningsModule,
    identity: identityModule,
    losses: lossesModule,
    mail: mailModule,
    network: networkModule,
    otc: otcModule,
    push: pushModule,
    service: serviceModule,
    treasury: treasuryModule,
    verification: verificationModule,
    windDown: windDownModule,
    withdrawals: withdrawalsModule,
  },
  points: { closingChanges: one<NotificationSources['closingChanges']>() },
  migrations: notificationMigrations,
  open: (
    platform,
    { deposits, earnings: { earnings }, mail: { mail }, otc, ...needs },
    { closingChanges },
  ) =>
    openNotifications(platform, {
      tradeSteps: otc.tradeSteps,
      orderChanges: otc.orderChanges,
      creditedDeposits: deposits.creditedAmong,
      withdrawalChanges: needs.withdrawals.changesAmong,
      placedAmong: needs.network.placedAmong,
      lastSettlement: needs.treasury.lastPublished,
      paidIn: earnings.paidIn,
      feedbackAnswers: needs.service.feedbackAnswers,
      closingChanges,
      freezeChanges: needs.identity.accountFreezes.doneAmong,
      statusChanges: needs.distribution.statusDecisions.doneAmong,
      lossNews: needs.losses.news,
      windDownNews: needs.windDown.news,
      keyNews: deposits.keyNews,
      membersAfter: needs.identity.membersAfter,
      post: mail.offered ? mail.post : null,
      email: needs.verification.email,
      push: needs.push.post,
    }),
})
