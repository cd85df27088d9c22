import { openDistribution } from './distribution/index.ts'
import { openHashing, openIdentity, ROOT_MEMBER } from './identity/index.ts'
import { openNetwork } from './network/index.ts'
import {
  addDemoOperators,
  addFirstAdministrators,
  type DemoOperator,
  type SetUpLink,
} from './operators/index.ts'
import { connectDatabase, connectPool } from './platform/database/connect.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { Platform } from './platform/module.ts'
import { openRules } from './rules/index.ts'

/**
 * Founds the platform, once: the rule book, the root member and its place at the top of the tree.
 * Reserve and coin begin when the founding money has come in. Repeating it changes nothing. Returns
 * the root member's invitation code.
 */
export async function createPlatform(
  platform: Omit<Platform, 'pool' | 'database'>,
): Promise<string> {
  const pool = connectPool(platform.config.databaseUrl, { max: 2 })
  const database = connectDatabase(pool)
  try {
    const whole: Platform = { ...platform, pool, database }
    const rules = openRules(whole)
    const network = openNetwork(whole, {
      nicknames: async () => new Map(),
      effectiveAmong: async () => new Set(),
      parameters: rules.inForce,
      remind: async () => {},
    })
    // Founding changes no member's settings, so no e-mail is sent.
    const identity = openIdentity(whole, { notify: async () => {}, welcome: network.welcome })
    const distribution = openDistribution(whole, {
      reach: whole.config.dynamicCountries,
      networkPayOf: async () => new Map(),
      parameters: rules.inForce,
    })
    return await inTransaction(database, async tx => {
      await rules.insertFirst(tx)
      const inviteCode = await identity.ensureRootMember(tx)
      await network.placeRoot(tx, ROOT_MEMBER)
      await distribution.listInsider(tx, ROOT_MEMBER, 'platform')
      return inviteCode
    })
  } finally {
    await pool.end()
  }
}

/** The operators of a demonstration, created at its first start; none on any other platform. */
export async function createDemoOperators(
  platform: Omit<Platform, 'pool' | 'database'>,
): Promise<DemoOperator[]> {
  const { config, secrets } = platform
  if (!config.demo || config.production) return []
  const pool = connectPool(config.databaseUrl, { max: 2 })
  try {
    const hashing = openHashing(secrets.pepper)
    return await addDemoOperators(connectDatabase(pool), { hashing }, secrets.pepper.candidates[0])
  } finally {
    await pool.end()
  }
}

/**
 * The set-up links of the first two administrators, created at the first start of a platform that
 * is no demonstration; none at any other start, and none where no console is served.
 */
export async function inviteAdministrators({
  config,
}: Pick<Platform, 'config'>): Promise<SetUpLink[]> {
  const [origin] = config.consoleOrigins
  if (config.demo || origin === undefined) return []
  const pool = connectPool(config.databaseUrl, { max: 1 })
  try {
    return await addFirstAdministrators(connectDatabase(pool), origin)
  } finally {
    await pool.end()
  }
}
