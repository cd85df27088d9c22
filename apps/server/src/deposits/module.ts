import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { defineModule, one } from '../platform/manifest.ts'
import { rulesModule } from '../rules/module.ts'
import {
  checkDeposits,
  checkLateDeposits,
  checkRechargeTransfers,
  type DepositDeps,
  depositNotices,
  openDeposits,
} from './index.ts'
import { depositMigrations } from './migrations.ts'

export const depositsModule = defineModule({
  name: 'deposits',
  needs: { identity: identityModule, ledger: ledgerModule, rules: rulesModule },
  points: {
    holdsDepositKey: one<DepositDeps['holdsDepositKey']>(),
    collectionsOf: one<DepositDeps['collectionsOf']>(),
  },
  migrations: depositMigrations,
  offers: ['custody_address', 'custody_receipt', 'custody_transfer', 'deposit', 'deposit_address'],
  invariants: [
    { name: 'deposits', check: checkDeposits, checkNew: checkLateDeposits },
    { name: 'recharge addresses', check: checkRechargeTransfers },
  ],
  notices: depositNotices,
  open: (platform, { ledger: { ledger }, rules }, { holdsDepositKey, collectionsOf }) =>
    openDeposits(platform, { ledger, parameters: rules.inForce, holdsDepositKey, collectionsOf }),
  serves: deposits => ({ ...deposits.module, ready: deposits.publish }),
})
