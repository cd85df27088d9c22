import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  cancelOrder,
  depositAddress,
  depositList,
  me,
  ownOrders,
  parseAmount,
  publishOrder,
  publishTerms,
  setReceivingAccount,
  statement,
  takeOrder,
  walletSummary,
} from '@banyan/domain'
import type { Act } from '@banyan/tools/acting'
import { DemoMember } from '@banyan/tools/demo-member'
import { until } from '@banyan/tools/until'
import type { Product } from '../product.ts'
import { startSeeded } from '../seeded.ts'
import { Chance } from './chance.ts'
import { callNode, type Disturbed } from './disturb.ts'
import { MailProxy } from './mail-proxy.ts'
import { NodeProxy } from './node-proxy.ts'
import { type Calls, Person } from './person.ts'
import { type Balances, differencesFrom, Reference } from './reference.ts'
import { type Buyer, beginTraffic, type Traffic } from './traffic.ts'
import { Trouble, type TroubleShares } from './trouble.ts'

const SELLERS = 4
const BUYERS = 11
/** Buyers of them who act in scripts only. */
const BESIDE = 3
/** Orders that a seller has coins for, at least. */
const ORDERS = 3n
const RECEIVING = '0x52908400098527886E0F7030069857D2E4169EE7'
/** The server asks three nodes, of which two must agree. */
const NODES = 3
const VIA = join(import.meta.dirname, 'via.mjs')
const NO_TROUBLE: TroubleShares = { repeated: 0, lost: 0, delayed: 0 }

/** Millionths of a coin that came by a settlement. */
interface Paid {
  leaf: bigint
  usdt: bigint
}

/** A recharge that was sent on the chain. */
export interface Recharge {
  person: Person
  amount: bigint
  hash: string
}

/** Who and what the scripts act with. */
interface Beside {
  seller: Person
  buyers: readonly Buyer[]
  /** The least LEAF of an order. */
  offered: string
}

interface Parts {
  disturbed: Disturbed
  calls: Calls
  trouble: Trouble
  /** Whose balances are compared: everybody but the seller of the scripts. */
  people: readonly Person[]
  reference: Reference
  /** What settlements had paid each of them before. */
  paidBefore: ReadonlyMap<Person, Paid>
  traffic: Traffic
  beside: Beside
  nodes: readonly NodeProxy[]
  mail: MailProxy
}

/** What a run ends with. */
export interface Verdict {
  acts: readonly Act[]
  recharges: { sent: number; onChain: number }
  /** Everything that must not be; empty when all is well. */
  wrong: string[]
}

/**
 * The product as `npm start` runs it over a copy of the demo community, with members who act on it
 * all the time, and a reference of what they must have.
 */
export class Scene {
  readonly #parts: Parts
  readonly #recharges: Recharge[] = []

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Starts the product and lets the members begin. */
  static async open(seed: number, shares: TroubleShares = NO_TROUBLE): Promise<Scene> {
    const chance = new Chance(seed)
    const dataDir = mkdtempSync(join(tmpdir(), 'banyan-faults-'))
    const nodes = await Promise.all(Array.from({ length: NODES }, () => NodeProxy.start(dataDir)))
    const mail = await MailProxy.start(dataDir)
    const product = await startSeeded(dataDir, {
      RATE_LIMIT_SCALE: '1000',
      // The product does not open on a moved clock without it.
      TEST_HOOKS: '1',
      NODE_OPTIONS: `--import ${VIA}`,
      VIA_CHAIN_RPC_URLS: nodes.map(({ url }) => url).join(','),
      VIA_SMTP_URL: mail.url,
    })
    const trouble = new Trouble(chance, shares)
    const calls: Calls = { baseUrl: product.appUrl, fetch: trouble.fetch, acts: [] }
    const [seller, ...sellers] = await findSellers(product, calls)
    if (!seller || sellers.length === 0)
      throw new Error('fewer than two of the demo community can sell')
    const buyers = await joinBuyers(calls, seller)
    const people = [...sellers, ...buyers.map(({ person }) => person)]
    const reference = new Reference()
    for (const person of people) reference.begin(person.account.accountId, await balancesOf(person))
    const paidBefore = new Map<Person, Paid>()
    for (const person of people) paidBefore.set(person, await paidTo(person))
    const terms = await seller.ask(publishTerms)
    const market = { offered: terms.minQuantity }
    const feeBps = BigInt(terms.feeBps)
    const trading = { sellers, buyers: buyers.slice(BESIDE), ...market, feeBps, reference, chance }
    const { rpcUrl } = await askWallet<{ rpcUrl: string }>(product, '/api/info')
    const beside = {
      seller,
      buyers: buyers.slice(0, BESIDE),
      ...market,
    }
    const disturbed = { product, dataDir, rpcUrl, chance }
    const parts = { disturbed, calls, trouble, people, reference, paidBefore, beside, nodes, mail }
    return new Scene({ ...parts, traffic: beginTraffic(trading) })
  }

