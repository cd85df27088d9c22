import { CENT, highestFee, ONE } from '@banyan/domain'
import { type Chance, entryPrice } from '@banyan/economy'
import { affordable, deliver, pay } from './acts.ts'
import { type Community, type Member, nextId } from './community.ts'
import { type OpenTrade, send, takeTrade, WORTHLESS } from './payments.ts'
import type { Tries } from './strategies.ts'
import { type Trick, tricks } from './strategies.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const FOUNDED = Date.UTC(2026, 0, 1)
/** A day's first deal and its last one leave time to pay within the day. */
const MINUTES = [60, 1_300] as const
/** Whole coins of one trade. */
const COINS = [10, 40] as const

/** A seller, a victim and a thief. */
interface Cast {
  readonly seller: Member
  readonly victim: Member
  readonly thief: Member
  readonly day: number
}

/** A claim: this hash is shown for this trade. */
type Claim = readonly [trade: OpenTrade, hash: string]

/** What a trick has prepared: trades, what of them is paid for, and who claims what. */
interface Scene {
  readonly victims: OpenTrade
  readonly stolen: OpenTrade
  readonly claims: Claim[]
  /** What the thief has sent for the trade, micro-USDT. */
  readonly sent: bigint
}

/** A day of a thief: one trick, on one seller and one buyer. */
export function liveAsThief(c: Community, cast: Cast, chance: Chance): void {
  const price = entryPrice(c.books, c.p)
  const coins = BigInt(chance.between(...COINS)) * ONE
  const { seller, victim, thief, day } = cast
  // The escrow of three trades: a trick may need an honest one before.
  const escrow = 3n * (coins + highestFee(coins, c.p.otcFeeBps))
  if (price === 0n || seller === victim || seller.leaf < escrow) return
  if ([victim, thief].some(one => affordable(c, one, day, price) < 2n * coins)) return
  const trick = chance.pick(tricks)
  const scene = scenes[trick](stageOf(c, cast, coins, price, chance))
  if (scene) play(c, cast, { trick, scene }, chance)
}

interface Stage {
  /** A trade of the seller's, so many minutes into the deal. */
  take(buyer: Member, minute: number, quantity?: bigint): OpenTrade | null
  /** A transfer to the seller. */
  transfer(from: Member, minute: number, units: bigint, token?: string): string
  readonly cast: Cast
  readonly coins: bigint
  readonly book: Community['payments']
  judge(trade: OpenTrade, hash: string): boolean
}

function stageOf(c: Community, cast: Cast, coins: bigint, price: bigint, chance: Chance): Stage {
  const { seller, day } = cast
  const begin = FOUNDED + day * DAY_MS + chance.between(...MINUTES) * MINUTE_MS
  const at = (minute: number) => new Date(begin + minute * MINUTE_MS)
  return {
    cast,
    coins,
    book: c.payments,
    take: (buyer, minute, quantity = coins) =>
      takeTrade(
        c.payments,
        {
          id: nextId(c, 't'),
          sellerId: seller.id,
          buyerId: buyer.id,
          quantity,
          dealtAt: at(minute),
        },
        { price, payWithinMs: c.p.otcPaymentWindowMs },
        chance,
      ),
    transfer: (from, minute, units, token) => {
      // A worthless token costs nothing and is worth nothing.
      if (token === undefined) pay(c, { from, to: seller, amount: units, day })
      const sent = { from: from.id, to: seller.id, units, ...(token && { token }) }
      return send(c.payments, nextId(c, '0x'), at(minute), [sent])
    },
    judge: (trade, hash) => claim(c, cast, trade, hash) === 'verified',
  }
}

/** Shows a hash for a trade; what is verified is released by itself, once. */
function claim(c: Community, { seller, victim, thief }: Cast, trade: OpenTrade, hash: string) {
  if (trade.released) return 'released'
  const finding = c.judge(c.payments, trade, hash)
  if (finding !== 'verified') return finding
  trade.released = true
  const buyer = trade.buyerId === thief.id ? thief : victim
  deliver(c, { seller, buyer, quantity: trade.quantity })
  return finding
}

