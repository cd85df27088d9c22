import { randomBytes } from 'node:crypto'
import type { AnswerOf, depositAddress, Endpoint } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { HDKey } from '@scure/bip32'
import { pino } from 'pino'
import { memberAccount, openLedger } from '../ledger/index.ts'
import type { ChainConfig } from '../platform/config.ts'
import type { Call, Caller } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import type { Platform } from '../platform/module.ts'
import { chainId, custodyAddresses, startSteeredChain } from '../testing/chain.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { type CustodyInstant, checkAgainstChain, openDeposits, receipts } from './index.ts'
import type { WireDeposit } from './present.ts'
import { pace } from './terms.ts'

const ledger = openLedger()

/** An extended public key whose private half is thrown away; each test of a chain gets its own. */
export const newXpub = (): string =>
  HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'").publicExtendedKey

/**
 * The module over a steered chain and its own database; `openOver` opens it again, as a restart
 * does.
 */
export async function openOnChain() {
  const chain = await startSteeredChain()
  const db = await openTestDatabase()
  const depositXpub = newXpub()
  const openOver = (settings: Partial<ChainConfig> = {}) =>
    openModule(db, {
      rpcUrls: [chain.rpcUrl],
      usdt: chain.usdt,
      depositXpubs: [depositXpub],
      ...settings,
    })
  const close = () => Promise.all([db.close(), chain.stop()])
  return { chain, db, depositXpub, openOver, module: openOver(), close }
}
export type OnChain = Awaited<ReturnType<typeof openOnChain>>

/** The module over a database, as one start of the program has it; opened again it is a restart. */
export function openModule(db: TestDatabase, chain: Partial<ChainConfig> | null) {
  const logs: { level: number; msg: string }[] = []
  const logger = pino({ level: 'trace' }, { write: line => void logs.push(JSON.parse(line)) })
  const settings: ChainConfig = {
    rpcUrls: ['http://127.0.0.1:9'],
    chainId,
    usdt: '0x55d398326f99059fF775485246999027B3197955',
    usdtDecimals: 18,
    depositXpubs: [newXpub()],
    testWalletUrl: 'http://127.0.0.1:9/',
    addresses: custodyAddresses,
    ...chain,
  }
  const platform = {
    config: { chain: chain === null ? null : settings },
    database: db.database,
    pool: db.pool,
    logger,
  } as unknown as Platform
  const { module, isOwnAddress, custody, publish, rechargeHoldings, publishedHoldings } =
    openDeposits(platform, {
      ledger,
      parameters: async () => parametersV1,
      holdsDepositKey: async () => true,
      collectionsOf: async () => [],
    })
  const call = async (id: string, memberId: string, query: unknown = {}): Promise<unknown> => {
    const matching = module.routes?.find(route => route.endpoint.id === id)
    if (matching?.kind !== 'plain') throw new Error(`no plain route ${id}`)
    const input = {
      params: {},
      query: matching.endpoint.query.parse(query),
      body: {},
      caller: { memberId, sessionId: newUuid() },
      locale: 'en',
      ip: '127.0.0.1',
    } as Call<Endpoint> & { caller: Caller }
    return matching.endpoint.answer.parse(await matching.handle(input))
  }
  const [job] = module.jobs ?? []
  return {
    job,
    isOwnAddress,
    publish,
    /**
     * Runs of the watcher, one after the other. A run that was cut off at its time limit on a busy
     * machine is continued.
     */
    run: async (turns = 1) => {
      for (let i = 0; i < turns; i++) {
        const began = performance.now()
        await job?.run()
        if (performance.now() - began >= pace.runMs) i--
      }
    },
    address: (memberId: string) =>
      call('deposits.address', memberId) as Promise<AnswerOf<typeof depositAddress>>,
    list: (memberId: string, query: unknown = {}) =>
      call('deposits.list', memberId, query) as Promise<{
        items: WireDeposit[]
        nextCursor: string | null
      }>,
    /** The block that the books have reached now, for events between the books and the reading. */
    instant: async () => {
      const instant = await custody?.instant(db.database)
      if (!instant) throw new Error('the chain was not followed')
      return instant
    },
    /** Reads every address at once, at the block of an instant. */
    readCustody: async (at?: CustodyInstant) => {
      const instant = at ?? (await custody?.instant(db.database))
      if (!custody || !instant) throw new Error('the chain was not followed')
      return custody.read(instant)
    },
    /**
     * Compares the books with the whole chain. Returns the differences, or null while nothing was
     * followed.
     */
    compare: (from: number | null = null) => checkAgainstChain(platform, settings, from),
    recharged: () => rechargeHoldings(db.database, -1, 10),
    published: () => publishedHoldings(db.database),
    receipts: () => receipts.page(db.database, {}, { after: null, limit: 20 }),
    /** What a member can spend, micro-USDT. */
    available: async (memberId: string) =>
      (await ledger.balance(db.database, memberAccount(memberId, 'USDT'))).posted,
    /** Log messages of a level or above: 40 is a warning, 50 an error. */
    logged: (level: number) => logs.filter(line => line.level >= level).map(line => line.msg),
  }
}
