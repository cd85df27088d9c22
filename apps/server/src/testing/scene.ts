import { randomBytes } from 'node:crypto'
import {
  addBlock,
  askClosing,
  cancelOrder,
  createWithdrawal,
  me,
  payTrade,
  placeSubscription,
  publishBuyOrder,
  publishOrder,
  requestExchange,
  sayInChat,
  setReceivingAccount,
  type TradeView,
  takeOrder,
  uploadPath,
  uuidOf,
  wireIdOf,
  writeToService,
} from '@banyan/domain'
import sharp from 'sharp'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { HttpSystem } from './http-system.ts'
import { PAYMENT_PASSWORD, type TestMember } from './members.ts'
import { publishedNotice } from './notices.ts'
import { furnishAccounts } from './scene-accounts.ts'
import { furnishDisputes } from './scene-disputes.ts'
import { lockCoins } from './scene-earnings.ts'

export const PAYOUT_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
/** A transaction hash as a buyer would copy it. */
export const drawHash = (): string => `0x${randomBytes(32).toString('hex')}`

/** A system in which two members have one of everything that can be requested by an id. */
export type Scene = Awaited<ReturnType<typeof furnish>>

/** Publishes the seller's order: 500 LEAF at 1.02. */
export const offer = (system: HttpSystem, seller: TestMember, quantity = '500') =>
  system.must(publishOrder, { as: seller, body: orderBody(quantity) })

/** Publishes a buy order of a member at 1.01. */
export const want = (system: HttpSystem, buyer: TestMember, quantity: string) =>
  system.must(publishBuyOrder, { as: buyer, body: buyBody(quantity) })

/** A buy order at 1.01. */
export const buyBody = (quantity: string) => ({
  quantity,
  price: '1.01',
  minQuantity: '1',
  maxQuantity: quantity,
  networks: ['BSC'],
})

/** A sell order at 1.02. */
export const orderBody = (quantity: string) => ({
  quantity,
  price: '1.02',
  minQuantity: '1',
  maxQuantity: quantity,
  concessionBps: 100,
  networks: ['BSC'],
  paymentPassword: PAYMENT_PASSWORD,
})

/** Takes a part of an order in its current state. */
export const takePart = (
  system: HttpSystem,
  buyer: TestMember,
  orderId: string,
  quantity = '20',
): Promise<TradeView> =>
  system.must(takeOrder, {
    as: buyer,
    params: { id: orderId },
    body: { quantity, network: 'BSC', version: 1 },
  })

/** Uploads a picture of one colour, made with a named program if given. Returns its id. */
export async function uploadPicture(
  system: HttpSystem,
  member: TestMember,
  program?: string,
): Promise<string> {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const create = { width: 60, height: 80, channels: 3 as const, background: { r, g, b } }
  const drawn = program
    ? sharp({ create }).withExif({ IFD0: { Software: program } })
    : sharp({ create })
  const png = await drawn.png().toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'voucher.png')
  const reply = await system.send('POST', uploadPath, { token: member.token, raw: form })
  if (reply.code !== 1) throw new Error(`the picture was refused: ${reply.text}`)
  return reply.data.id
}

/** Gives a member a receiving account and coins of both kinds. */
export async function equip(system: HttpSystem, member: TestMember): Promise<void> {
  await system.give(member, 'USDT', '5000')
  await system.give(member, 'LEAF', '5000')
  await system.must(setReceivingAccount, {
    as: member,
    body: {
      bsc: privateKeyToAddress(generatePrivateKey()),
      tron: null,
      contact: `call ${member.accountId}`,
      paymentPassword: PAYMENT_PASSWORD,
    },
  })
}