  get product(): Product {
    return this.#parts.disturbed.product
  }

  get acts(): readonly Act[] {
    return this.#parts.calls.acts
  }

  get traffic(): Traffic {
    return this.#parts.traffic
  }

  get reference(): Reference {
    return this.#parts.reference
  }

  get trouble(): Trouble {
    return this.#parts.trouble
  }

  get disturbed(): Disturbed {
    return this.#parts.disturbed
  }

  /** Who act in scripts, beside the traffic. */
  get beside(): Beside {
    return this.#parts.beside
  }

  /** How often each act was done. */
  get done(): ReadonlyMap<string, number> {
    return this.#parts.traffic.done
  }

  /**
   * The time until an act that began after `sinceMs` was acknowledged, in milliseconds.
   * @throws Error when none is within four minutes.
   */
  async recovered(sinceMs: number): Promise<number> {
    const first = await until(
      () => `an act is acknowledged again (${this.#obstacles()})`,
      () => {
        const later = this.acts.filter(
          ({ begunAt, outcome }) => begunAt > sinceMs && outcome === 'done',
        )
        return later.length > 0 && Math.min(...later.map(({ endedAt }) => endedAt))
      },
      { ms: 240_000, everyMs: 20 },
    )
    return first - sinceMs
  }

  /** What was refused, by act and code with its number, and the last surprises. */
  #obstacles(): string {
    const refused = new Map<string, number>()
    for (const { operation, code } of this.acts)
      if (code !== undefined) {
        const what = `${operation} ${code}`
        refused.set(what, (refused.get(what) ?? 0) + 1)
      }
    const counts = [...refused].map(([what, times]) => `${what}: ${times} times`)
    return [...counts, ...this.#parts.traffic.surprises.slice(-5)].join('; ')
  }

  /** Makes more trouble on the network while something is done. */
  async withTrouble(shares: TroubleShares, work: () => Promise<void>): Promise<void> {
    const before = this.trouble.shares
    this.trouble.shares = shares
    try {
      await work()
    } finally {
      this.trouble.shares = before
    }
  }

  /** The chain's nodes, as the server reaches them. */
  get nodes(): readonly NodeProxy[] {
    return this.#parts.nodes
  }

  /** The mail server, as the server reaches it. */
  get mail(): MailProxy {
    return this.#parts.mail
  }

