import { randomBytes } from 'node:crypto'
import {
  activate,
  addBlock,
  allEndpoints,
  answerPrompt,
  askClosing,
  askExport,
  askForPerson,
  askUnlock,
  cancelActivation,
  cancelOrder,
  cancelRedemption,
  cancelSubscription,
  cancelWithdrawal,
  challenge,
  changeOrder,
  createAccount,
  createWithdrawal,
  deleteOwnPicture,
  type Endpoint,
  endPush,
  giveUpTrade,
  inviter,
  keepPosition,
  labelWithdrawalAddress,
  login,
  loginByWords,
  logout,
  markChatRead,
  markNoticesRead,
  markNotificationsRead,
  markServiceRead,
  me,
  networkSearch,
  passport,
  pauseInvesting,
  pauseOrder,
  payProof,
  payRootOf,
  payTrade,
  placeInvitee,
  placementPreview,
  placeSubscription,
  publishBuyOrder,
  publishOrder,
  rateConversation,
  releaseTrade,
  removeBlock,
  removeFromDevice,
  removeWithdrawalAddress,
  requestExchange,
  requestUndo,
  resumeOrder,
  sayInChat,
  sendFeedback,
  setInvestmentLimit,
  setPlacementPreference,
  setReceivingAccount,
  settlementDetail,
  solvencyProof,
  solvencySystem,
  subscribeToPush,
  switchAccount,
  type TradeView,
  takeBuyOrder,
  takeOrder,
  undoClosing,
  uploadPath,
  uuidOf,
  wireIdOf,
  withdrawalQuote,
  withdrawPlacement,
  writeToService,
} from '@banyan/domain'
import sharp from 'sharp'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { distributionCalls } from './distribution-calls.ts'
import type { Asking, HttpSystem } from './http-system.ts'
import {
  accountForm,
  drawDeviceCode,
  drawKey,
  LOGIN_PASSWORD,
  PAYMENT_PASSWORD,
  type TestMember,
} from './members.ts'
import { publishedNotice } from './notices.ts'
import { drawBrowser } from './push-service.ts'
import { accountCalls, furnishAccounts } from './scene-accounts.ts'
import { disputeCalls, furnishDisputes } from './scene-disputes.ts'
import { lockCoins, PAID_EARNING } from './scene-earnings.ts'

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

/**
 * One valid call of every endpoint that writes, in an order in which each of them succeeds.
 * @throws Error when the contract has a writing endpoint that is not here.
 */
