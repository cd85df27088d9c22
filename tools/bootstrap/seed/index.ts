import { Chance } from '@banyan/economy'
import type { DemoAccount, SeedContext, SeedDemo } from '../seeding.ts'
import { DemoAppeals } from './appeals.ts'
import { DemoClock } from './clock.ts'
import {
  activateCoins,
  activatePart,
  exchangeCoins,
  subscribe,
  undoFirst,
  unlockAll,
} from './coins.ts'
import { Community, type Inhabitant } from './community.ts'
import { becomeGuide, bindAddress } from './guides.ts'
import { DemoMarket } from './market.ts'
import { prepareNotices, publishNotices, publishToday } from './notices.ts'
import {
  loseIncome,
  proposeNextRules,
  proposeRefund,
  publishRules,
  receive,
  sendToPlatform,
} from './operators.ts'
import { callHook } from './patient-fetch.ts'
import { type Asked, reviewAsked } from './payouts.ts'
import { programs } from './people.ts'
import { askService } from './service.ts'
import {
  activates,
  beginsToTrade,
  early,
  exchanges,
  founding,
  income,
  loss,
  newRules,
  proposedRules,
  receipts,
  regulars,
  scheduled,
  sellOrders,
  undone,
  wanted,
  withdrawals,
} from './story.ts'
import {
  askEarly,
  askForWithdrawals,
  askToWait,
  decideEarly,
  forgetRelease,
  leaveTradesOpen,
} from './under-way.ts'

/** Another number is another course of trades. */
const SEED = 20_261_121
/** The hours of the platform's day at which people act. */
const morning = 9.5
const afternoon = 16.25

/**
 * A community with six weeks behind it, made through the real API and the real rules: real keys,
 * recharges on the test chain, a settlement each day, trades paid on the chain. Everybody
 * acts at once except where the order decides something: siblings, requests for places, takes.
 */
export const seedDemoCommunity: SeedDemo = async context => {
  const clock = new DemoClock(context)
  const community = new Community(context)
  const market = new DemoMarket(context, community, new Chance(SEED + 1))
  const life: Life = {
    context,
    clock,
    community,
    chance: new Chance(SEED),
    market,
    appeals: new DemoAppeals(context, community, market),
  }
  // Recharges are collected while life goes on, so that a payout need not wait for the hot wallet.
  await context.chain.supplyGas()
  for (let day = 0; day < context.demoDays; day++) {
    if (day % 9 === 0) context.progress(`day ${day + 1} of ${context.demoDays}`)
    await clock.goTo(day, morning)
    await liveMorning(life, day)
    await clock.goTo(day, afternoon)
    await liveAfternoon(life, day)
  }
  // Longer ago than a seller has to release.
  await clock.goToMinutesAgo(45)
  await Promise.all([forgetRelease(life), life.appeals.forgetRelease()])
  await clock.comeBack()
  context.progress('today')
  await liveToday(life)
  return programs.map(
    ({ place, about }): DemoAccount => ({ ...community.at(place).member.account, about }),
  )
}

interface Life {
  context: SeedContext
  clock: DemoClock
  community: Community
  chance: Chance
  market: DemoMarket
  appeals: DemoAppeals
  /** Withdrawals that wait for their decision. */
  asked?: Awaited<ReturnType<typeof askEarly>>
  /** One that is reviewed today. */
  waiting?: Asked
}

/** Who comes, where they are placed, and what is ordered. */
async function liveMorning(
  { context, clock, community, appeals }: Life,
  day: number,
): Promise<void> {
  // Who comes today has no part in the settlement of yesterday.
  const settled = clock.settle()
  const arrivals = community.welcome(day)
  await settled
  // After a settlement that the worker began by itself, custody is read a few seconds later; buying
  // is stopped until it is read without the loss.
  if (day === loss.day + 1) await callHook(context.baseUrl, '/test/custody', {})
  // E-mails take time: all are requested first and awaited last.
  const emails = writeEmails(context, community, day)
  const agreed = [
    ...(day === 0 ? [receive(context, 'founding', founding)] : []),
    ...(day === income.day ? [receive(context, 'income', income.payment)] : []),
    ...Object.values(newRules)
      .filter(one => one.publishedOn === day)
      .map(one => publishRules(context, one, clock.midnightOf(one.holdFrom))),
  ]
  if (day === undone.day) await undoFirst(community.at(undone.place))
  await Promise.all([
    publishNotices(context, day),
    appeals.liveOn(day, 'morning'),
    community.askForPlaces(day),
    together(community.joined(day, 1).filter(subscribes), one => subscribe(one, one.subscribes)),
    // Who has more to spend orders again two weeks later.
    together(community.joined(day, 15).filter(comesAgain), one =>
      subscribe(one, one.subscribes / 2),
    ),
    arrivals,
    emails,
    ...agreed,
  ])
}

/** Who binds an e-mail address today, and who becomes a distributed member. They came days ago. */
async function writeEmails(context: SeedContext, community: Community, day: number): Promise<void> {
  // Where e-mails are really sent, people of the demo community have no address.
  if (context.emails === null) return
  await together(
    community.all().filter(one => bindingDayOf(one) === day),
    one => bindAddress(context, one),
  )
  await together(
    community
      .all()
      .filter(one => one.way === 'guide' && one.day + 8 <= day && bindingDayOf(one) + 6 === day),
    becomeGuide,
  )
}

