import { openIdentity } from './identity/index.ts'
import { sealClearTrades } from './otc/index.ts'
import { connectDatabase, connectPool, type Tx } from './platform/database/connect.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { Platform } from './platform/room.ts'
import { openSealing } from './platform/sealing.ts'

/**
 * Seals what a database of before there was a field key holds in clear: the second half of the
 * migrations that brought the sealed columns, which SQL cannot do because the key is not in the
 * database. In batches, resumable after a kill; done again it changes nothing. Answers how many rows.
 */
export async function sealClearRows(
  platform: Omit<Platform, 'pool' | 'database'>,
): Promise<number> {
  const pool = connectPool(platform.config.databaseUrl, { max: 1 })
  const database = connectDatabase(pool)
  try {
    const sealing = openSealing(platform.secrets.fieldKey)
    const identity = openIdentity(
      { ...platform, pool, database },
      { notify: async () => {}, welcome: async () => {} },
    )
    const kinds = [identity.sealClear, (tx: Tx) => sealClearTrades(tx, sealing)]
    let sealed = 0
    for (const sealBatch of kinds) {
      let rows: number
      do {
        rows = await inTransaction(database, sealBatch)
        sealed += rows
      } while (rows > 0)
    }
    return sealed
  } finally {
    await pool.end()
  }
}
