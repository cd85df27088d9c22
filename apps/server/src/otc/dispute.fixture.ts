import { createHash, randomUUID } from 'node:crypto'
import { formatAmount, noConditions, parseAmount } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { ringOf } from '../platform/key-ring.ts'
import { Refused } from '../platform/refused.ts'
import { openSealing } from '../platform/sealing.ts'
import { openTestDatabase } from '../testing/database.ts'
import { everybodyAnswered } from '../testing/risk.ts'
import { anyTakes } from '../testing/takers.ts'
import { unopenedEvidence } from './case-evidence.ts'
import {
  agree,
  type GivenOpinion,
  openCaseEvidence,
  opine,
  showOpinions,
  takeSeat,
} from './cases.ts'
import type { Arbitrator, OtcDeps } from './context.ts'
import { endDueCases, endDueTrades } from './deadlines.ts'
import { findDispute } from './dispute-store.ts'
import { appeal, makeStatement } from './disputes.ts'
import { pay } from './payments.ts'
import { publishSell } from './publish.ts'
import { take } from './takes.ts'
import { findTrade } from './trade-store.ts'

const ledger = openLedger()
export const micro = parseAmount
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** The hash that a trade's buyer shows. */
export const hashOf = ({ id }: { id: string }): string => id.replaceAll('-', '').repeat(2)

export type Market = Awaited<ReturnType<typeof openMarket>>