/**
 * Traders bind an e-mail address, several on one day, because an e-mail takes a second. The first
 * eight do not, so that a visitor can do it as one of them.
 */
function bindingDayOf({ way, day, place }: Inhabitant): number {
  const binds = place >= 8 && (way === 'trader' || way === 'guide')
  return binds ? Math.ceil((day + 2) / 6) * 6 : Number.NaN
}

const subscribes = (one: Inhabitant): boolean => one.subscribes > 0
const comesAgain = (one: Inhabitant): boolean =>
  one.subscribes >= 400 && one.recharge >= one.subscribes * 2 && one.way !== 'seller'

/** What people do with their coins, and the market. */
async function liveAfternoon(life: Life, day: number): Promise<void> {
  const { community } = life
  if (day === early.opened.day) {
    await together(early.opened.of, ([place, quantity]) =>
      activateCoins(community.at(place), quantity),
    )
  }
  if (day === early.left.day)
    await together(early.left.places, place => unlockAll(community.at(place)))
  await together(
    exchanges.filter(one => one.day === day),
    ({ place, quantity }) => exchangeCoins(community.at(place), quantity),
  )
  const { parties, ends } = await tradeOn(life, day)
  const activating = community.all().filter(one => activationDayOf(one) === day)
  const activateSome = (some: readonly Inhabitant[]) =>
    together(some, one => activatePart(one, one.way === 'sleeper' ? 0 : activates[one.way].percent))
  // Who trades today has their coins when the trade has ended.
  await Promise.all([
    together(ends, end => end()).then(() =>
      activateSome(activating.filter(one => parties.has(one.nickname))),
    ),
    activateSome(activating.filter(one => !parties.has(one.nickname))),
    life.appeals.liveOn(day, 'afternoon'),
  ])
  // From here until the settlement that books it, buying is stopped.
  if (day === loss.day) await loseIncome(life.context, loss)
  if (day === withdrawals.askedOn) life.asked = await askEarly(community)
  if (day === withdrawals.waitingSince) life.waiting = await askToWait(community)
  if (day === withdrawals.decidedOn && life.asked) await decideEarly(life.context, life.asked)
}

function activationDayOf({ way, day, subscribes, place }: Inhabitant): number | null {
  if (way === 'sleeper' || subscribes === 0) return null
  const { after, notBefore } = activates[way]
  return Math.max(day + after, notBefore + (place % 4))
}

/** The trades of a day that are paid and released. */
interface DaysTrades {
  /** Nicknames of buyers and sellers. */
  parties: Set<string>
  ends: (() => Promise<void>)[]
}

/** Some publish, some take. Offers are taken back after a few days. */
async function tradeOn({ community, market, chance }: Life, day: number): Promise<DaysTrades> {
  const trades: DaysTrades = { parties: new Set(), ends: [] }
  const traders = community
    .all()
    .filter(one => one.way !== 'sleeper' && one.subscribes > 0 && day >= one.day + beginsToTrade)
  if (traders.length === 0) return trades
  if (day % 4 === 3) await together(traders, one => market.withdrawOffers(one))
  const sellers = traders.filter(one => one.way !== 'holder')
  const known = sellers.filter(one => regulars.includes(one.place))
  const offers = new Set([chance.pick(sellers), chance.pick(known.length > 0 ? known : sellers)])
  const drafts = await Promise.all([...offers].map(seller => market.draftSome(seller)))
  for (const publish of drafts) await publish()
  for (let takes = chance.between(1, 2); takes > 0; takes--) {
    const end = chance.happens(800) ? 'unpaid' : 'released'
    const taken = await market.take(chance.pick(traders), end)
    if (taken === null) continue
    for (const party of taken.parties) trades.parties.add(party.nickname)
    trades.ends.push(taken.end)
  }
  return trades
}

/** What is under way when the visitor comes. */
async function liveToday({
  context,
  clock,
  community,
  market,
  appeals,
  waiting,
}: Life): Promise<void> {
  await together(
    community.all().filter(one => one.way !== 'sleeper' && one.subscribes > 0),
    one => market.withdrawOffers(one),
  )
  // One after the other, so that the list of the market has its order.
  for (const { place, ...offer } of sellOrders) await market.publish(community.at(place), offer)
  for (const { place, ...offer } of wanted) await market.publishBuy(community.at(place), offer)
  await together(community.joined(44, 0), one => subscribe(one, one.subscribes))
  await together([5, 11, 19], place => subscribe(community.at(place), 100))
  await exchangeCoins(community.at(33), 40)
  await Promise.all([
    sendToPlatform(context, 'income', receipts.unclassified),
    proposeRefund(context, receipts.proposed),
    proposeNextRules(
      context,
      proposedRules,
      clock.midnightOf(context.demoDays + proposedRules.holdsInDays),
    ),
    leaveTradesOpen({ community, market }),
    appeals.claimRelease(),
    ...(waiting ? [reviewAsked(context, waiting)] : []),
    askForWithdrawals(community).then(() => askService(context, community)),
    publishToday(context, community),
    prepareNotices(context, clock.instantOf(context.demoDays + scheduled.inDays, scheduled.hour)),
  ])
}

/** Everybody at once. */
async function together<T>(some: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  await Promise.all(some.map(act))
}
