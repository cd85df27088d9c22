import { randomBytes } from 'node:crypto'
import {
  agreeWithOpinion,
  appealTrade,
  askReview,
  CENT,
  caseList,
  type DisputeReason,
  disagreeWithOpinion,
  floorToStep,
  formatAmount,
  giveOpinion,
  openCaseEvidence,
  parseAmount,
  payTrade,
  sayInChat,
  showOpinions,
  stateInDispute,
  type TradeView,
  takeCase,
} from '@banyan/domain'
import { type OperatorClient, signInOperator } from '../operator-client.ts'
import type { SeedContext } from '../seeding.ts'
import {
  appealedQuantity,
  inParts,
  type Opinion,
  unpaid,
  unreleased,
  unseen,
} from './appeals-story.ts'
import type { Community, Inhabitant } from './community.ts'
import type { DemoMarket } from './market.ts'
import { patientFetch } from './patient-fetch.ts'

type Half = 'morning' | 'afternoon'

/** A trade with its parties. */
interface Scene {
  readonly buyer: Inhabitant
  readonly seller: Inhabitant
  readonly trade: TradeView
}

/** The appeals of the last days: who claims what, and what arbitrators have said so far. */
export class DemoAppeals {
  readonly #context: SeedContext
  readonly #community: Community
  readonly #market: DemoMarket
  readonly #scenes = new Map<object, Scene>()
  /** The cases by what they are about. */
  readonly #cases = new Map<object, string>()

  constructor(context: SeedContext, community: Community, market: DemoMarket) {
    this.#context = context
    this.#community = community
    this.#market = market
  }

