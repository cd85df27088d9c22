import { defineModule } from '../platform/manifest.ts'
import type { Module } from '../platform/module.ts'
import {
  checkInvariants,
  checkNew,
  type Ledger,
  ledgerJobs,
  openAudit,
  openLedger,
  unprovenBatches,
} from './index.ts'
import { ledgerMigrations } from './migrations.ts'

export const ledgerModule = defineModule({
  name: 'ledger',
  migrations: ledgerMigrations,
  offers: [
    'ledger_account',
    'ledger_epoch',
    'ledger_every_transfer',
    'ledger_hold',
    'ledger_hold_resolution',
    'ledger_transfer',
    'ledger_transfer_block',
  ],
  invariants: [{ name: 'ledger', check: checkInvariants, checkNew }],
  open: (platform): { ledger: Ledger; module: Module } => {
    const ledger = openLedger()
    const { module: audit } = openAudit(platform)
    const jobs = [...ledgerJobs(platform, ledger), ...(audit.jobs ?? [])]
    const gauges = [unprovenBatches(platform.database)]
    return { ledger, module: { ...audit, jobs, gauges } }
  },
})
