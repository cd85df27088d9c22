import { randomUUID } from 'node:crypto'
import { formatAmount, type Network, noConditions, parseAmount } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { ringOf } from '../platform/key-ring.ts'
import { Refused } from '../platform/refused.ts'
import { openSealing } from '../platform/sealing.ts'
import { openTestDatabase } from '../testing/database.ts'
import { everybodyAnswered } from '../testing/risk.ts'
import { anyTakes } from '../testing/takers.ts'
import { buyingStops, type OtcDeps } from './context.ts'
import { floatPrices } from './floating.ts'
import { findOrder, type OrderRow } from './order-store.ts'
import { type Claim, claimLate, pay } from './payments.ts'
import type { OrderTerms } from './policy.ts'
import { publishBuy, publishSell } from './publish.ts'
import { releaseCoin } from './releases.ts'
import { rescaleBook } from './rescale.ts'
import { take, takeBuy } from './takes.ts'
import { findTrade } from './trade-store.ts'
import { giveUp } from './trades.ts'

export const micro = parseAmount
export const minutes = (n: number) => n * 60_000
/** An order as its owner has it on the screen. */
export const asSeen = ({ id, version }: { id: string; version: number }) => ({
  orderId: id,
  version,
})
/** Where a member is paid on BSC. */
export const addressOfMember = (id: string): string =>
  `0x${id.replaceAll('-', '').padStart(40, '0')}`

/** A market on a real database, whose neighbours say what a test has put down. */
export type Market = Awaited<ReturnType<typeof openMarket>>