  /** What belongs to a half of a day of the community's life. */
  async liveOn(day: number, half: Half): Promise<void> {
    const acts = [
      { on: inParts.openedOn, half: 'morning', act: () => this.#payAPart() },
      { on: inParts.openedOn, half: 'afternoon', act: () => this.#payTheRest() },
      { on: inParts.openedOn + 1, half: 'morning', act: () => this.#disagree() },
      { on: unpaid.openedOn, half: 'morning', act: () => this.#claimWithoutPaying() },
      { on: unpaid.openedOn, half: 'afternoon', act: () => this.#hear(unpaid) },
      { on: unpaid.openedOn + 1, half: 'morning', act: () => this.#agree() },
      { on: unpaid.openedOn + 1, half: 'afternoon', act: () => this.#askReview() },
      { on: unseen.openedOn, half: 'morning', act: () => this.#overlook() },
      { on: unseen.openedOn, half: 'afternoon', act: () => this.#hear(unseen) },
    ]
    const due = acts.filter(one => one.on === day && one.half === half)
    await Promise.all(due.map(({ act }) => act()))
  }

  /** Shortly before the visitor comes: a trade that is paid for and not released in time. */
  async forgetRelease(): Promise<void> {
    const scene = await this.#trade(unreleased)
    await this.#market.pay(scene.buyer, scene.trade, 44)
    await say(scene.buyer, scene.trade, unreleased.chat)
  }

  /** Today its buyer appeals and its seller answers. */
  async claimRelease(): Promise<void> {
    const { buyer } = this.#sceneOf(unreleased)
    await this.#appeal(unreleased, buyer, 'paid_not_released', unreleased.appeal)
    await this.#state(unreleased, 'seller', unreleased.answer)
  }

  async #payAPart(): Promise<void> {
    const { buyer, seller, trade } = await this.#trade(inParts)
    const whole = parseAmount(trade.paymentAmount)
    const part = floorToStep((whole * BigInt(inParts.firstPart)) / 100n, CENT)
    await this.#market.pay(buyer, { ...trade, paymentAmount: formatAmount(part) }, 41)
    await say(buyer, trade, inParts.chat)
    await this.#appeal(inParts, seller, 'wrong_amount', inParts.appeal)
  }

  async #payTheRest(): Promise<void> {
    const { trade } = this.#sceneOf(inParts)
    const whole = parseAmount(trade.paymentAmount)
    const part = floorToStep((whole * BigInt(inParts.firstPart)) / 100n, CENT)
    const hash = await this.#context.chain.send(trade.payTo, formatAmount(whole - part))
    await this.#state(inParts, 'buyer', inParts.answer(hash))
    await this.#opine(inParts, inParts.first)
  }

  async #disagree(): Promise<void> {
    const { arbitrator, params } = await this.#sitDown(inParts)
    await arbitrator.act(showOpinions, { params })
    await arbitrator.act(disagreeWithOpinion, { params, body: inParts.second })
  }

  async #claimWithoutPaying(): Promise<void> {
    const { buyer, seller, trade } = await this.#trade(unpaid)
    const vouchers = [await buyer.member.uploadVoucher(unpaid.voucher)]
    const hash = `0x${randomBytes(32).toString('hex')}`
    await buyer.member.act(payTrade, { params: { id: trade.id }, body: { vouchers, hash } })
    await this.#appeal(unpaid, seller, 'not_received', unpaid.appeal)
  }

  async #agree(): Promise<void> {
    const { arbitrator, params } = await this.#sitDown(unpaid)
    await arbitrator.act(showOpinions, { params })
    await arbitrator.act(agreeWithOpinion, { params, body: { reasons: unpaid.agreement } })
  }

  async #askReview(): Promise<void> {
    const { buyer, trade } = this.#sceneOf(unpaid)
    const body = { text: unpaid.review, pictures: [] }
    await buyer.member.act(askReview, { params: { id: trade.id }, body })
  }

  async #overlook(): Promise<void> {
    const { buyer, seller, trade } = await this.#trade(unseen)
    await this.#market.pay(buyer, trade, 42)
    await this.#appeal(unseen, seller, 'not_received', unseen.appeal)
  }

  /** The buyer answers, and the first arbitrator gives an opinion. */
  async #hear(about: typeof unpaid | typeof unseen): Promise<void> {
    await this.#state(about, 'buyer', about.answer)
    await this.#opine(about, about.opinion)
  }

  /** The seller offers the coins of this trade, and the buyer takes all of them. */
  async #trade(about: { buyer: number; seller: number }): Promise<Scene> {
    const [buyer, seller] = [this.#community.at(about.buyer), this.#community.at(about.seller)]
    const quantity = appealedQuantity
    const offer = { quantity, overGuideBps: 0, minQuantity: quantity, concessionBps: 0 }
    await this.#market.publish(seller, offer)
    const scene = { buyer, seller, trade: await this.#market.takeFrom(buyer, seller) }
    this.#scenes.set(about, scene)
    return scene
  }

  #sceneOf(about: object): Scene {
    const scene = this.#scenes.get(about)
    if (!scene) throw new Error('an appeal is of a trade that was made before')
    return scene
  }

  async #appeal(
    about: object,
    { member }: Inhabitant,
    reason: DisputeReason,
    text: string,
  ): Promise<void> {
    const params = { id: this.#sceneOf(about).trade.id }
    const { dispute } = await member.act(appealTrade, { params, body: { reason, text } })
    if (dispute) this.#cases.set(about, dispute.id)
  }

  async #state(about: object, side: 'buyer' | 'seller', text: string): Promise<void> {
    const { trade, ...parties } = this.#sceneOf(about)
    await parties[side].member.act(stateInDispute, { params: { id: trade.id }, body: { text } })
  }

  async #opine(about: object, opinion: Opinion): Promise<void> {
    const { arbitrator, params } = await this.#sitDown(about)
    await arbitrator.act(giveOpinion, { params, body: opinion as never })
  }

  /** The arbitrator to whom the lot has given the free seat takes it, and opens the evidence. */
  async #sitDown(about: object) {
    const id = this.#cases.get(about)
    if (!id) throw new Error('an arbitrator hears a case that was opened before')
    const { operators, operatorsUrl } = this.#context
    for (const one of operators.filter(({ role }) => role === 'arbitrator')) {
      const arbitrator: OperatorClient = await signInOperator(operatorsUrl, one, patientFetch)
      const { items } = await arbitrator.ask(caseList, { query: {} })
      if (!items.find(open => open.id === id)?.drawn) continue
      const { unopened } = await arbitrator.act(takeCase, { params: { id } })
      for (const evidence of unopened)
        await arbitrator.act(openCaseEvidence, { params: { id }, body: { evidence } })
      return { arbitrator, params: { id } }
    }
    throw new Error(`no arbitrator's lot is the free seat of ${id}`)
  }
}

const say = ({ member }: Inhabitant, { id }: TradeView, text: string) =>
  member.act(sayInChat, { params: { id }, body: { text, pictures: [] } })
