import * as domain from '@banyan/domain'
import { parseAmount } from '@banyan/domain'
import {
  cutoffOf,
  eliminatedOf,
  type Period,
  parametersV1,
  payStatic,
  periodAt,
  type StaticFacts,
  turnPositions,
} from '@banyan/economy'
import { checkInvariants, houseAccount, type Ledger, memberAccount } from '../ledger/index.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { type StaticPayRun, type TurnRun, turnRun } from '../settlement/index.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { checkEarnings } from './index.ts'

/** The data that tests of earnings may use. Amounts are decimal text. */
export type EarningsFixture = Awaited<ReturnType<typeof openEarningsSystem>>

/**
 * A founded platform on a real database, where the test itself runs the static steps of
 * settlements.
 */
export async function openEarningsSystem(foundedAt: string) {
  const system = await openEconomy(foundedAt)
  return Object.assign(system, actsOf(system))
}

function actsOf(system: EconomyFixture) {
  const { database, ledger } = system
  const give = (to: ReturnType<typeof memberAccount>, amount: string) => {
    const from = houseAccount(to.asset, to.asset === 'USDT' ? 'EXT' : 'ISSUE')
    const kind = to.asset === 'USDT' ? ('income' as const) : ('subscription_issue' as const)
    const order = { from, to, amount: parseAmount(amount), kind, reference: newUuid() }
    return inTransaction(database, tx => ledger.post(tx, [order]))
  }
  const balance = async (name: ReturnType<typeof memberAccount>): Promise<string> =>
    domain.formatAmount((await ledger.balance(database, name)).posted)

  return {
    /**
     * The invariants of the books and of earnings. Coins are issued here without an order, so R and
     * N are not checked.
     */
    breaches: async () => [
      ...(await checkInvariants(database)),
      ...(await checkEarnings(database)),
    ],
    /** A member with coins. */
    addHolder: async (leaf: string): Promise<string> => {
      const memberId = await system.addMember('1000')
      await give(memberAccount(memberId, 'LEAF'), leaf)
      return memberId
    },
    fillPool: (usdt: string) => give(houseAccount('USDT', 'POOL.static'), usdt),
    pool: () => balance(houseAccount('USDT', 'POOL.static')),
    /** Available and locked coins, and available USDT. */
    coins: async (memberId: string) => ({
      available: await balance(memberAccount(memberId, 'LEAF')),
      locked: await balance(memberAccount(memberId, 'LEAF', 'locked')),
      usdt: await balance(memberAccount(memberId, 'USDT')),
    }),

    activate: (
      memberId: string,
      quantity: string,
      more: { promptId?: string | null; key?: string } = {},
    ) =>
      system.call(domain.activate, memberId, {
        body: { quantity, promptId: more.promptId ?? null, paymentPassword: '' },
        ...(more.key === undefined ? {} : { key: more.key }),
      }),
    cancelActivation: (memberId: string, id: string) =>
      system.call(domain.cancelActivation, memberId, { params: { id } }),
    askUnlock: (memberId: string, id: string) =>
      system.call(domain.askUnlock, memberId, { params: { id } }),
    keep: (memberId: string, id: string) =>
      system.call(domain.keepPosition, memberId, { params: { id } }),
    positions: async (memberId: string) =>
      (await system.call(domain.positionList, memberId, {})).items,
    prompts: async (memberId: string) =>
      (await system.call(domain.activationTerms, memberId, {})).prompts,

    /** A moment after the cut-off that ends a period. */
    goPast: (period: Period) =>
      system.setNow(new Date(cutoffOf(period).getTime() + 1_000).toISOString()),
    today: async (): Promise<Period> => periodAt(await systemNow(database)),

    close: (period: Period) =>
      inTransaction(database, tx =>
        system.earnings.closeRound(tx, { period, cutoff: cutoffOf(period), invests: true }),
      ),
    facts: (period: Period) => system.earnings.factsOfRun(database, period, parametersV1),
    /** The decisions of a period's run, computed from its frozen facts. */
    outcome: async (period: Period, guidePrice = domain.ONE) => {
      const facts = await system.earnings.factsOfRun(database, period, parametersV1)
      const pool = (await ledger.balance(database, houseAccount('USDT', 'POOL.static'))).posted
      return runOf(period, facts, { pool, guidePrice })
    },
    /** Cut-off, step 5 and step 9 of a period, in chunks of two. */
    settleStatic: async (period: Period, guidePrice = domain.ONE, p = parametersV1) => {
      await system.setNow(new Date(cutoffOf(period).getTime() + 1_000).toISOString())
      await inTransaction(database, tx =>
        system.earnings.closeRound(tx, { period, cutoff: cutoffOf(period), invests: true }),
      )
      const facts = await system.earnings.factsOfRun(database, period, p)
      const pool = (await ledger.balance(database, houseAccount('USDT', 'POOL.static'))).posted
      const run = runOf(period, facts, { pool, guidePrice }, p)
      await postAll(system, run)
      return run
    },
    postAll: (run: Run) => postAll(system, run),
    /** Splits the coin, as the last step of a settlement does. */
    split: (multiple: number) => inTransaction(database, tx => ledger.split(tx, multiple)),
    writeSplitLines: () => ledger.writeSplitLines(database, 100),
  }
}

interface Run {
  pay: StaticPayRun
  turn: TurnRun
}

function runOf(
  period: Period,
  facts: StaticFacts,
  given: { pool: bigint; guidePrice: bigint },
  p = parametersV1,
): Run {
  const { positions } = facts
  const outcome = payStatic({ pool: given.pool, positions }, p)
  const eliminated = new Set(eliminatedOf(positions, outcome).map(pay => pay.positionId))
  const turns = turnPositions({ ...facts, guidePrice: given.guidePrice, eliminated }, p)
  return {
    pay: {
      period,
      ruleVersion: parametersV1.version,
      pool: given.pool,
      positions,
      outcome,
      // Pools are filled directly here, without a recorded source.
      flows: { lost: 0n, fees: 0n, income: 0n },
    },
    turn: turnRun(period, turns),
  }
}

const CHUNK = 2

/** Posts a run by one node's modules; they can be given a ledger that fails. */
export async function postAll(
  system: Pick<EconomyFixture, 'database' | 'earnings'>,
  { pay, turn }: Run,
): Promise<void> {
  await system.earnings.postPay(pay)
  const postChunk = () =>
    inTransaction(system.database, tx => system.earnings.postTurns(tx, turn, CHUNK))
  while ((await postChunk()) > 0);
}

/** A ledger that fails after some groups. */
export function failingAfter(real: Ledger, groups: number): Ledger {
  let posted = 0
  return {
    ...real,
    post: (tx, group) => {
      if (posted++ >= groups) throw new Error('the power is out')
      return real.post(tx, group)
    },
  }
}
