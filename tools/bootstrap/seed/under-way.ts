import {
  appealTrade,
  cancelWithdrawal,
  createWithdrawal,
  sayInChat,
  type TradeView,
} from '@banyan/domain'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { SeedContext } from '../seeding.ts'
import type { Community, Inhabitant } from './community.ts'
import type { DemoMarket } from './market.ts'
import { type Asked, payWithdrawal, refuseAsked } from './payouts.ts'
import { underWay, withdrawals } from './story.ts'

/* The open trades and withdrawals that a visitor finds: a trade at each stage that waits for a person. */

type Pair = { readonly buyer: number; readonly seller: number }

interface Scene {
  community: Community
  market: DemoMarket
}

/** Shortly before the visitor comes: a trade that is paid for, and that its seller does not release in time. */
export async function forgetRelease(scene: Scene): Promise<void> {
  const { seller } = underWay.overdue
  const offer = { quantity: 30, overGuideBps: 0, minQuantity: 10, concessionBps: 0 }
  await scene.market.publish(scene.community.at(seller), offer)
  await take(scene, underWay.overdue, { isPaid: true })
}

/** Today: a trade to be paid, one that is paid, and one in appeal, with its messages. */
export async function leaveTradesOpen(scene: Scene): Promise<void> {
  await take(scene, underWay.toPay)
  const paid = await take(scene, underWay.paid, { isPaid: true })
  await say(paid.buyer, paid.trade, '已付款，请查收。')
  await say(paid.seller, paid.trade, '收到通知了，核对到账后就放币。')
  const { buyer, seller, trade } = await take(scene, underWay.inAppeal, { isPaid: true })
  await say(buyer, trade, '已从交易所转出，哈希已提交，请再核对一下。')
  await seller.member.act(appealTrade, {
    params: { id: trade.id },
    body: { reason: 'not_received', text: '示例：钱包里还没有看到这笔款。' },
  })
}

/** Two withdrawals that operators decide when their addresses have cooled. */
export async function askEarly(community: Community): Promise<{ paid: Asked; refused: Asked }> {
  return {
    paid: await ask(community, withdrawals.paid),
    refused: await ask(community, withdrawals.refused),
  }
}

/** Three that still wait for an operator when the visitor comes. Returns the one that is reviewed today. */
export async function askToWait(community: Community): Promise<Asked> {
  const [reviewed] = await Promise.all([
    ask(community, withdrawals.reviewed),
    ask(community, withdrawals.requested),
    ask(community, withdrawals.newcomers),
  ])
  return reviewed
}

async function ask(
  community: Community,
  { place, usdt }: { place: number; usdt: string },
): Promise<Asked> {
  const { member } = community.at(place)
  const { id } = await withdraw(community.at(place), usdt)
  return { member, id }
}

/** One of them is paid on the chain, the other is refused. */
export async function decideEarly(
  context: SeedContext,
  { paid, refused }: { paid: Asked; refused: Asked },
): Promise<void> {
  await refuseAsked(context, refused, withdrawals.refused.reason)
  await payWithdrawal(context, paid)
}

/** Today: a withdrawal to an address that has to cool, and one that was taken back. */
export async function askForWithdrawals(community: Community): Promise<void> {
  await ask(community, withdrawals.cooling)
  const { member } = community.at(withdrawals.cancelled)
  const { id } = await withdraw(community.at(withdrawals.cancelled), '60')
  await member.act(cancelWithdrawal, { params: { id } })
}

const withdraw = ({ member }: Inhabitant, amount: string) =>
  member.act(createWithdrawal, {
    body: {
      address: privateKeyToAddress(generatePrivateKey()),
      amount,
      remarks: null,
    },
  })

/** The buyer takes the least of the seller's offer and pays for it where that is asked. */
async function take({ community, market }: Scene, pair: Pair, { isPaid = false } = {}) {
  const [buyer, seller] = [community.at(pair.buyer), community.at(pair.seller)]
  const trade = await market.takeFrom(buyer, seller)
  if (isPaid) await market.pay(buyer, trade, pair.seller + 10)
  return { buyer, seller, trade }
}

const say = ({ member }: Inhabitant, trade: TradeView, text: string) =>
  member.act(sayInChat, { params: { id: trade.id }, body: { text, pictures: [] } })