/** Members, orders, trades at each stage, a picture, a withdrawal and a subscription. */
export async function furnish(system: HttpSystem) {
  const [seller, buyer, outsider] = await Promise.all(
    ['卖家 Sorrel', '买家 Bramble', '路人 Yarrow'].map(name => system.join(name)),
  )
  if (!seller || !buyer || !outsider) throw new Error('three members were to join')
  for (const member of [seller, buyer, outsider]) await equip(system, member)
  const order = await offer(system, seller)
  const spareOrder = await offer(system, seller, '30')
  const buyOrder = await want(system, buyer, '60')
  const unpaid = await takePart(system, buyer, order.id, '20')
  const alsoUnpaid = await takePart(system, buyer, order.id, '25')
  const paid = await takePart(system, buyer, order.id, '30')
  const voucher = await uploadPicture(system, buyer)
  const hash = drawHash()
  await system.must(payTrade, {
    as: buyer,
    params: { id: paid.id },
    body: { vouchers: [voucher], hash },
  })
  const withdrawal = await system.must(createWithdrawal, {
    as: buyer,
    body: {
      address: PAYOUT_ADDRESS,
      amount: '120.50',
      remarks: 'rent of November',
      paymentPassword: PAYMENT_PASSWORD,
    },
  })
  const spareAddress = privateKeyToAddress(generatePrivateKey())
  await system.db.database
    .insertInto('withdrawalAddress')
    .values({ memberId: buyer.memberId, address: spareAddress, addedAt: new Date() })
    .execute()
  const subscription = await system.must(placeSubscription, {
    as: buyer,
    body: { amount: '100', paymentPassword: PAYMENT_PASSWORD },
  })
  const exchange = await system.must(requestExchange, {
    as: buyer,
    body: { quantity: '7', paymentPassword: PAYMENT_PASSWORD },
  })
  const blocked = await blockSomeone(system, seller)
  await system.must(sayInChat, {
    as: seller,
    params: { id: paid.id },
    body: { text: 'The bank asks for an hour', pictures: [] },
  })
  await issueFirst(system, buyer)
  const spareVoucher = await uploadPicture(system, buyer)
  const disputes = await furnishDisputes(system, { seller, buyer, orderId: order.id, voucher })
  const { inviteCode } = await system.must(me, { as: buyer })
  const guest = await system.join('访客 Clover', inviteCode)
  const earnings = await lockCoins(system, buyer)
  return {
    closedConversation: await closedConversation(system, seller),
    seller,
    buyer,
    outsider,
    order,
    spareOrder,
    buyOrder,
    unpaid,
    alsoUnpaid,
    paid,
    voucher,
    spareVoucher,
    hash,
    withdrawal,
    spareAddress,
    subscription,
    earnings,
    guestId: wireIdOf('inv', guest.memberId),
    exchange,
    blocked,
    notice: await publishedNotice(system),
    unusedPicture: await uploadPicture(system, buyer),
    leaver: await system.join('离开 Fern'),
    returning: await closing(system, await system.join('回来 Moss')),
    disputes,
    settled: await furnishAccounts(system),
  }
}

/** A member whose account is being closed. */
async function closing(system: HttpSystem, member: TestMember): Promise<TestMember> {
  await system.must(askClosing, { as: member, body: closingBody })
  return member
}

/** The body that closes the account of a member without an e-mail address. */
export const closingBody = { giveUpRemainder: false, paymentPassword: PAYMENT_PASSWORD }

/** A conversation with the service that its member can rate. */
async function closedConversation(system: HttpSystem, member: TestMember): Promise<string> {
  const { conversationId } = await system.must(writeToService, {
    as: member,
    body: { text: 'a secret of the conversation', pictures: [] },
  })
  await system.db.owner.query(
    `update service_conversation set closed_at = house_now(), closed_by = 'idle', waiting_since = null
     where id = $1`,
    [uuidOf(conversationId)],
  )
  return conversationId
}

/** Blocks a member who has nothing to do with the others here. */
async function blockSomeone(system: HttpSystem, member: TestMember) {
  const shunned = await system.join('Shunned')
  await equip(system, shunned)
  const order = await offer(system, shunned, '10')
  await system.must(cancelOrder, { as: shunned, params: { id: order.id }, body: { version: 1 } })
  return system.must(addBlock, { as: member, body: { through: order.id } })
}

/** A first subscription of 50 that a settlement has just issued, with its money and its coins. */
async function issueFirst(system: HttpSystem, member: TestMember): Promise<void> {
  const { id } = await system.must(placeSubscription, {
    as: member,
    body: { amount: '50', paymentPassword: PAYMENT_PASSWORD },
  })
  await system.issue(uuidOf(id))
}
