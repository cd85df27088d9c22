import { setTimeout as sleep } from 'node:timers/promises'
import {
  depositAddress,
  placeSubscription,
  publishOrder,
  setReceivingAccount,
  walletSummary,
} from '@banyan/domain'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { DemoMember } from '../bootstrap/seed/member.ts'
import { receive } from '../bootstrap/seed/operators.ts'
import { callHook } from '../bootstrap/seed/patient-fetch.ts'
import { founding } from '../bootstrap/seed/story.ts'
import type { SeedContext } from '../bootstrap/seeding.ts'
import { terms } from './members.ts'

const MEMBERS = 60
const SELLERS = 12
const HOUR_MS = 3_600_000

/** Sixty members with USDT and coins of their own, and what those who sell have on the market. */
export interface DrillCommunity {
  buyers: { member: DemoMember; voucher: string }[]
  offers: { seller: DemoMember; id: string }[]
  /** How far the clock of the platform is ahead, milliseconds. */
  shiftMs: number
}

/** Founds the platform, and lets sixty members join, recharge, subscribe and get their coins. */
export async function makeCommunity(context: SeedContext): Promise<DrillCommunity> {
  await receive(context, 'founding', founding)
  const members = await joinAll(context)
  for (const member of members) {
    const { address } = await member.ask(depositAddress)
    await context.chain.send(address, '1000')
  }
  await context.chain.mine(16)
  for (const member of members) await untilCredited(member)
  for (const member of members)
    await member.act(placeSubscription, { body: { amount: '100', promptId: null } })
  // A first order waits for a day, and then for the next cut-off.
  const shiftMs = 48 * HOUR_MS
  await moveClock(context, shiftMs)
  await callHook(context.baseUrl, '/test/settle', {})
  const [sellers, buyers] = [members.slice(0, SELLERS), members.slice(SELLERS)]
  const offers = await Promise.all(sellers.map(publishBig))
  const vouchers = await Promise.all(buyers.map((member, n) => member.uploadVoucher(n)))
  return {
    offers,
    buyers: buyers.map((member, n) => ({ member, voucher: vouchers[n] ?? '' })),
    shiftMs,
  }
}

/** Moves the clock of the platform and of the chain. */
export async function moveClock({ chain, baseUrl }: SeedContext, shiftMs: number): Promise<void> {
  await chain.setTimeOffset(shiftMs)
  await callHook(baseUrl, '/test/clock', { shiftMs })
}

/** A few at once: each password is hashed for a fifth of a second. */
async function joinAll({ baseUrl, rootInviteCode }: SeedContext): Promise<DemoMember[]> {
  const members: DemoMember[] = []
  const one = async (n: number): Promise<void> => {
    const member = await DemoMember.join(baseUrl, `Drill ${n}`, rootInviteCode)
    await member.settleIn()
    members.push(member)
  }
  for (let n = 0; n < MEMBERS; n += 4) await Promise.all([n, n + 1, n + 2, n + 3].map(one))
  return members
}

async function publishBig(seller: DemoMember): Promise<{ seller: DemoMember; id: string }> {
  const { paymentPassword } = seller.account
  await seller.ask(setReceivingAccount, {
    // An address of each seller's own: amounts of trades are distinguished by the address they are paid to.
    body: {
      bsc: privateKeyToAddress(generatePrivateKey()),
      tron: null,
      contact: '@seller',
      paymentPassword,
    },
  })
  const { id } = await seller.act(publishOrder, { body: terms('60') })
  return { seller, id }
}

async function untilCredited(member: DemoMember): Promise<void> {
  const giveUpAt = performance.now() + 120_000
  for (;;) {
    const { assets } = await member.ask(walletSummary)
    if (Number(assets.find(({ asset }) => asset === 'USDT')?.available ?? 0) > 0) return
    if (performance.now() > giveUpAt) throw new Error('a recharge was not credited in two minutes')
    await sleep(200)
  }
}
