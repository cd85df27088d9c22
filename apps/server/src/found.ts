import { openIdentity } from './identity/index.ts'
import { openLedger } from './ledger/index.ts'
import { connectDatabase, connectPool } from './platform/database/connect.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { Platform } from './platform/room.ts'
import { openPricing } from './pricing/index.ts'
import { openRules } from './rules/index.ts'
import { openSubscriptions } from './subscriptions/index.ts'
import { openTreasury } from './treasury/index.ts'

/**
 * Founds the house, once: the rule book, the root member, and the genesis of coin and reserve. Done again it
 * changes nothing. Answers the root member's invitation code.
 */
export async function foundHouse(platform: Omit<Platform, 'pool' | 'database'>): Promise<string> {
  const pool = connectPool(platform.config.databaseUrl, { max: 2 })
  const database = connectDatabase(pool)
  try {
    const whole: Platform = { ...platform, pool, database }
    const ledger = openLedger()
    const pricing = openPricing(whole)
    const subscriptions = openSubscriptions(whole, { ledger, pricing })
    const treasury = openTreasury(whole, { ledger, pricing, subscriptions })
    // Founding changes nobody's settings, so there is nobody to write to.
    const identity = openIdentity(whole, { notify: async () => {} })
    const rules = openRules(whole)
    return await inTransaction(database, async tx => {
      await rules.found(tx)
      await treasury.found(tx)
      return identity.ensureRootMember(tx)
    })
  } finally {
    await pool.end()
  }
}
