import { formatAmount, parseAmount } from '@banyan/domain'
import { mailAddressOf, people } from '@banyan/tools/people'
import { newAddress } from '@banyan/tools/testchain/beside'
import { until } from '@banyan/tools/until'
import { Inbox } from '../inbox.ts'
import type { Member } from '../matrix/caller.ts'
import { approveAll } from './approving.ts'
import type { DemoSystem, Person } from './system.ts'

/** Typed amounts have two decimals. */
const CENT = 10_000n
/** The largest payout of the demonstration's signer; the amount that arrives is the fee less. */
const MOST = parseAmount('2000')
/** No withdrawal was handed over for this long: the rest waits for another hour or day. */
const QUIET_MS = 3_000

/** Members who withdraw everything they have, each to an address of their own. */
export class Leaving {
  readonly addresses = new Map<string, string>()
  readonly #system: DemoSystem
  readonly #inbox: Inbox
  /** Requested withdrawals, and the causes that paused payouts. */
  asked = 0
  readonly pauses = new Set<string>()

  constructor(system: DemoSystem) {
    this.#system = system
    this.#inbox = new Inbox(system.product.inboxUrl)
  }

  /**
   * All of these members request, two operators approve, and the signer pays, until nothing is left
   * to request.
   */
  async all(leavers: readonly Person[]): Promise<void> {
    const system = this.#system
    let waiting = leavers
    let before = ''
    for (let round = 0; ; round++) {
      if (round > 200) throw new Error('withdrawals do not come to an end')
      let asked = 0
      const more: Person[] = []
      for (const one of waiting) {
        const answer = await this.#ask(one)
        asked += Number(answer.asked)
        if (answer.mayAskMore) more.push(one)
      }
      waiting = more
      await approveAll(system)
      const pause = await this.#paid()
      if (pause) this.pauses.add(pause)
      const open = await this.#states()
      this.asked += asked
      console.log(
        `  day ${system.day}: ${asked} asked for, ${describeStates(open)}${pause ? `; ${pause}` : ''}`,
      )
      if (waiting.length === 0 && open.size === 0) return
      // An hour is enough unless the last one brought nothing: then it takes a day.
      const isOneHour = pause === 'hourlyLimit' && describeStates(open) !== before
      before = describeStates(open)
      if (isOneHour) await system.later(1.05)
      else {
        await system.nextDay()
        // Withdrawals that were requested after the cut-off of the day before have cooled.
        await system.later(1)
      }
    }
  }

  /**
   * Requests as much as is allowed now. Returns whether it requested anything, and whether
   * something is left.
   */
  async #ask(person: Person): Promise<{ asked: boolean; mayAskMore: boolean }> {
    const member = await this.#system.member(person)
    const terms = await member.get('/api/withdrawals/terms')
    const [available, left] = [parseAmount(terms.available), parseAmount(terms.leftToday)]
    const most = [available, left, MOST].reduce((a, b) => (a < b ? a : b))
    const amount = most - (most % CENT)
    const minimum = parseAmount(terms.minimum)
    if (amount < minimum) return { asked: false, mayAskMore: available >= minimum }
    const address = this.addresses.get(person.accountId) ?? newAddress()
    this.addresses.set(person.accountId, address)
    await member.post('/api/withdrawals', {
      address,
      amount: formatAmount(amount),
      remarks: null,
      ...(terms.emailCodeNeeded && { emailCode: await this.#code(member, person) }),
      paymentPassword: member.account.paymentPassword,
    })
    return { asked: true, mayAskMore: available - amount >= minimum }
  }

  async #code(member: Member, { nickname }: Person): Promise<string> {
    await member.post('/api/email/code', { purpose: 'withdraw' })
    const place = people.findIndex(one => one.nickname === nickname)
    return this.#inbox.codeTo(mailAddressOf(place))
  }

  /**
   * Waits while withdrawals are handed over, and then for the blocks of the last. Returns the cause
   * that pauses the rest.
   */
  async #paid(): Promise<string | null> {
    let last = ''
    let since = performance.now()
    await until(
      'payouts',
      async () => {
        const states = await this.#states()
        const seen = describeStates(states)
        if (seen !== last) since = performance.now()
        last = seen
        if (states.has('handed')) return false
        if (states.has('released')) return performance.now() - since > QUIET_MS
        return !states.has('signed') && !states.has('sent')
      },
      { ms: 300_000, everyMs: 500 },
    )
    const [administrator] = await this.#system.operators('administrator')
    const { pause } = await administrator.get('/api/operator/payouts')
    return (await this.#states()).has('released') ? pause : null
  }

  async #states(): Promise<Map<string, number>> {
    const rows = await this.#system.sql<{ state: string; count: number }>(
      `select state, count(*)::int as count from withdrawal
       where state not in ('paid', 'refused', 'cancelled', 'returned') group by 1 order by 1`,
    )
    return new Map(rows.map(one => [one.state, one.count]))
  }
}

const describeStates = (states: ReadonlyMap<string, number>): string =>
  [...states].map(([state, count]) => `${count} ${state}`).join(', ') || 'none open'
