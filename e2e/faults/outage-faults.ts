import { randomBytes } from 'node:crypto'
import { getTrade, parseAmount, payTrade, releaseTrade } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import { clockOf, cutOffsBetween, HOUR_MS, moveClock, settlements } from './clock.ts'
import { type Fault, seconds } from './fault.ts'
import { type Scene, takeWhole } from './scene.ts'
import type { Buyer } from './traffic.ts'

/** How long the server was off, by the clock of the platform. */
const OUTAGES_MS = [HOUR_MS, 26 * HOUR_MS, 8 * 24 * HOUR_MS]
/** A heartbeat is written every five seconds: what was since the last one counts as outage too. */
const TO_THE_BEAT_MS = 15_000
const SETTLED_MS = 600_000

interface Outcome {
  /** From the end of the start. */
  actsMs: number
  settledMs: number
  periods: number
  /** How far the deadline moved beyond the outage. */
  beyondMs: number
}

/** R6. The product is stopped, and when it starts again it is an hour, a day or a week later. */
export const outageFaults: Fault = {
  what: 'the product is stopped with a trade under way and starts again 1 h, 26 h and 8 days later by its clock',
  bound:
    'the trade has the time that it had left and is paid; each settlement that was missed is run once; expired orders are given back',
  run: async scene => {
    const wrong: string[] = []
    const outcomes: Outcome[] = []
    for (const [n, ms] of OUTAGES_MS.entries()) {
      const buyer = scene.beside.buyers[n]
      if (!buyer) throw new Error('too few people for the outages')
      outcomes.push(await offFor(scene, ms, buyer, wrong))
    }
    const most = (of: keyof Outcome) => Math.max(...outcomes.map(one => one[of]))
    const periods = outcomes.reduce((sum, one) => sum + one.periods, 0)
    const figure =
      `${periods} settlements missed and run, all within ${seconds(most('settledMs'))}; acts acknowledged ` +
      `after ${seconds(most('actsMs'))} at most; the deadlines moved by the outage and ${seconds(most('beyondMs'))} at most`
    return { figure, wrong }
  },
}

async function offFor(
  scene: Scene,
  ms: number,
  { person, voucher }: Buyer,
  wrong: string[],
): Promise<Outcome> {
  const { product, traffic, beside } = scene
  const taken = await takeWhole(scene, person)
  const takenMs = performance.now()
  const params = { id: taken.id }
  await traffic.pause()
  const before = await settlements(product.databaseUrl)
  await product.stop()
  let periods = 0
  await product.whileOff(async url => {
    const from = await clockOf(url)
    await moveClock(url, ms)
    periods = cutOffsBetween(from, await clockOf(url))
  })
  await product.startAgain()
  const began = performance.now()
  traffic.resume()
  const actsMs = await scene.recovered(began)
  const view = await person.ask(getTrade, { params })
  const beyondMs = Date.parse(view.paymentDeadline) - Date.parse(taken.paymentDeadline) - ms
  if (beyondMs < 0 || beyondMs > TO_THE_BEAT_MS + (performance.now() - takenMs))
    wrong.push(`after ${ms} ms off, a deadline had moved by ${beyondMs} ms more than that`)
  if (view.state !== 'unpaid') wrong.push(`after ${ms} ms off, a trade was ${view.state}`)
  const paid = await person.act(payTrade, {
    params,
    body: { vouchers: [voucher], hash: randomBytes(32).toString('hex') },
  })
  if (paid === null) wrong.push(`after ${ms} ms off, a trade could not be paid`)
  const released = await beside.seller.act(releaseTrade, { params })
  if (released === null) wrong.push(`after ${ms} ms off, a trade could not be released`)
  else scene.reference.bought(person.account.accountId, parseAmount(taken.dealQuantity))
  await until(
    'the settlements that were missed are run',
    async () => (await settlements(product.databaseUrl)).published - before.published >= periods,
    { ms: SETTLED_MS, everyMs: 200 },
  )
  const settledMs = performance.now() - began
  const after = await settlements(product.databaseUrl)
  if (after.published - before.published !== periods)
    wrong.push(`${after.published - before.published} settlements were run for ${periods} periods`)
  if (after.gaps !== 0) wrong.push(`${after.gaps} periods have no settlement`)
  return { actsMs, settledMs, periods, beyondMs }
}
