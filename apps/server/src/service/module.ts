import { depositsModule } from '../deposits/module.ts'
import { identityModule } from '../identity/module.ts'
import { operatorsModule } from '../operators/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { openSealing } from '../platform/sealing.ts'
import { uploadsModule } from '../uploads/module.ts'
import { withdrawalsModule } from '../withdrawals/module.ts'
import { openService } from './index.ts'
import { serviceMigrations } from './migrations.ts'

export const serviceModule = defineModule({
  name: 'service',
  needs: {
    deposits: depositsModule,
    identity: identityModule,
    operators: operatorsModule,
    otc: otcModule,
    uploads: uploadsModule,
    withdrawals: withdrawalsModule,
  },
  migrations: serviceMigrations,
  sealed: [
    {
      table: 'service_conversation',
      id: { id: 'uuid' },
      columns: { rating_text: "'service rating ' || id" },
    },
    {
      table: 'service_message',
      id: { member_id: 'uuid', place: 'integer' },
      columns: { text: "'service message ' || id", automatic: "'automatic answer ' || id" },
    },
    {
      table: 'feedback',
      id: { id: 'uuid' },
      columns: { text: "'feedback ' || id", answer: "'answer to feedback ' || id" },
    },
  ],
  offers: ['feedback', 'service_conversation'],
  open: (platform, { deposits, identity, operators, otc, uploads, withdrawals }) =>
    openService(platform, {
      sealing: openSealing(platform.secrets.fieldKey),
      ownUploads: uploads.own,
      filesAmong: uploads.filesAmong,
      accountIdOf: identity.accountIdOf,
      nicknames: identity.nicknames,
      openRecharges: deposits.confirming,
      openWithdrawals: withdrawals.openOf,
      openTrades: otc.openTradesOf,
      supportNamed: operators.supportNamed,
      recordAct: operators.recordAct,
    }),
  provides: service => [
    provide(uploadsModule, 'visible', service.maySeeUpload),
    provide(uploadsModule, 'usedIn', service.picturesUsed),
    provide(uploadsModule, 'visibleToOperators', service.mayOperatorSeeUpload),
  ],
})
