import { setTimeout as sleep } from 'node:timers/promises'
import type { CallAnswer } from '@banyan/client'
import { depositAddress, inviteeList, me, placeInvitee, walletSummary } from '@banyan/domain'
import type { SeedContext } from '../seeding.ts'
import { DemoMember } from './member.ts'
import { type Person, people } from './people.ts'

/** A person of the list with their account. */
export interface Inhabitant extends Person {
  readonly place: number
  readonly member: DemoMember
}

/** Everybody who has joined so far, by their place in the list. */
export class Community {
  readonly #context: SeedContext
  readonly #here: (Inhabitant | undefined)[] = []

  constructor(context: SeedContext) {
    this.#context = context
  }

  /** @throws Error when they have not joined yet. */
  at(place: number): Inhabitant {
    const inhabitant = this.#here[place]
    if (!inhabitant) throw new Error(`nobody of place ${place} has joined yet`)
    return inhabitant
  }

  /** The people who have joined, in the order of the list. */
  all(): Inhabitant[] {
    return this.#here.filter(one => one !== undefined)
  }

  /** Those who joined so many days before a day. */
  joined(day: number, daysBefore: number): Inhabitant[] {
    return this.all().filter(one => one.day === day - daysBefore)
  }

  named(nickname: string): Inhabitant {
    const person = this.all().find(one => one.nickname === nickname)
    if (!person) throw new Error(`nobody here is called ${nickname}`)
    return person
  }

  /** The newcomers of a day join, siblings one after the other, and recharge. */
  async welcome(day: number): Promise<void> {
    const places = people.flatMap((person, place) => (person.day === day ? [place] : []))
    // A person who is invited by another newcomer of the day joins after them.
    const inTurn = new Map<number | null, Promise<void>>()
    await Promise.all(
      places.map(async place => {
        const { inviter } = people[place] as Person
        const before = [inTurn.get(inviter), this.#settled.get(inviter ?? -1)]
        const joined = Promise.all(before).then(() => this.#join(place))
        inTurn.set(inviter, joined)
        const settled = joined.then(() => this.at(place).member.settleIn())
        this.#settled.set(place, settled)
        await settled
        await this.#recharge(this.at(place))
      }),
    )
    const rich = this.joined(day, 0).filter(one => one.recharge > 0)
    // Fifteen confirmations and one more: the credit is there before they act on the next day.
    if (rich.length > 0) await this.#context.chain.mine(16)
  }

  /** By place: newcomers who have logged in, and can invite. */
  readonly #settled = new Map<number, Promise<void>>()
  readonly #codes = new Map<number, string>()

  async #recharge({ member, recharge }: Inhabitant): Promise<void> {
    if (recharge === 0) return
    const { address } = await member.ask(depositAddress)
    await this.#context.chain.send(address, `${recharge}`)
  }

  /** A person's invitation code, which does not change. */
  async #codeOf(place: number): Promise<string> {
    const code = this.#codes.get(place) ?? (await this.at(place).member.ask(me)).inviteCode
    this.#codes.set(place, code)
    return code
  }

  async #join(place: number): Promise<void> {
    const person = people[place] as Person
    const code =
      person.inviter === null ? this.#context.rootInviteCode : await this.#codeOf(person.inviter)
    const member = await DemoMember.join(this.#context.baseUrl, person.nickname, code)
    this.#here[place] = { ...person, place, member }
  }

  /** Inviters ask for the places of who came two days ago; the order of requests decides the tree. */
  async askForPlaces(day: number): Promise<void> {
    for (const { inviter, side, nickname } of this.joined(day, 2)) {
      if (inviter === null || side === null) continue
      const { member } = this.at(inviter)
      const { items } = await member.ask(inviteeList, { query: { filter: 'waiting' } })
      const invitee = items.find(one => one.nickname === nickname)
      if (!invitee) throw new Error(`${nickname} is not on the inviter's list`)
      await member.act(placeInvitee, { body: { invitee: invitee.id, choice: side } })
    }
  }
}

/** What a member has, as soon as what was sent to their address is in the account. */
export async function onceCredited({
  member,
  nickname,
}: Inhabitant): Promise<CallAnswer<typeof walletSummary>> {
  const giveUpAt = Date.now() + 60_000
  while (Date.now() < giveUpAt) {
    const summary = await member.ask(walletSummary)
    const usdt = summary.assets.find(one => one.asset === 'USDT')
    if (Number(usdt?.available ?? 0) > 0) return summary
    await sleep(150)
  }
  throw new Error(`the recharge of ${nickname} was not credited within a minute`)
}
