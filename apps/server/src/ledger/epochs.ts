import type { Asset } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { prepared } from '../platform/database/prepared.ts'

/** One split: from its number on, every amount of the asset counts `multiple` times. */
export interface Epoch {
  epoch: number
  asset: Asset
  multiple: number
  beganAt: Date
}

const selectEpochs = prepared(
  'ledger_epochs',
  () => sql<Epoch>`select epoch, asset, multiple, began_at from ledger_epoch order by epoch`,
)

/** Every split so far, oldest first. There are few: one settlement makes at most one. */
export const readEpochs = (database: Database | Tx): Promise<Epoch[]> => selectEpochs(database, {})

/** The splits of an asset after an epoch, oldest first. */
export const laterEpochs = (epochs: readonly Epoch[], asset: Asset, since: number): Epoch[] =>
  epochs.filter(one => one.asset === asset && one.epoch > since)

/** The number of an asset's last split, 0 before the first. */
export const currentEpoch = (epochs: readonly Epoch[], asset: Asset): number =>
  epochs.findLast(one => one.asset === asset)?.epoch ?? 0

/** An amount of an epoch in current units: exact, both are whole numbers. */
export const inCurrentUnits = (
  epochs: readonly Epoch[],
  asset: Asset,
  amount: bigint,
  since: number,
): bigint =>
  laterEpochs(epochs, asset, since).reduce(
    (total, { multiple }) => total * BigInt(multiple),
    amount,
  )