/** The market module over a database of its own, with stubs for the modules that it needs. */
export async function openMarket() {
  const db = await openTestDatabase()
  const acts: string[] = []
  /** Pairs of members that are near, with the hops between them where it matters. */
  const near = new Set<string>()
  const hops = new Map<string, number>()
  const arbitrators: (Omit<Arbitrator, 'present'> & { name: string; present?: boolean })[] = []
  const context: OtcDeps = {
    redSince: async () => null,
    ledger,
    guidePrice: async () => micro('1'),
    parameters: async () => parametersV1,
    nicknames: async (_reader, ids) => new Map(ids.map(id => [id, `member ${id.slice(-4)}`])),
    receivingAccounts: async (_reader, ids) =>
      new Map(
        ids.map(id => [
          id,
          { bsc: '0x52908400098527886E0F7030069857D2E4169EE7', tron: null, contact: null },
        ]),
      ),
    ownPictures: async (_tx, named) => named.map(one => [...one.pictures]),
    ownUploads: async (_tx, _member, { pictures, files = [] }) => [...pictures, ...files],
    filesAmong: async () => new Map(),
    freezes: async () => ({ sells: null }),
    effectiveAmong: async () => new Set(),
    inOneInviterLine: async () => false,
    leftToInvest: async () => new Map(),
    holdLeftToInvest: async () => new Map(),
    buyingStops: async () => new Map(),
    blockedAmong: async () => new Map(),
    riskAnswered: everybodyAnswered,
    areNear: async (_tx, a, b, most) =>
      near.has(`${a} ${b}`) && (hops.get(`${a} ${b}`) ?? 1) <= most,
    arbitrators: async () => arbitrators.map(one => ({ present: true, signedInAt: null, ...one })),
    presentArbitrators: async () => 3,
    lot: of => createHash('sha256').update(of).digest('hex'),
    recordAct: async (_tx, operator, { action, object }) =>
      void acts.push(`${operator.name} ${action} ${object}`),
    checkedAddress: (_network, address) => address,
    paymentOwner: async () => 'unknown',
    paidOnChain: async () => new Set(),
    takerScale: anyTakes,
    sealing: openSealing(ringOf(Buffer.alloc(32))),
  }
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db.database, work)

  const give = (memberId: string, amount: string) =>
    inTx(tx =>
      ledger.post(tx, [
        {
          from: houseAccount('LEAF', 'ISSUE'),
          to: memberAccount(memberId, 'LEAF'),
          amount: micro(amount),
          kind: 'subscription_issue',
          reference: randomUUID(),
        },
      ]),
    )
  const coins = async (memberId: string): Promise<string> => {
    const [available, escrow] = await Promise.all([
      ledger.balance(db.database, memberAccount(memberId, 'LEAF')),
      ledger.balance(db.database, memberAccount(memberId, 'LEAF', 'escrow')),
    ])
    return `${formatAmount(available.posted)} and ${formatAmount(escrow.posted)} in escrow`
  }

  /** Moves the clock to so many milliseconds after now, and lets it act until nothing is due. */
  const later = async (ms: number): Promise<void> => {
    await sql`insert into house_clock (shift) values (${ms}::float8 * interval '1 millisecond')
      on conflict (only_row) do update set shift = excluded.shift`.execute(db.database)
    while (
      (await endDueTrades(db.database, context)) + (await endDueCases(db.database, context)) >
      0
    );
  }

  /** A trade of 100 LEAF at 1 by new members, of whom the seller has 1000, or by these. */
  const trade = async (
    between?: { seller: string; buyer: string },
    { autoRelease = false } = {},
  ) => {
    const { seller, buyer } = between ?? { seller: randomUUID(), buyer: randomUUID() }
    if (!between) await give(seller, '1000')
    const order = await inTx(tx =>
      publishSell(
        ...([tx, context, seller] as const),
        {
          quantity: micro('100'),
          price: micro('1'),
          minQuantity: micro('1'),
          maxQuantity: micro('100'),
          concessionBps: 0,
          conditions: noConditions,
          networks: ['BSC'],
          autoRelease,
        },
        randomUUID(),
      ),
    )
    const ask = { orderId: order.id, quantity: micro('100'), network: 'BSC' as const, version: 1 }
    const taken = await inTx(tx => take(tx, context, buyer, ask, randomUUID()))
    return { id: taken.id, orderId: order.id, seller, buyer }
  }
  type Trade = Awaited<ReturnType<typeof trade>>

  const claim = (of: Trade, hash = hashOf(of)) => ({
    tradeId: of.id,
    hash,
    uploadIds: [randomUUID()],
  })
  const paidTrade = async (between?: { seller: string; buyer: string }): Promise<Trade> => {
    const paid = await trade(between)
    await inTx(tx => pay(tx, context, paid.buyer, claim(paid)))
    return paid
  }

  const statement = (text = 'as it was') => ({ text, pictures: [] })
  const appeals = (of: Trade, by: 'buyer' | 'seller') =>
    inTx(tx =>
      appeal(tx, context, of[by], of.id, {
        ...statement('I appeal'),
        reason: by === 'buyer' ? 'paid_not_released' : 'not_received',
      }),
    )
  const answers = (one: Trade, by: 'buyer' | 'seller') =>
    inTx(tx => makeStatement(tx, context, one[by], one.id, statement('I answer')))

  /** A paid trade in which the seller has appealed and the buyer has answered. */
  const tradeInCase = async (): Promise<Trade> => {
    const one = await paidTrade()
    await appeals(one, 'seller')
    await answers(one, 'buyer')
    return one
  }

  const operator = (
    name: string,
    memberId: string | null = null,
    role: Operator['role'] = 'arbitrator',
  ): Operator => ({
    operatorId: randomUUID(),
    name,
    role,
    memberId,
    sessionId: randomUUID(),
    sessionHash: Buffer.alloc(32),
    standing: { isLocked: false, factors: [], provenAt: null, now: new Date() },
  })
  const caseOf = async (of: Trade) =>
    db.database
      .selectFrom('otcDispute')
      .selectAll()
      .where('tradeId', '=', of.id)
      .orderBy('openedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

  /** Takes the free seat of a case, and opens all its evidence. */
  const sitAndRead = (tx: Tx, who: Operator, id: string) =>
    takeSeat(tx, context, who, id).then(() => readsAll(tx, who, id))
  /** Opens all evidence of a case. */
  const readsAll = async (tx: Tx, who: Operator, id: string): Promise<void> => {
    const dispute = await findDispute(tx, id)
    if (!dispute) throw new Error('there is no such case')
    for (const uploadId of await unopenedEvidence(tx, dispute, who.operatorId))
      await openCaseEvidence(tx, context, who, id, uploadId)
  }

  /** Two arbitrators rule: the first gives the opinion, the second agrees. Leaves out the second's last step. */
  const rule = async (of: Trade, ruling: Pick<GivenOpinion, 'outcome' | 'releaseQuantity'>) => {
    const { id } = await caseOf(of)
    const [first, second] = [operator('first'), operator('second')]
    const opinion: GivenOpinion = { ...ruling, clause: 'A1', reasons: 'the chain says so' }
    await inTx(tx => sitAndRead(tx, first, id))
    await inTx(tx => opine(tx, context, first, id, opinion))
    await inTx(tx => sitAndRead(tx, second, id))
    await inTx(tx => showOpinions(tx, context, second, id))
    await inTx(tx => agree(tx, context, second, id, 'I see the same'))
    return { first, second }
  }

  const stateOf = async (of: Trade) => {
    const trade = await findTrade(db.database, of.id)
    return `${trade?.state}${trade?.reason ? ` (${trade.reason})` : ''}`
  }

  return {
    db,
    context,
    ledger,
    acts,
    near,
    hops,
    arbitrators,
    inTx,
    give,
    coins,
    later,
    trade,
    paidTrade,
    claim,
    statement,
    appeals,
    answers,
    tradeInCase,
    operator,
    caseOf,
    sitAndRead,
    readsAll,
    rule,
    stateOf,
  }
}

/** The name of the refusal that some work ends in, or `done`. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
  return 'done'
}
