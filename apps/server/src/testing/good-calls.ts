import {
  activate,
  addBlock,
  allEndpoints,
  answerPrompt,
  askClosing,
  askExport,
  askForPerson,
  askUnlock,
  auditConsistency,
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
  takeBuyOrder,
  takeOrder,
  undoClosing,
  withdrawalQuote,
  withdrawPlacement,
  writeToService,
} from '@banyan/domain'
import { distributionCalls } from './distribution-calls.ts'
import type { Asking, HttpSystem } from './http-system.ts'
import {
  accountForm,
  drawDeviceCode,
  drawKey,
  LOGIN_PASSWORD,
  PAYMENT_PASSWORD,
} from './members.ts'
import { drawBrowser } from './push-service.ts'
import { buyBody, closingBody, drawHash, orderBody, PAYOUT_ADDRESS, type Scene } from './scene.ts'
import { accountCalls } from './scene-accounts.ts'
import { disputeCalls } from './scene-disputes.ts'
import { PAID_EARNING } from './scene-earnings.ts'

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
  if (endpoint === auditConsistency) return { from: 0, to: 0 }
  if (endpoint === inviter) return { code: system.rootInviteCode }
  if (endpoint === passport) return { id: PAID_EARNING }
  if (ofOnePeriod.has(endpoint)) return { period: '2026-03-01' }
  if (endpoint === networkSearch) return { nickname: 'Clover' }
  if (endpoint === placementPreview) return { invitee: scene.guestId, choice: 'smaller' }
  return {}
}
