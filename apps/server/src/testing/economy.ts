import { randomInt } from 'node:crypto'
import * as domain from '@banyan/domain'
import { type AnswerOf, type Endpoint, formatAmount, parseAmount } from '@banyan/domain'
import { sql } from 'kysely'
import { checkEarnings } from '../earnings/index.ts'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { checkLosses } from '../losses/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Route } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { checkRedemptions } from '../redemptions/index.ts'
import { openStatistics } from '../statistics/index.ts'
import { checkSubscriptions } from '../subscriptions/index.ts'
import { checkTreasury, type ShownMissing } from '../treasury/index.ts'
import { openTestDatabase } from './database.ts'
import { type NodeOptions, openEconomyNode, platformOn } from './economy-node.ts'
import { bookAs, bookFoundingMoney, receiveOnChain } from './receipts.ts'

/** The economy modules for a test, on their own database. Amounts are decimal text. */
export type EconomyFixture = Awaited<ReturnType<typeof openEconomy>>

/**
 * The modules of the thin economy on a real database, founded at an instant; the test controls the
 * system clock. `options`: of the node that its calls are made on; without `isFounded: false` the
 * founding money has come in; `firstVersion`: the text of a rule book that an older program began
 * with.
 */
export async function openEconomy(
  foundedAt: string,
  { firstVersion, ...options }: NodeOptions & { isFounded?: boolean; firstVersion?: string } = {},
) {
  const db = await openTestDatabase()
  const platform = platformOn(db.url, db.pool)
  const { database } = platform
  const ledger = openLedger()

  const setNow = async (instant: string): Promise<void> => {
    await sql`
      insert into house_clock (shift) values (${instant}::timestamptz - clock_timestamp())
      on conflict (only_row) do update set shift = excluded.shift`.execute(database)
  }

  /** What is missing in the newest reading of the chain. */
  let shown: ShownMissing | null = null
  /** The modules of one node; another ledger or a smaller chunk can be passed in. */
  const openNode = (other: NodeOptions = {}) =>
    openEconomyNode(platform, { missingOf: async () => shown, ...other })
  const node = openNode(options)
  const statistics = openStatistics(platform, {
    paidBySource: node.earnings.paidBySource,
    figuresOf: node.treasury.figuresOf,
  })
  const routes = [
    ...(node.subscriptions.module.routes ?? []),
    ...(node.redemptions.module.routes ?? []),
    ...(node.pricing.module.routes ?? []),
    ...(node.treasury.module.routes ?? []),
    ...(node.rules.module.routes ?? []),
    ...(node.earnings.module.routes ?? []),
    ...(node.otc.module.routes ?? []),
    ...(statistics.module.routes ?? []),
  ] as Route[]

  const callOf = (memberId: string | null, body = {}, params = {}, query = {}) => ({
    params,
    query,
    body,
    caller: { memberId: memberId ?? '', sessionId: '' },
    locale: 'en' as const,
    ip: '127.0.0.1',
  })

  /** Calls an endpoint as the dispatcher does after its checks, and checks the answer's shape. */
  const call = async <E extends Endpoint>(
    endpoint: E,
    memberId: string | null,
    input: { params?: object; query?: object; body?: object; key?: string } = {},
  ): Promise<AnswerOf<E>> => {
    const route = routes.find(one => one.endpoint === endpoint)
    if (!route) throw new Error(`no module answers ${endpoint.id}`)
    const query = endpoint.query.parse(input.query ?? {}) as object
    const call = callOf(memberId, input.body, input.params, query)
    const answer =
      route.kind === 'money'
        ? await inTransaction(database, tx => route.handle(tx, call, input.key ?? newUuid()))
        : await route.handle(call)
    return endpoint.answer.parse(answer) as AnswerOf<E>
  }

  await setNow(foundedAt)
  if (firstVersion !== undefined)
    await db.owner.query(
      `insert into rule_version (number, effective_at, published_at, document, hash)
        values (1, '2026-01-01T00:00:00+08:00', $2, $1, sha256(convert_to($1, 'UTF8')))`,
      [firstVersion, foundedAt],
    )
  await inTransaction(database, async tx => {
    await node.rules.insertFirst(tx)
  })
  if (options.isFounded ?? true) await bookFoundingMoney(database, node.treasury)
  const root = newUuid()
  const joined = (id: string, inviterId: string | null, at: string) => ({
    id,
    inviterId,
    accountId: `${randomInt(10_000_000, 100_000_000)}`,
    nickname: 'A member',
    inviteCode: id.replaceAll('-', '').slice(-8).toUpperCase(),
    country: 'SG',
    consentedAt: at,
    createdAt: at,
  })
  await database
    .insertInto('member')
    .values(joined(root, null, foundedAt))
    .execute()
  await inTransaction(database, tx => node.distribution.listInsider(tx, root, 'platform'))

  return {
    ...node,
    statistics,
    db,
    database,
    ledger,
    setNow,
    openNode,
    call,

    /** A member who joined before everything else and has USDT. */
    addMember: async (usdt: string, joinedAt = '2020-01-01T00:00:00Z'): Promise<string> => {
      const id = newUuid()
      await database
        .insertInto('member')
        .values(joined(id, root, joinedAt))
        .execute()
      const recharge = {
        from: houseAccount('USDT', 'EXT'),
        to: memberAccount(id, 'USDT'),
        amount: parseAmount(usdt),
        kind: 'recharge' as const,
        reference: newUuid(),
      }
      await inTransaction(database, tx => ledger.post(tx, [recharge]))
      return id
    },

    /** Receives money from outside that is final on the chain and not classified. */
    receive: (usdt: string, blockAt?: string) =>
      receiveOnChain(database, usdt, blockAt ? { blockAt: new Date(blockAt) } : {}),
    /** Receives money from outside that two people have classified as income. */
    earn: async (usdt: string, blockAt?: string): Promise<string> => {
      const id = await receiveOnChain(database, usdt, blockAt ? { blockAt: new Date(blockAt) } : {})
      await bookAs(database, node.treasury, id, 'income')
      return id
    },
    /** Stores a reading of the chain that lacks this much beside what was confirmed. */
    chainLacks: async (usdt: string): Promise<void> => {
      const confirmed = await node.treasury.confirmedTotal(database)
      shown = { missing: parseAmount(usdt), confirmed, block: 77, isStale: false }
    },

    place: (memberId: string, amount: string, key?: string) =>
      call(domain.placeSubscription, memberId, {
        body: { amount, promptId: null, paymentPassword: '' },
        ...(key === undefined ? {} : { key }),
      }),
    /** Places in a transaction that the test commits. */
    placeIn: async (tx: Tx, memberId: string, amount: string): Promise<void> => {
      const route = routes.find(one => one.endpoint === domain.placeSubscription)
      if (route?.kind !== 'money') throw new Error('placing moves money')
      await route.handle(
        tx,
        callOf(memberId, { amount, promptId: null, paymentPassword: '' }),
        newUuid(),
      )
    },
    cancel: (memberId: string, id: string) =>
      call(domain.cancelSubscription, memberId, { params: { id } }),
    list: (memberId: string, query: object = {}) =>
      call(domain.subscriptionList, memberId, { query }),

    /** Spendable, frozen and coins of a member. */
    wallet: async (memberId: string) => {
      const usdt = await ledger.balance(database, memberAccount(memberId, 'USDT'))
      const leaf = await ledger.balance(database, memberAccount(memberId, 'LEAF'))
      return {
        available: formatAmount(usdt.posted - usdt.held),
        frozen: formatAmount(usdt.held),
        leaf: formatAmount(leaf.posted),
      }
    },
    /** R and N of the ledger. */
    backing: async () => ({
      reserve: formatAmount(
        (await ledger.balance(database, houseAccount('USDT', 'RESERVE'))).posted,
      ),
      outstanding: formatAmount(
        -(await ledger.balance(database, houseAccount('LEAF', 'ISSUE'))).posted,
      ),
    }),
    /** The existing runs, with their hashes in hex. */
    runs: async () => {
      const rows = await database
        .selectFrom('settlementRun')
        .leftJoin('settlementOutcome', 'settlementOutcome.period', 'settlementRun.period')
        .select(['settlementRun.period', 'publishedAt', 'inputHash', 'resultHash'])
        .orderBy('settlementRun.period')
        .execute()
      return rows.map(row => ({
        period: row.period,
        input: row.inputHash?.toString('hex'),
        result: row.resultHash?.toString('hex'),
        published: row.publishedAt !== null,
      }))
    },
    breaches: async () => [
      ...(await checkSubscriptions(database)),
      ...(await checkEarnings(database)),
      ...(await checkRedemptions(database)),
      ...(await checkTreasury(database)),
      ...(await checkLosses(database)),
    ],
    /** The news since the fixture was opened: member or null, topic, subject. */
    news: () =>
      database
        .selectFrom('outbox')
        .select(['memberId', 'topic', 'subject'])
        .orderBy('xid')
        .orderBy('id')
        .execute(),
  }
}