/** Opens an empty market. A new member has 1,000 LEAF, every address, and no history. */
export async function openMarket() {
  const db = await openTestDatabase()
  const ledger = openLedger()
  const facts = {
    guide: micro('1'),
    /** The version of the rule book in force. */
    parameters: parametersV1,
    effective: new Set<string>(),
    blocked: new Set<string>(),
    /** Members of one inviter line. */
    line: new Set<string>(),
    frozen: new Set<string>(),
    noAddress: new Set<string>(),
    /** Who has paused investing, until when. */
    pauses: new Map<string, Date>(),
    countryClosed: new Set<string>(),
    redSince: null as Date | null,
    /** What members may still put in; members left out are not bound. */
    leftToInvest: new Map<string, bigint>(),
  }
  const context: OtcDeps = {
    ledger,
    guidePrice: async () => facts.guide,
    redSince: async () => facts.redSince,
    parameters: async () => facts.parameters,
    nicknames: async (_reader, ids) => new Map(ids.map(id => [id, `member ${id.slice(-4)}`])),
    receivingAccounts: async (_reader, ids) =>
      new Map(
        ids
          .filter(id => !facts.noAddress.has(id))
          .map(id => [id, { bsc: addressOfMember(id), tron: `T${id.slice(-12)}`, contact: null }]),
      ),
    ownPictures: async (_tx, named) => named.map(one => [...one.pictures]),
    ownUploads: async (_tx, _member, { pictures, files = [] }) => [...pictures, ...files],
    filesAmong: async () => new Map(),
    freezes: async (_reader, id) => ({
      sells: facts.frozen.has(id)
        ? { until: new Date(Date.now() + 1e8), cause: 'payment-reset' }
        : null,
    }),
    buyingStops: async (_reader, ids) => {
      const stops = buyingStops(facts.pauses, facts.countryClosed)
      return new Map([...stops].filter(([id]) => ids.includes(id)))
    },
    leftToInvest: async (_reader, ids) =>
      new Map(
        ids.flatMap(id => {
          const left = facts.leftToInvest.get(id)
          return left === undefined ? [] : [[id, { left, most: micro('5000'), windowDays: 365 }]]
        }),
      ),
    holdLeftToInvest: (tx, ids) => context.leftToInvest(tx, ids),
    effectiveAmong: async (_reader, ids) => new Set(ids.filter(id => facts.effective.has(id))),
    inOneInviterLine: async (_reader, a, b) => facts.line.has(a) && facts.line.has(b),
    blockedAmong: async (_reader, ids, others) =>
      new Map(
        ids.map(id => [
          id,
          new Set(facts.blocked.has(id) ? others : others.filter(one => facts.blocked.has(one))),
        ]),
      ),
    riskAnswered: everybodyAnswered,
    areNear: async () => false,
    arbitrators: async () => [],
    presentArbitrators: async () => 3,
    lot: of => of,
    recordAct: async () => {},
    checkedAddress: (_network, address) => address,
    paymentOwner: async () => 'unknown',
    paidOnChain: async () => new Set(),
    takerScale: anyTakes,
    sealing: openSealing(ringOf(Buffer.alloc(32))),
  }
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db.database, work)
  const key = () => randomUUID()

  async function member(leaf = '1000'): Promise<string> {
    const id = randomUUID()
    await inTx(tx =>
      ledger.post(tx, [
        {
          from: houseAccount('LEAF', 'ISSUE'),
          to: memberAccount(id, 'LEAF'),
          amount: micro(leaf),
          kind: 'subscription_issue',
          reference: randomUUID(),
        },
      ]),
    )
    return id
  }

  async function shiftClock(ms: number): Promise<void> {
    await db.database.deleteFrom('houseClock').execute()
    if (ms !== 0)
      await sql`insert into house_clock (shift) values (${ms}::float8 * interval '1 millisecond')`.execute(
        db.database,
      )
  }

  /** A member's coin in the units of today. */
  async function coins(id: string): Promise<{ available: string; escrow: string }> {
    const balances = await ledger.balances(db.database, id)
    const of = (kind: string) =>
      formatAmount(balances.find(one => one.asset === 'LEAF' && one.kind === kind)?.posted ?? 0n)
    return { available: of('available'), escrow: of('escrow') }
  }

  const request = (change: Partial<OrderTerms> & { quantity?: bigint; autoRelease?: boolean }) => ({
    quantity: micro('100'),
    price: facts.guide,
    minQuantity: micro('10'),
    maxQuantity: change.quantity ?? micro('100'),
    concessionBps: 0,
    networks: ['BSC'] as Network[],
    conditions: noConditions,
    autoRelease: false,
    ...change,
  })
  type Change = Parameters<typeof request>[0]

  return {
    db,
    ledger,
    context,
    facts,
    inTx,
    key,
    member,
    shiftClock,
    coins,
    request,
    sell: (owner: string, change: Change = {}) =>
      inTx(tx => publishSell(tx, context, owner, request(change), key())),
    want: (owner: string, change: Change = {}) =>
      inTx(tx => publishBuy(tx, context, owner, request(change), key())),
    /** Takes a part of an order of either side, as it is now. */
    take: (
      who: string,
      order: OrderRow,
      quantity: string | bigint,
      network: Network = 'BSC',
      payFrom?: string,
    ) =>
      inTx(tx =>
        (order.side === 'sell' ? take : takeBuy)(
          tx,
          context,
          who,
          {
            orderId: order.id,
            quantity: typeof quantity === 'bigint' ? quantity : micro(quantity),
            network,
            version: order.version,
          },
          key(),
          payFrom,
        ),
      ),
    pay: (trade: Bought) => inTx(tx => pay(tx, context, trade.buyerId, anyClaim(trade))),
    claimLate: (trade: Bought) =>
      inTx(tx => claimLate(tx, context, trade.buyerId, anyClaim(trade))),
    release: (trade: { id: string; sellerId: string }) =>
      inTx(tx => releaseCoin(tx, context, trade.sellerId, trade.id)),
    giveUp: (trade: { id: string; buyerId: string }) =>
      inTx(tx => giveUp(tx, context, trade.buyerId, trade.id)),
    /** The coin is split, as a settlement does it; the guide price follows. */
    split: async (multiple: number) => {
      const guide = facts.guide / BigInt(multiple)
      await inTx(async tx => {
        await rescaleBook(tx, { multiple, epoch: (await ledger.epoch(tx)) + 1 })
        await ledger.split(tx, multiple)
        await floatPrices(tx, guide)
      })
      facts.guide = guide
    },
    /** A settlement publishes a guide price. */
    publishGuide: async (guide: bigint) => {
      await inTx(tx => floatPrices(tx, guide))
      facts.guide = guide
    },
    order: async (id: string): Promise<OrderRow> => {
      const order = await findOrder(db.database, id)
      if (!order) throw new Error(`there is no order ${id}`)
      return order
    },
    trade: async (id: string) => {
      const trade = await findTrade(db.database, id)
      if (!trade) throw new Error(`there is no trade ${id}`)
      return trade
    },
  }
}

type Bought = { id: string; buyerId: string }

/** What a buyer shows: a picture, and a hash that is on no chain. */
const anyClaim = ({ id }: Bought): Claim => ({
  tradeId: id,
  uploadIds: [randomUUID()],
  hash: randomUUID().replaceAll('-', '').repeat(2),
})

/** The name of the refusal that an act met, or `done`. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
  return 'done'
}
