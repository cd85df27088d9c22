import { randomBytes, randomUUID } from 'node:crypto'
import { wireIdOf } from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkHash } from '../otc/check-hash.ts'
import { endDueTrades } from '../otc/deadlines.ts'
import { micro, minutes, refusalOf } from '../otc/market.fixture.ts'
import { pay, replaceEvidence } from '../otc/payments.ts'
import type { TradeRow } from '../otc/trade-store.ts'
import { openPaymentsContext, type Payments, walletOf } from './payments.fixture.ts'

/*
 * A victim pays a seller. A thief who trades with the same seller claims the victim's transaction,
 * in every order of claim, swap, block and finality, each followed by a check. The seller's orders
 * release verified payments automatically, so a wrong finding would pay out.
 */

const victimClaims = 'the victim claims'
const thiefClaims = 'the thief claims'
const thiefLies = 'the thief claims a made-up hash'
const inBlock = 'a block holds it'
const isFinal = 'it is final'
type Step =
  | typeof victimClaims
  | typeof thiefClaims
  | typeof thiefLies
  | typeof inBlock
  | typeof isFinal

function permutations<T>(of: readonly T[]): T[][] {
  if (of.length < 2) return [[...of]]
  return of.flatMap((one, i) => permutations(of.toSpliced(i, 1)).map(rest => [one, ...rest]))
}
const inOrder = (steps: readonly Step[], first: Step, then: Step) =>
  !steps.includes(first) || steps.indexOf(first) < steps.indexOf(then)

const ordersOf = (...of: Step[]): Step[][] =>
  permutations(of).filter(
    steps => inOrder(steps, inBlock, isFinal) && inOrder(steps, thiefLies, thiefClaims),
  )
/** The thief shows the victim's hash at once: 12 orders. */
const atOnce = ordersOf(victimClaims, thiefClaims, inBlock, isFinal)
/** The thief shows a made-up hash first, and swaps: 30 orders more. */
const everyOrder = [...atOnce, ...ordersOf(victimClaims, thiefLies, thiefClaims, inBlock, isFinal)]

/** Eight at a time, because a test's database has a limited number of connections. */
async function someAtOnce<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += 8)
    done.push(...(await Promise.all(all.slice(at, at + 8).map(work))))
  return done
}

let payments: Payments
beforeAll(async () => {
  payments = await openPaymentsContext()
})
afterAll(async () => {
  expect(await payments.breaches()).toEqual([])
  await payments.market.db.close()
})

interface Race {
  steps: readonly Step[]
  victim: TradeRow
  thief: TradeRow
  /** The victim's transaction. */
  hash: string
  lie: string
  /** The answers to the thief's calls. */
  answers: string[]
}

/** Shows a hash as the buyer's page does: the chain is asked first. */
function claim(trade: TradeRow, hash: string): Promise<string> {
  const { market } = payments
  const { context, db } = market
  return refusalOf(
    (async () => {
      await checkHash(
        db.database,
        context,
      )({
        params: { id: wireIdOf('trd', trade.id) },
        body: { hash },
        caller: { memberId: trade.buyerId },
      })
      const { state } = await market.trade(trade.id)
      const act = state === 'unpaid' ? pay : replaceEvidence
      const shown = { tradeId: trade.id, hash, uploadIds: [randomUUID()] }
      await market.inTx(tx => act(tx, context, trade.buyerId, shown))
    })(),
  )
}

async function happens(step: Step | undefined, race: Race): Promise<void> {
  if (!step) return
  const { chain } = payments
  const { victim, thief, hash, lie, answers } = race
  if (step === inBlock) chain.mine(hash)
  else if (step === isFinal) chain.finish(hash)
  else if (step === victimClaims) expect(await claim(victim, hash)).toBe('done')
  else if (step === thiefLies) expect(await claim(thief, lie)).toBe('done')
  else answers.push(await claim(thief, hash))
}

interface Scene {
  /** LEAF that each takes. */
  victim: string
  thief: string
  /** Whose orders the two take, or own. */
  between: 'one order' | 'two orders' | "the victim's buy order" | "the thief's buy order"
  victimPaysFrom?: 'own'
  thiefPaysFrom?: "victim's"
}