/** Lets everybody claim, in an order of chance, and writes down what came of it. */
function play(
  c: Community,
  cast: Cast,
  { trick, scene }: { trick: Trick; scene: Scene },
  chance: Chance,
): void {
  const known = c.theft.get(trick)
  const tries: Tries = known ?? { tries: 0, gained: 0n, findings: new Map(), paid: 0, served: 0 }
  c.theft.set(trick, tries)
  const waiting = [...scene.claims]
  while (waiting.length > 0) {
    // Claims of one trade keep their order: a swap comes after what it replaces.
    const first = chance.pick(
      waiting.filter(([trade], i) => waiting.findIndex(w => w[0] === trade) === i),
    )
    waiting.splice(waiting.indexOf(first), 1)
    const finding = claim(c, cast, ...first)
    if (first[0] === scene.stolen && finding !== 'released')
      tries.findings.set(finding, (tries.findings.get(finding) ?? 0) + 1)
  }
  tries.tries++
  tries.paid++
  if (scene.victims.released) tries.served++
  if (scene.stolen.released) tries.gained += scene.stolen.paymentAmount - scene.sent
  // People decide about the rest: what was sent for nothing goes back.
  else if (scene.sent > 0n)
    pay(c, { from: cast.seller, to: cast.thief, amount: scene.sent, day: cast.day })
}

type Play = (stage: Stage) => Scene | null

/** The victim pays; the thief, who has taken so much of the same order, shows that payment. */
const claimsOfOneHash =
  (part: bigint, before: readonly string[] = []): Play =>
  ({ take, transfer, cast: { victim, thief }, coins }) => {
    const [victims, stolen] = [take(victim, 0), take(thief, 1, coins / part)]
    if (!victims || !stolen) return null
    const hash = transfer(victim, 3, victims.paymentAmount)
    const own = [...before, hash].map((shown): Claim => [stolen, shown])
    return { victims, stolen, claims: [[victims, hash], ...own], sent: 0n }
  }

/** The thief sends something else than what was agreed. */
const ownPayment =
  (of: (agreed: bigint) => { units: bigint; token?: string; sent: bigint }): Play =>
  ({ take, transfer, cast: { victim, thief } }) => {
    const [victims, stolen] = [take(victim, 0), take(thief, 1)]
    if (!victims || !stolen) return null
    const hash = transfer(victim, 3, victims.paymentAmount)
    const { units, token, sent } = of(stolen.paymentAmount)
    const own = transfer(thief, 4, units, token)
    return {
      victims,
      stolen,
      claims: [
        [victims, hash],
        [stolen, own],
      ],
      sent,
    }
  }

const scenes: Readonly<Record<Trick, Play>> = {
  'the same hash': claimsOfOneHash(1n),
  'the same hash, for half as much': claimsOfOneHash(2n),
  'a made-up hash, then swapped': claimsOfOneHash(1n, ['0x made up']),
  'a payment from before the take': ({ take, transfer, cast: { victim, thief } }) => {
    const victims = take(victim, 0)
    if (!victims) return null
    const hash = transfer(victim, 3, victims.paymentAmount)
    const stolen = take(thief, 4)
    if (!stolen) return null
    return {
      victims,
      stolen,
      claims: [
        [victims, hash],
        [stolen, hash],
      ],
      sent: 0n,
    }
  },
  'an own payment, shown twice': ({ take, transfer, judge, cast: { victim, thief } }) => {
    const honest = take(thief, 0)
    const victims = take(victim, 1)
    if (!honest || !victims) return null
    const hash = transfer(thief, 2, honest.paymentAmount)
    judge(honest, hash)
    const stolen = take(thief, 3)
    if (!stolen) return null
    const paid = transfer(victim, 4, victims.paymentAmount)
    return {
      victims,
      stolen,
      claims: [
        [victims, paid],
        [stolen, hash],
      ],
      sent: 0n,
    }
  },
  'a cent less than agreed': ownPayment(agreed => ({ units: agreed - CENT, sent: agreed - CENT })),
  'a worthless token': ownPayment(agreed => ({ units: agreed, token: WORTHLESS, sent: 0n })),
}

/** What a trick came to. */
export interface TrickOutcome extends Omit<Tries, 'findings'> {
  readonly trick: Trick
  readonly findings: readonly (readonly [finding: string, times: number])[]
}

/** The outcome of each trick; empty without thieves. */
export const trickOutcomes = ({ theft }: Community): TrickOutcome[] =>
  tricks.flatMap(trick => {
    const tries = theft.get(trick)
    if (!tries) return []
    return [{ ...tries, trick, findings: [...tries.findings].sort((a, b) => b[1] - a[1]) }]
  })
