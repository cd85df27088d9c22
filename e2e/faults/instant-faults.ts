import { getOrder, getTrade, type OwnOrderView, type TradeView } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import {
  clockOf,
  cutOffAfter,
  cutOffsBetween,
  HOUR_MS,
  moveClock,
  setClock,
  settlements,
} from './clock.ts'
import { type Fault, seconds } from './fault.ts'
import { offerWhole, type Scene, takeWhole } from './scene.ts'

/** Looked at from so long before an instant on. */
const BEFORE_MS = 4_000
/** A timer of the worker looks every few seconds. */
const LATE_MS = 30_000
const SETTLED_MS = 600_000

/** Instead of a time: it was there before its instant. */
const EARLY = -HOUR_MS

/** How late each happened, by the clock of the platform. */
type Lateness = Map<string, number>

/** R7. The clock of the platform goes to just before each instant and then past it; and an hour back. */
export const instantFaults: Fault = {
  what: 'the clock of the platform is moved to 4 s before the end of the time to pay, of the grace after it, of an order and of a day, and 1 h back just before them',
  bound:
    'nothing happens before its instant, everything within 30 s after it; no deadline that counts down is in the past; a day is settled once',
  run: async scene => {
    const wrong: string[] = []
    const late: Lateness = new Map()
    await scene.traffic.pause()
    const buyer = scene.beside.buyers[0]
    if (!buyer) throw new Error('nobody to take')
    const { id } = await takeWhole(scene, buyer.person)
    const trade = () => buyer.person.ask(getTrade, { params: { id } })
    const deadline = async () => Date.parse((await trade()).paymentDeadline)
    await atInstant(scene, 'time to pay', { at: await deadline(), wrong, late }, async () => {
      const view = await trade()
      noteCountdown(view, wrong)
      return view.state !== 'unpaid'
    })
    const grace = Date.parse((await trade()).graceDeadline)
    await atInstant(scene, 'grace', { at: grace, wrong, late }, async () => {
      const view = await trade()
      noteCountdown(view, wrong)
      return view.state !== 'payment_grace'
    })
    const order = await offerWhole(scene)
    const own = (): Promise<OwnOrderView> =>
      scene.beside.seller.ask(getOrder, { params: { id: order.id } })
    const expires = Date.parse((await own()).expiresAt)
    await settleUpTo(scene, expires - HOUR_MS)
    await atInstant(scene, 'order', { at: expires, wrong, late }, async () => {
      return (await own()).life === 'expired'
    })
    await atCutOff(scene, wrong, late)
    scene.traffic.resume()
    await scene.recovered(performance.now())
    const figure = [...late].map(([what, ms]) => `${what} ${seconds(ms)}`).join(', ')
    return { figure: `late by the clock of the platform: ${figure}; none early`, wrong }
  },
}

interface Instant {
  at: number
  wrong: string[]
  late: Lateness
}

/** Moves the clock to just before an instant, an hour back and forth, and sees when it happens. */
async function atInstant(
  { product: { databaseUrl: url } }: Scene,
  what: string,
  { at, wrong, late }: Instant,
  hasHappened: () => Promise<boolean>,
): Promise<void> {
  await setClock(url, new Date(at - BEFORE_MS - HOUR_MS))
  if (await hasHappened()) wrong.push(`${what}: it had happened an hour before its instant`)
  await setClock(url, new Date(at - BEFORE_MS))
  const seen = await until(
    `${what}: it happens`,
    async () => {
      // Read before the look: it had happened by then or not.
      const by = (await clockOf(url)).getTime()
      const done = await hasHappened()
      if (done && (await clockOf(url)).getTime() < at) return { ms: EARLY }
      return done && { ms: by - at }
    },
    { ms: LATE_MS * 3, everyMs: 50 },
  )
  if (seen.ms === EARLY) wrong.push(`${what}: it happened before its instant`)
  if (seen.ms > LATE_MS) wrong.push(`${what}: it happened ${seen.ms} ms late`)
  late.set(what, Math.max(0, seen.ms))
}

/** A countdown on a page never goes below nothing by more than the timer takes. */
function noteCountdown({ deadline, serverNow, state }: TradeView, wrong: string[]): void {
  if (deadline === null) return
  const left = Date.parse(deadline) - Date.parse(serverNow)
  if (left < -LATE_MS) wrong.push(`a trade that is ${state} counts down to ${left} ms`)
}

/** Settles each day up to an instant, so that the last part of the way crosses none. */
async function settleUpTo({ product: { databaseUrl: url } }: Scene, at: number): Promise<void> {
  const from = await clockOf(url)
  const before = (await settlements(url)).published
  if (at <= from.getTime()) return
  await moveClock(url, at - from.getTime())
  const due = cutOffsBetween(from, new Date(at))
  await until(
    'the days up to it are settled',
    async () => (await settlements(url)).published - before >= due,
    { ms: SETTLED_MS, everyMs: 200 },
  )
}

/** The next cut-off: the clock crosses it, goes an hour back, and crosses it again. */
async function atCutOff(scene: Scene, wrong: string[], late: Lateness): Promise<void> {
  const { databaseUrl: url } = scene.product
  const next = cutOffAfter(await clockOf(url))
  const before = (await settlements(url)).published
  const count = async () => (await settlements(url)).published - before
  await atInstant(
    scene,
    'day',
    { at: next.getTime(), wrong, late },
    async () => (await count()) > 0,
  )
  // Back before it, with members who act, and over it again.
  await moveClock(url, -HOUR_MS)
  scene.traffic.resume()
  await scene.recovered(performance.now())
  await scene.traffic.pause()
  await moveClock(url, HOUR_MS)
  await offerWhole(scene)
  if ((await count()) !== 1) wrong.push(`a day was settled ${await count()} times`)
}
