import { authModule } from '../auth/module.ts'
import { blocksModule } from '../blocks/module.ts'
import { chatModule } from '../chat/module.ts'
import { depositsModule } from '../deposits/module.ts'
import { earningsModule } from '../earnings/module.ts'
import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { notificationsModule } from '../notifications/module.ts'
import { operatorsModule } from '../operators/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { pushModule } from '../push/module.ts'
import { redemptionsModule } from '../redemptions/module.ts'
import { rulesModule } from '../rules/module.ts'
import { serviceModule } from '../service/module.ts'
import { sessionsModule } from '../sessions/module.ts'
import { subscriptionsModule } from '../subscriptions/module.ts'
import { uploadsModule } from '../uploads/module.ts'
import { verificationModule } from '../verification/module.ts'
import { withdrawalsModule } from '../withdrawals/module.ts'
import { openPersonalData } from './index.ts'
import { personalDataMigrations } from './migrations.ts'

export const personalDataModule = defineModule({
  name: 'personal-data',
  needs: {
    auth: authModule,
    blocks: blocksModule,
    chat: chatModule,
    deposits: depositsModule,
    earnings: earningsModule,
    identity: identityModule,
    ledger: ledgerModule,
    notifications: notificationsModule,
    operators: operatorsModule,
    otc: otcModule,
    push: pushModule,
    redemptions: redemptionsModule,
    rules: rulesModule,
    service: serviceModule,
    sessions: sessionsModule,
    subscriptions: subscriptionsModule,
    uploads: uploadsModule,
    verification: verificationModule,
    withdrawals: withdrawalsModule,
  },
  migrations: personalDataMigrations,
  sealed: [
    {
      table: 'data_export_part',
      id: { export_id: 'uuid', name: 'text' },
      columns: { body: "name || ' of export ' || export_id" },
    },
  ],
  open: (
    platform,
    { chat, identity, ledger: { ledger }, otc, service, sessions, uploads, verification, ...needs },
  ) =>
    openPersonalData(platform, {
      ledger,
      nicknames: identity.nicknames,
      email: verification.email,
      receivingAccount: identity.receivingAccount,
      openChatText: chat.openText,
      serviceWords: service.ownWords,
      fileNames: uploads.fileNames,
      pushDevices: needs.push.ownDevices,
      operatorActs: needs.operators.actsOnMember,
      proveLoginPassword: sessions.proveLoginPassword,
      auth: needs.auth,
      bytesOfPictures: uploads.bytesOf,
      closing: {
        ledger,
        parameters: needs.rules.inForce,
        email: verification.email,
        accountIdOf: identity.accountIdOf,
        notify: verification.notify,
        spendEmailCode: (tx, memberId, code) =>
          verification.spendStepUp(tx, memberId, 'close-account', code),
        member: identity.closing,
        forget: [
          verification.forget,
          needs.blocks.forget,
          needs.notifications.forget,
          needs.operators.forget,
          needs.push.forget,
          needs.withdrawals.forget,
          service.forget,
          sessions.endWithAccount,
        ],
        emptyWords: [chat.emptyWords, otc.emptyWords, service.emptyWords],
        deletePictures: uploads.deleteUnneeded,
      },
    }),
  provides: personalData => [
    provide(notificationsModule, 'closingChanges', personalData.closingChanges),
  ],
})