  /** Every member is given their address: one that is given out later is in no earlier backup. */
  async giveAddresses(): Promise<void> {
    for (const person of this.#parts.people) await person.ask(depositAddress)
  }

  /** A member recharges through the demo wallet. */
  async recharge(): Promise<Recharge> {
    const { chance } = this.disturbed
    const person = chance.pick(this.#parts.people)
    const { address } = await person.ask(depositAddress)
    const amount = chance.between(20, 60)
    const { hash } = await askWallet<{ hash?: string }>(this.product, '/api/send', {
      to: address,
      amount: String(amount),
    })
    if (!hash) throw new Error('the demo wallet has sent nothing')
    const recharge = { person, amount: parseAmount(String(amount)), hash }
    this.#recharges.push(recharge)
    return recharge
  }

  /** Whether its member sees a recharge as credited. */
  async isCredited({ person, hash }: Recharge): Promise<boolean> {
    const { items } = await person.ask(depositList, { query: {} })
    return items.some(one => one.hash === hash && one.state === 'credited')
  }

  /** Waits until a recharge is credited. */
  async credited(recharge: Recharge, ms: number): Promise<void> {
    await until('the recharge is credited', () => this.isCredited(recharge), { ms, everyMs: 100 })
  }

  /**
   * Lets the members finish, and compares everything. The product still runs.
   *
   * @param expected an invariant whose breaches the faults explain.
   */
  async judge(expected: string | null = null): Promise<Verdict> {
    await this.#parts.traffic.stop()
    const standing = await this.#standing()
    for (const { person, amount } of standing)
      this.#parts.reference.recharged(person.account.accountId, amount)
    for (const person of this.#parts.people) {
      const before = this.#parts.paidBefore.get(person)
      if (!before) throw new Error(`${person.account.accountId} was not there at the beginning`)
      const now = await paidTo(person)
      const paid = { leaf: now.leaf - before.leaf, usdt: now.usdt - before.usdt }
      this.#parts.reference.paid(person.account.accountId, paid)
    }
    const wrong = await this.#whenCredited()
    wrong.push(...this.#parts.traffic.surprises)
    wrong.push(...this.trouble.differences.map(text => `another answer to the same key: ${text}`))
    wrong.push(...this.trouble.faults)
    for (const { operation, key } of this.acts.filter(({ outcome }) => outcome === 'unknown'))
      wrong.push(`${operation} ${key} was never answered`)
    for (const check of ['reconcile', 'verify'] as const) {
      const { code, output } = await this.product[check]()
      const said = output.split('\n').filter(line => line !== '' && !line.endsWith(': ok'))
      const breaches = said.filter(line => line.startsWith('  '))
      const isExplained =
        code === 1 &&
        breaches.length > 0 &&
        breaches.every(line => expected !== null && line.startsWith(`  ${expected}: `))
      if (code !== 0 && !isExplained)
        wrong.push(`${check} ended with ${code}: ${said.join('\n').slice(-2_000)}`)
    }
    const recharges = { sent: this.#recharges.length, onChain: standing.length }
    return { acts: this.acts, recharges, wrong }
  }

  async close(): Promise<void> {
    await this.product.stop()
    for (const node of this.nodes) await node.stop()
    await this.mail.stop()
    rmSync(this.disturbed.dataDir, { recursive: true, force: true })
  }

  /** The recharges that the chain still has: a block that was taken back has lost others. */
  async #standing(): Promise<Recharge[]> {
    const receipts = await Promise.all(
      this.#recharges.map(({ hash }) =>
        callNode<object | null>(this.disturbed.rpcUrl, 'eth_getTransactionReceipt', [hash]),
      ),
    )
    return this.#recharges.filter((_, i) => receipts[i] !== null)
  }

  /** Waits until every recharge is credited; returns what still differs then. */
  async #whenCredited(): Promise<string[]> {
    let differences: string[] = []
    const compare = async () => {
      const shown = new Map<string, Balances>()
      for (const person of this.#parts.people)
        shown.set(person.account.accountId, await balancesOf(person))
      differences = differencesFrom(this.#parts.reference.balances, shown)
      return differences.length === 0
    }
    await until('the balances are those of the acts', compare, {
      ms: 60_000,
      everyMs: 1_000,
    }).catch(() => {})
    return differences
  }
}

/** A call of the demo wallet's own API. */
async function askWallet<T>({ walletUrl }: Product, path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json', origin: new URL(walletUrl).origin }
  const sent = body && { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(new URL(path, walletUrl), sent)
  return (await response.json()) as T
}

/** Members of the demo community with enough coins to sell, whom nothing holds back. */
async function findSellers(product: Product, calls: Calls): Promise<Person[]> {
  const sellers: Person[] = []
  for (const account of product.demoAccounts) {
    const person = await Person.login(calls, account)
    await withdrawOrders(person)
    const { leaf, usdt } = await balancesOf(person)
    const terms = await person.ask(publishTerms)
    const { now, max } = terms.openOrders.sell
    const isFree = terms.frozenUntil === null && terms.networks.includes('BSC') && max - now >= 3
    // A trade or a subscription that the reference does not know would move coins at its time.
    const isAlone = leaf.escrow === 0n && usdt.frozen === 0n
    if (leaf.available > ORDERS * parseAmount(terms.minQuantity) && isFree && isAlone)
      sellers.push(person)
    if (sellers.length === SELLERS) return sellers
  }
  return sellers
}

/** Takes the orders off the market that the demo community has left there. */
async function withdrawOrders(person: Person): Promise<void> {
  const { items } = await person.ask(ownOrders, { query: { limit: 100 } })
  for (const { id, version, moves } of items)
    if (moves.includes('cancel'))
      await person.act(cancelOrder, { params: { id }, body: { version } })
}

async function joinBuyers(calls: Calls, inviter: Person): Promise<Buyer[]> {
  const { inviteCode } = await inviter.ask(me)
  const buyers: Buyer[] = []
  for (let n = 0; n < BUYERS; n++) {
    const member = await DemoMember.join(calls.baseUrl, `Buyer ${n} of faults`, inviteCode)
    await member.settleIn()
    const { paymentPassword } = member.account
    const body = { bsc: RECEIVING, tron: null, contact: '@buyer', paymentPassword }
    await member.ask(setReceivingAccount, { body })
    const voucher = await member.uploadVoucher(n)
    buyers.push({ person: await Person.login(calls, member.account), voucher })
  }
  return buyers
}

async function balancesOf(person: Person): Promise<Balances> {
  const { assets } = await person.ask(walletSummary)
  const of = (asset: 'LEAF' | 'USDT') => {
    const found = assets.find(one => one.asset === asset)
    const amount = (text = '0') => parseAmount(text)
    return {
      available: amount(found?.available),
      escrow: amount(found?.escrow),
      frozen: amount(found?.frozen),
    }
  }
  const [leaf, usdt] = [of('LEAF'), of('USDT')]
  return {
    leaf: { available: leaf.available, escrow: leaf.escrow },
    usdt: { available: usdt.available, frozen: usdt.frozen },
  }
}

const signed = (amount: string): bigint =>
  amount.startsWith('-') ? -parseAmount(amount.slice(1)) : parseAmount(amount)

/** What settlements have paid a person, by all lines of the statement that no act of their own makes. */
async function paidTo(person: Person): Promise<Paid> {
  const paid = { leaf: 0n, usdt: 0n }
  for (const group of ['earnings', 'activation', 'split', 'rest'] as const) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = { limit: 100, group, ...(cursor && { cursor }) }
      const { items, nextCursor } = await person.ask(statement, { query: page })
      for (const { account, asset, amount } of items)
        if (account === 'available') paid[asset === 'LEAF' ? 'leaf' : 'usdt'] += signed(amount)
      cursor = nextCursor
    }
  }
  return paid
}

/** The seller of the scripts offers the least of an order at the guide price, to be taken whole. */
export async function offerWhole({ beside: { seller, offered } }: Scene) {
  const { guidePrice: price } = await seller.ask(publishTerms)
  const body = { price, minQuantity: offered, maxQuantity: offered, concessionBps: 0 }
  const order = await seller.act(publishOrder, {
    body: { ...body, quantity: offered, networks: ['BSC'] },
  })
  if (order === null) throw new Error('the order of the scripts was refused')
  return order
}

/** A buyer of the scripts takes such an order. Returns the trade, which is not paid. */
export async function takeWhole(scene: Scene, buyer: Person) {
  const { id, version } = await offerWhole(scene)
  const body = { quantity: scene.beside.offered, network: 'BSC', version }
  const trade = await buyer.act(takeOrder, { params: { id }, body })
  if (trade === null) throw new Error('the take of the scripts was refused')
  return trade
}
