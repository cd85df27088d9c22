import { openIdentity } from './identity/index.ts'
import { keyTrades, sealClearTrades } from './otc/index.ts'
import { connectDatabase, connectPool, type Tx } from './platform/database/connect.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { Platform } from './platform/module.ts'
import { openSealing } from './platform/sealing.ts'
import { indexEmails } from './verification/index.ts'

/**
 * The second half of migrations that SQL cannot do alone: encrypts what a database from before
 * there was a field key stores in clear, because the key is not in the database, and stores the
 * skeletons of nicknames and what e-mail addresses are found by. In batches, resumable after a kill; repeating it changes nothing. Returns
 * the number of rows.
 */
export async function carryRows(platform: Omit<Platform, 'pool' | 'database'>): Promise<number> {
  const pool = connectPool(platform.config.databaseUrl, { max: 1 })
  const database = connectDatabase(pool)
  try {
    const sealing = openSealing(platform.secrets.fieldKey)
    const identity = openIdentity(
      { ...platform, pool, database },
      { notify: async () => {}, welcome: async () => {} },
    )
    const kinds = [
      ...identity.carried,
      (tx: Tx) => sealClearTrades(tx, sealing),
      (tx: Tx) => keyTrades(tx, sealing),
      (tx: Tx) => indexEmails(tx, sealing),
    ]
    let carried = 0
    for (const carryBatch of kinds) {
      let rows: number
      do {
        rows = await inTransaction(database, carryBatch)
        carried += rows
      } while (rows > 0)
    }
    return carried
  } finally {
    await pool.end()
  }
}