export async function goodCalls(
  system: HttpSystem,
  scene: Scene,
): Promise<{ endpoint: Endpoint; asking: Asking & { body: Record<string, unknown> } }[]> {
  const { seller, buyer, order, spareOrder, buyOrder } = scene
  const key = drawKey()
  const newcomer = { ...(await accountForm(system.modules, key)), nickname: 'Newcomer' }
  const { deviceCode, accountId } = buyer
  const own = await accountCalls(system, scene.settled)
  const calls: [Endpoint, Asking & { body?: Record<string, unknown> }][] = [
    [challenge, { body: { publicKey: key.publicKey, purpose: 'login' } }],
    [createAccount, { body: newcomer }],
    // On another device: on the member's own it would end the session of the other calls.
    [login, { body: { accountId, loginPassword: LOGIN_PASSWORD, deviceCode: drawDeviceCode() } }],
    [loginByWords, { body: { ...(await seller.key.prove(system.modules, 'login')), deviceCode } }],
    [switchAccount, { as: buyer, body: { deviceCode } }],
    [
      setReceivingAccount,
      {
        as: buyer,
        body: {
          bsc: PAYOUT_ADDRESS,
          tron: null,
          contact: '@buyer',
          paymentPassword: PAYMENT_PASSWORD,
        },
      },
    ],
    [publishOrder, { as: seller, body: orderBody('40') }],
    [
      takeOrder,
      {
        as: buyer,
        params: { id: order.id },
        body: { quantity: '20', network: 'BSC', version: 1 },
      },
    ],
    [
      payTrade,
      {
        as: buyer,
        params: { id: scene.unpaid.id },
        body: { vouchers: [scene.spareVoucher], hash: drawHash() },
      },
    ],
    [giveUpTrade, { as: buyer, params: { id: scene.alsoUnpaid.id }, body: { nothingSent: true } }],
    [
      releaseTrade,
      {
        as: seller,
        params: { id: scene.paid.id },
        body: { paymentPassword: PAYMENT_PASSWORD },
      },
    ],
    [publishBuyOrder, { as: buyer, body: buyBody('40') }],
    [
      takeBuyOrder,
      {
        as: seller,
        params: { id: buyOrder.id },
        body: {
          quantity: '20',
          network: 'BSC',
          version: 1,
          paymentPassword: PAYMENT_PASSWORD,
        },
      },
    ],
    [pauseOrder, { as: seller, params: { id: spareOrder.id }, body: { version: 1 } }],
    [resumeOrder, { as: seller, params: { id: spareOrder.id }, body: { version: 1 } }],
    [
      changeOrder,
      {
        as: seller,
        params: { id: spareOrder.id },
        body: {
          price: '1.03',
          minQuantity: '2',
          maxQuantity: '30',
          concessionBps: 0,
          networks: ['BSC'],
          version: 1,
        },
      },
    ],
    [cancelOrder, { as: seller, params: { id: spareOrder.id }, body: { version: 2 } }],
    [withdrawalQuote, { as: buyer, body: { address: PAYOUT_ADDRESS, amount: '50' } }],
    [
      createWithdrawal,
      {
        as: buyer,
        body: {
          address: PAYOUT_ADDRESS,
          amount: '50',
          remarks: null,
          paymentPassword: PAYMENT_PASSWORD,
        },
      },
    ],
    [labelWithdrawalAddress, { as: buyer, body: { address: PAYOUT_ADDRESS, label: 'Ledger' } }],
    [cancelWithdrawal, { as: buyer, params: { id: scene.withdrawal.id } }],
    [removeWithdrawalAddress, { as: buyer, body: { address: scene.spareAddress } }],
    [placeSubscription, { as: buyer, body: { amount: '50', paymentPassword: PAYMENT_PASSWORD } }],
    [activate, { as: buyer, body: { quantity: '10', paymentPassword: PAYMENT_PASSWORD } }],
    [cancelActivation, { as: buyer, params: { id: scene.earnings.waiting } }],
    [askUnlock, { as: buyer, params: { id: scene.earnings.open } }],
    [keepPosition, { as: buyer, params: { id: scene.earnings.leaving } }],
    [answerPrompt, { as: buyer, params: { id: scene.earnings.prompt }, body: { choice: 'keep' } }],
    [cancelSubscription, { as: buyer, params: { id: scene.subscription.id } }],
    [
      placeInvitee,
      {
        as: buyer,
        body: { invitee: scene.guestId, choice: 'left', paymentPassword: PAYMENT_PASSWORD },
      },
    ],
    [withdrawPlacement, { as: buyer, params: { id: scene.guestId } }],
    [setPlacementPreference, { as: buyer, body: { choice: 'right' } }],
    [requestUndo, { as: buyer, body: { paymentPassword: PAYMENT_PASSWORD } }],
    [setInvestmentLimit, { as: buyer, body: { amount: '800' } }],
    [pauseInvesting, { as: seller, body: { days: 1 } }],
    [requestExchange, { as: buyer, body: { quantity: '3', paymentPassword: PAYMENT_PASSWORD } }],
    [cancelRedemption, { as: buyer, params: { id: scene.exchange.id } }],
    [
      sayInChat,
      { as: buyer, params: { id: scene.paid.id }, body: { text: 'Sent just now', pictures: [] } },
    ],
    [markChatRead, { as: buyer, params: { id: scene.paid.id }, body: { place: 1 } }],
    [askClosing, { as: scene.leaver, body: closingBody }],
    [undoClosing, { as: scene.returning }],
    [askExport, { as: seller, body: { loginPassword: LOGIN_PASSWORD } }],
    [deleteOwnPicture, { as: buyer, params: { id: scene.unusedPicture } }],
    [markNoticesRead, { as: buyer, body: { id: scene.notice } }],
    [writeToService, { as: buyer, body: { text: 'Where is my recharge?', pictures: [] } }],
    [askForPerson, { as: buyer }],
    [markServiceRead, { as: buyer, body: { place: 1 } }],
    [
      rateConversation,
      { as: seller, body: { conversationId: scene.closedConversation, stars: 5, text: 'quick' } },
    ],
    [sendFeedback, { as: buyer, body: { type: 'idea', text: 'Larger digits', pictures: [] } }],
    [markNotificationsRead, { as: buyer }],
    [
      subscribeToPush,
      {
        as: buyer,
        body: { ...drawBrowser('https://fcm.googleapis.com').subscription, kinds: ['paid'] },
      },
    ],
    [endPush, { as: seller }],
    [addBlock, { as: scene.settled.owner, body: { through: order.id } }],
    [removeBlock, { as: seller, params: { id: scene.blocked.id } }],
    ...disputeCalls(scene.disputes),
    ...own,
    ...(await distributionCalls(system)),
    [removeFromDevice, { as: buyer, body: { deviceCode } }],
    [logout, { as: seller }],
  ]
  const missing = allEndpoints.filter(
    one => one.method === 'POST' && !calls.some(([endpoint]) => endpoint === one),
  )
  if (missing.length > 0)
    throw new Error(`no good call is known of ${missing.map(one => one.id).join(', ')}`)
  return calls.map(([endpoint, asking]) => ({
    endpoint,
    asking: { ...asking, body: asking.body ?? {} },
  }))
}

/** Reading calls about one settlement. */
const ofOnePeriod = new Set<Endpoint>([
  settlementDetail,
  solvencySystem,
  solvencyProof,
  payRootOf,
  payProof,
])

/** The required query of a reading endpoint. */
export function neededQuery(system: HttpSystem, scene: Scene, endpoint: Endpoint): object {
  if (endpoint === inviter) return { code: system.rootInviteCode }
  if (endpoint === passport) return { id: PAID_EARNING }
  if (ofOnePeriod.has(endpoint)) return { period: '2026-03-01' }
  if (endpoint === networkSearch) return { nickname: 'Clover' }
  if (endpoint === placementPreview) return { invitee: scene.guestId, choice: 'smaller' }
  return {}
}