/** Makes a seller, a victim and a thief for one order of steps. */
async function begin(scene: Scene, steps: readonly Step[]): Promise<Race> {
  const { market } = payments
  const seller = await market.member()
  const [victim, thief] = [await market.member('1'), await market.member('1')]
  const sells = () => market.sell(seller, { autoRelease: true, minQuantity: micro('1') })
  const order = await sells()
  const bought = async (who: string, quantity: string, from = order, payFrom?: string) =>
    market.take(who, await market.order(from.id), quantity, 'BSC', payFrom)
  const wanted = async (who: string, quantity: string) => {
    const wish = { quantity: micro(quantity), minQuantity: micro('1') }
    return market.take(seller, await market.want(who, wish), quantity)
  }
  const own = walletOf(victim)
  const victimTrade =
    scene.between === "the victim's buy order"
      ? await wanted(victim, scene.victim)
      : await bought(victim, scene.victim, order, scene.victimPaysFrom && own)
  const thiefTrade =
    scene.between === "the thief's buy order"
      ? await wanted(thief, scene.thief)
      : await bought(
          thief,
          scene.thief,
          scene.between === 'two orders' ? await sells() : order,
          scene.thiefPaysFrom && own,
        )
  const lie = randomBytes(32).toString('hex')
  const hash = payments.payFor(victimTrade)
  return { steps, victim: victimTrade, thief: thiefTrade, hash, lie, answers: [] }
}

const coinsOf = async (memberId: string) => (await payments.market.coins(memberId)).available

/** The outcome of a race, as one line. */
async function outcome({ victim, thief, hash }: Race): Promise<string> {
  const { market } = payments
  const [paid, stolen] = [await market.trade(victim.id), await market.trade(thief.id)]
  const finding = await payments.finding(victim.id, hash)
  return `victim ${finding}, ${paid.state}, ${await coinsOf(victim.buyerId)}; thief ${stolen.state}, ${await coinsOf(thief.buyerId)}`
}

const scenes: { scene: Scene; orders: Step[][] }[] = (
  ['one order', 'two orders', "the victim's buy order", "the thief's buy order"] as const
).flatMap(between => [
  {
    scene: { between, victim: '30', thief: '30' },
    orders: between === 'one order' ? everyOrder : atOnce,
  },
  { scene: { between, victim: '30', thief: '10' }, orders: atOnce },
  { scene: { between, victim: '10', thief: '30' }, orders: atOnce },
])

const nameOf = ({ between, victim, thief }: Scene) =>
  `${between}: the victim pays for ${victim}, the thief should pay for ${thief}`

/** 42 orders of steps for each case, on a machine with other work. */
const TIMEOUT_MS = 240_000

describe('a thief never gets coin for another’s payment, and its payer always does', () => {
  it.each([
    ...scenes.map(({ scene, orders }) => [nameOf(scene), scene, orders] as const),
    [
      'the victim has named the address they pay from',
      { between: 'one order', victim: '30', thief: '30', victimPaysFrom: 'own' },
      everyOrder,
    ] as const,
    [
      'the thief has named the address that the victim pays from',
      { between: 'one order', victim: '30', thief: '30', thiefPaysFrom: "victim's" },
      everyOrder,
    ] as const,
  ])('%s', { timeout: TIMEOUT_MS }, async (_, scene: Scene, orders) => {
    await payments.shiftClock(0)
    await payments.forget()
    const { market, runChecks } = payments
    const races = await someAtOnce(orders, steps => begin(scene, steps))
    for (let i = 0; i < 5; i++) {
      await someAtOnce(races, race => happens(race.steps[i], race))
      await runChecks()
      for (const { thief } of races) {
        const { state } = await market.trade(thief.id)
        expect(state).not.toBe('finished')
      }
    }

    const byHand = scene.between === "the victim's buy order"
    const gets = `${Number(scene.victim) + 1}`
    for (const race of races) {
      const { steps, answers, victim, thief, hash } = race
      const place = steps.join(', then ')
      expect(await payments.finding(victim.id, hash), place).toBe('verified')
      // In a block, it is refused to the thief at once; before that nobody can know whose payment
      // it is.
      const known = steps.indexOf(inBlock) < steps.indexOf(thiefClaims)
      expect(answers, place).toEqual([known ? 'paymentOfAnotherTrade' : 'done'])
      expect(await payments.finding(thief.id, hash), place).toBe(known ? null : 'other_trade')
      // Only a payment that nobody else claims is released automatically; an open claim needs a
      // person, and moves nothing.
      const released = known && !byHand
      expect(await outcome(race), place).toBe(
        `victim verified, ${released ? 'finished' : 'paid'}, ${released ? gets : '1'}; ` +
          `thief ${known && !steps.includes(thiefLies) ? 'unpaid' : 'paid'}, 1`,
      )
      if (byHand) await market.release(victim)
    }

    // The thief's hashes stop no deadline: their trades lapse as if nothing had been shown.
    for (const minutesLater of [32, 48]) {
      await payments.shiftClock(minutes(minutesLater))
      while ((await endDueTrades(market.db.database, market.context)) > 0);
      await runChecks()
    }
    await payments.shiftClock(minutes(64))
    while ((await endDueTrades(market.db.database, market.context)) > 0);
    await runChecks()
    for (const race of races)
      expect(await outcome(race), race.steps.join(', then ')).toBe(
        `victim verified, finished, ${gets}; thief payment_timeout, 1`,
      )
  })
})
