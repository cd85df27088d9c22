import { randomInt } from 'node:crypto'
import { parseAmount } from '@banyan/domain'
import {
  type DynamicOutcome,
  type Period,
  parametersV1,
  payDynamic,
  standing,
} from '@banyan/economy'
import { sql } from 'kysely'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { feesOfMembers } from '../redemptions/store.ts'
import type { CollectedFee } from '../settlement/index.ts'
import { openTestDatabase } from '../testing/database.ts'
import { closeDynamicRound, dynamicFactsOfRun } from './dynamic-facts.ts'
import { postDynamicPay } from './dynamic-run.ts'

/**
 * Where a member of a test is placed; the root has no parent, others are under a member on a side.
 */
export interface TestPlace {
  under: string
  side: 'left' | 'right'
  /** Defaults to the placement parent. */
  inviter?: string
}

/** A tree of members, a pool, and the dynamic part of runs, on a database of its own. */
export async function openDynamicSystem() {
  const db = await openTestDatabase()
  const { database } = db
  const ledger = openLedger()
  const nodes = new Map<string, number>()
  const bits: number[] = []
  const prompts: string[] = []
  const effective: string[][] = []
  const context = {
    standingsOfRun: async () => Uint8Array.from(bits),
    exchangeFees: feesOfMembers,
  }
  await sql`
    insert into house_clock (shift) values ('2026-11-21T08:00:00Z'::timestamptz - clock_timestamp())`.execute(
    database,
  )

  const addMember = async (inviter: string | null): Promise<string> => {
    const id = newUuid()
    const joinedAt = '2026-01-01T00:00:00Z'
    await database
      .insertInto('member')
      .values({
        id,
        accountId: `${randomInt(10_000_000, 100_000_000)}`,
        nickname: `M${nodes.size}`,
        inviteCode: id.replaceAll('-', '').slice(-8).toUpperCase(),
        inviterId: inviter,
        country: 'SG',
        consentedAt: joinedAt,
        createdAt: joinedAt,
      })
      .execute()
    return id
  }

  /** Places a member, as a run's step 10 does. */
  const placeMember = async (
    memberId: string,
    at: TestPlace | null,
    standings = 0,
  ): Promise<void> => {
    const idx = nodes.size
    const parent = at ? (nodes.get(at.under) as number) : null
    const inviter = at ? (nodes.get(at.inviter ?? at.under) as number) : null
    const side = at?.side ?? null
    await sql`
      insert into placement (idx, member_id, parent_idx, side, depth, left_chain, right_chain,
        inviter_idx, overdue, final_at)
      values (${idx}, ${memberId}, ${parent}, ${side}, ${idx},
        ${side === 'left' ? 0 : idx}, ${side === 'right' ? 0 : idx}, ${inviter}, false, house_now())`.execute(
      database,
    )
    nodes.set(memberId, idx)
    bits.push(standings)
  }

  const balance = async (name: ReturnType<typeof houseAccount>): Promise<bigint> =>
    (await ledger.balance(database, name)).posted

  const factsOf = (period: Period, fees: readonly CollectedFee[]) =>
    dynamicFactsOfRun(context, database, { period, collected: fees, parameters: parametersV1 })

  /** Posts an outcome; the database can be another one that fails. */
  const post = async (
    { period, facts, outcome, pool }: Settled,
    through: Database = database,
  ): Promise<void> => {
    await postDynamicPay(
      {
        database: through,
        ledger,
        recordEffective: async (_, __, memberIds) => void effective.push([...memberIds]),
        openPrompts: async (_, eliminated) => {
          for (const { source } of eliminated) prompts.push(source)
        },
      },
      { period, ruleVersion: 1, pairBps: parametersV1.pairBps, pool, facts, outcome },
    )
  }

  /** Steps 1 and 6 of a run, up to the posting. Fees are dealt at an exit mark of 1. */
  const settle = async (
    period: Period,
    fees: readonly CollectedFee[] = [],
    enabled = true,
  ): Promise<Settled> => {
    await inTransaction(database, tx =>
      closeDynamicRound(tx, { period, enabled, pairBps: parametersV1.pairBps }),
    )
    const facts = await factsOf(period, fees)
    const pool = await balance(houseAccount('USDT', 'POOL.dynamic'))
    const outcome = payDynamic(facts, { pool, exitPrice: 1_000_000n })
    return { period, facts, outcome, pool }
  }

  return {
    db,
    database,
    ledger,
    prompts,
    effective,
    addMember,
    placeMember,
    settle,
    post,
    factsOf,

    /** A placed member; `standing` holds the bits of their standing. */
    join: async (at: TestPlace | null, standings = 0): Promise<string> => {
      const memberId = await addMember(at ? (at.inviter ?? at.under) : null)
      await placeMember(memberId, at, standings)
      return memberId
    },

    run: async (period: Period, fees: readonly CollectedFee[] = [], enabled = true) => {
      const settled = await settle(period, fees, enabled)
      await post(settled)
      return settled.outcome
    },

    fill: async (amount: string): Promise<void> => {
      const order = {
        from: houseAccount('USDT', 'EXT'),
        to: houseAccount('USDT', 'POOL.dynamic'),
        amount: parseAmount(amount),
        kind: 'fee_share' as const,
        reference: newUuid(),
      }
      await inTransaction(database, tx => ledger.post(tx, [order]))
    },
    pool: () => balance(houseAccount('USDT', 'POOL.dynamic')),
    paidTo: (memberId: string) => balance(memberAccount(memberId, 'USDT')),
    close: () => db.close(),
  }
}

export interface Settled {
  period: Period
  facts: Awaited<ReturnType<typeof dynamicFactsOfRun>>
  outcome: DynamicOutcome
  pool: bigint
}

export const fee = (sellerId: string, buyerId: string, coins: string): CollectedFee => ({
  tradeId: newUuid(),
  sellerId,
  buyerId,
  coins: parseAmount(coins),
})

export { standing }
