import { randomBytes } from 'node:crypto'
import { checkInvariants } from '../ledger/index.ts'
import { checkOtc } from '../otc/check.ts'
import { addressOfMember, type Market, openMarket } from '../otc/market.fixture.ts'
import { hashVerified, paymentUnproven } from '../otc/payments.ts'
import { duePayments, openPayments, paymentClaims, tradesPaidBy } from '../otc/trade-payments.ts'
import { platformOn } from '../testing/economy-node.ts'
import type { BscReader } from './chains.ts'
import { checkEvidence, openEvidence, paidOnChain } from './index.ts'

const TOKEN = '0x55d398326f99059ff775485246999027b3197955'
const UNITS_PER_MICRO = 10n ** 12n
const NEEDED = 15

/** A transfer of the token. */
export interface Sent {
  from: string
  to: string
  micro: bigint
}
interface FakeTransaction {
  transfers: readonly Sent[]
  /** The time of its block, in whole seconds; null while no block holds it. */
  minedAt: Date | null
  final: boolean
}

/** A chain that holds what a test puts on it. Its time is the platform's. */
function openFakeChain() {
  const transactions = new Map<string, FakeTransaction>()
  const state = { shiftMs: 0, lagMs: 0, down: false }
  const now = () => new Date(Math.floor((Date.now() + state.shiftMs - state.lagMs) / 1000) * 1000)
  const known = (hash: string): FakeTransaction => {
    const transaction = transactions.get(hash)
    if (!transaction) throw new Error(`nobody has sent ${hash}`)
    return transaction
  }
  const reader: BscReader = {
    token: TOKEN,
    decimals: 18,
    needed: NEEDED,
    async transaction(prefixed) {
      if (state.down) throw new Error('the node does not answer')
      const transaction = transactions.get(prefixed.slice(2))
      const chainAt = now()
      if (!transaction?.minedAt) return { seen: null, chainAt }
      const { minedAt: blockAt, final, transfers } = transaction
      const seen = {
        succeeded: true,
        blockAt,
        confirmations: final ? NEEDED : 3,
        final,
        transfers: transfers.map(({ from, to, micro }, ordinal) => ({
          token: TOKEN,
          from: from.toLowerCase(),
          to: to.toLowerCase(),
          units: micro * UNITS_PER_MICRO,
          ordinal,
        })),
      }
      return { seen, chainAt }
    },
    head: async () => 1,
    async transfersTo(accounts) {
      return [...transactions].flatMap(([hash, { minedAt, transfers }]) =>
        (minedAt ? transfers : [])
          .filter(one => accounts.includes(one.to.toLowerCase()))
          .map(one => ({
            hash: `0x${hash}`,
            to: one.to.toLowerCase(),
            units: one.micro * UNITS_PER_MICRO,
          })),
      )
    },
  }
  return {
    reader,
    state,
    /** Sends a transaction: it has a hash, and is not in a block yet. */
    send(...transfers: Sent[]): string {
      const hash = randomBytes(32).toString('hex')
      transactions.set(hash, { transfers, minedAt: null, final: false })
      return hash
    },
    mine(hash: string, at = now()): void {
      Object.assign(known(hash), { minedAt: new Date(Math.floor(at.getTime() / 1000) * 1000) })
    },
    /** Removes the transaction from its block, as a reorganisation does. */
    drop(hash: string): void {
      Object.assign(known(hash), { minedAt: null, final: false })
    },
    finish(hash: string): void {
      Object.assign(known(hash), { final: true })
    },
  }
}

export type Payments = Awaited<ReturnType<typeof openPaymentsContext>>

/** Opens a market and its payment checks, over a chain that a test controls. */
export async function openPaymentsContext() {
  const market: Market = await openMarket()
  const { db, context } = market
  const chain = openFakeChain()
  const { sealing } = context
  const evidence = openEvidence(platformOn(db.url, db.pool), {
    bsc: chain.reader,
    paymentClaims,
    duePayments: (reader, ids) => duePayments(reader, sealing, ids),
    openPayments: (reader, network) => openPayments(reader, sealing, network),
    tradesPaidBy: (reader, network, seen) => tradesPaidBy(reader, sealing, network, seen),
    hashVerified: (tx, id, hash) => hashVerified(tx, context, id, hash),
    paymentUnproven: (tx, id, hashes) => paymentUnproven(tx, context, id, hashes),
    otherParty: async () => null,
    tradeOfCase: async () => '',
    matchingIds: async () => new Map(),
    namedSoftware: async () => [],
    sharedPictures: async () => [],
  })
  context.paymentOwner = evidence.paymentOwner
  context.paidOnChain = paidOnChain
  const [job, watch] = evidence.module.jobs ?? []
  if (!job || !watch) throw new Error('there is no job that checks hashes')

  /** Looks up everything that waits, whenever it would be due. */
  const runChecks = async (): Promise<void> => {
    await job.run()
    await db.owner.query('update hash_check set due_at = house_now() where ended_at is null')
    let due = 1
    while (due > 0) {
      await job.run()
      const { rows } = await db.owner.query(
        'select count(*)::int as due from hash_check where ended_at is null and due_at <= house_now()',
      )
      due = rows[0].due
    }
  }

  return {
    market,
    chain,
    evidence,
    runChecks,
    /** Looks for payments whose hash nobody has shown. */
    watch: () => watch.run(),
    /** Stops all checks that began before. */
    forget: () =>
      db.owner.query('update hash_check set ended_at = house_now() where ended_at is null'),
    /** Moves the platform's clock and the chain's to this long after now. */
    async shiftClock(ms: number): Promise<void> {
      chain.state.shiftMs = ms
      await market.shiftClock(ms)
    },
    /** The current finding of a hash for a trade; null before the first check. */
    async finding(tradeId: string, hash: string): Promise<string | null> {
      const { rows } = await db.owner.query(
        'select finding from hash_check where trade_id = $1 and hash = $2',
        [tradeId, hash],
      )
      return rows[0]?.finding ?? null
    },
    /** Sends exactly the payment of a trade, or another amount, from its buyer's own address. */
    payFor: (
      trade: { sellerId: string; buyerId: string; paymentAmount: bigint },
      change: Partial<Sent> = {},
    ): string =>
      chain.send({
        from: walletOf(trade.buyerId),
        to: addressOfMember(trade.sellerId),
        micro: trade.paymentAmount,
        ...change,
      }),
    /** Every breach of the invariants of the market, the ledger and the evidence. */
    breaches: async () => [
      ...(await checkOtc(db.database)),
      ...(await checkInvariants(db.database)),
      ...(await checkEvidence(db.database)),
    ],
  }
}

/** The address that a member pays from. */
export const walletOf = (memberId: string): string =>
  `0x${memberId.replaceAll('-', '').padEnd(40, 'f')}`
