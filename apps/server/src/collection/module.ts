import { transfersOfCustody } from '../deposits/index.ts'
import { depositsModule } from '../deposits/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { withdrawalsModule } from '../withdrawals/module.ts'
import { checkCollections, collectionNotices, openCollection } from './index.ts'
import { collectionMigrations } from './migrations.ts'

export const collectionModule = defineModule({
  name: 'collection',
  needs: { ledger: ledgerModule, deposits: depositsModule, withdrawals: withdrawalsModule },
  migrations: collectionMigrations,
  invariants: [{ name: 'collection', check: checkCollections }],
  notices: collectionNotices,
  open: (platform, { deposits }) =>
    openCollection(platform, {
      transfers: transfersOfCustody,
      collectable: deposits.collectable,
      transfersOut: deposits.transfersOut,
    }),
  provides: collection => [
    provide(depositsModule, 'holdsDepositKey', collection.holdsDepositKey),
    provide(depositsModule, 'collectionsOf', collection.collectionsOf),
  ],
})
