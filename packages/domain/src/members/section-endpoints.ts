import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, pageOf, pageQuery, wireId } from '../contract/wire.ts'
import { depositStates } from '../deposits/endpoints.ts'
import { positionStates } from '../earnings/position.ts'
import { accountId } from '../identity/inputs.ts'
import { disputeStates } from '../otc/dispute.ts'
import { orderLives } from '../otc/order.ts'
import { tradeStates } from '../otc/trade.ts'
import { redemptionStates } from '../redemptions/redemption.ts'
import { feedbackTypes } from '../service/feedback-endpoints.ts'
import { deviceKinds } from '../sessions/endpoints.ts'
import { subscriptionStates } from '../subscriptions/subscription.ts'
import { withdrawalStates } from '../withdrawals/withdrawal.ts'
import { memberReaders, memberServiceReaders } from './roles.ts'

/* The sections of a member's page: each a call of its own, the newest first. */

const params = z.strictObject({ id: accountId })
const query = z.strictObject(pageQuery)
const access = 'operator' as const
const refusals = ['memberUnknown', 'memberNotInCase'] as const

/** Another member, as a link. */
const memberLink = z.object({ accountId: z.string(), nickname: z.string() })
export type MemberLink = z.infer<typeof memberLink>

export const memberRecharges = endpoint({
  id: 'members.recharges',
  path: '/api/operator/members/:id/recharges',
  access,
  roles: memberReaders,
  summary: 'Recharges of a member, also those that have not arrived.',
  params,
  query,
  answer: pageOf(
    z.object({
      id: wireId('dep'),
      amount: decimal,
      state: z.enum(depositStates),
      hash: z.string(),
      at: instant,
      creditedAt: instant.nullable(),
    }),
  ),
  refusals,
})

export const memberWithdrawals = endpoint({
  id: 'members.withdrawals',
  path: '/api/operator/members/:id/withdrawals',
  access,
  roles: memberReaders,
  summary: 'Withdrawals of a member; the address is masked.',
  params,
  query,
  answer: pageOf(
    z.object({
      id: wireId('wdr'),
      orderNumber: z.string(),
      amount: decimal,
      address: z.string(),
      state: z.enum(withdrawalStates),
      at: instant,
      closedAt: instant.nullable(),
    }),
  ),
  refusals,
})

export const memberSubscriptions = endpoint({
  id: 'members.subscriptions',
  path: '/api/operator/members/:id/subscriptions',
  access,
  roles: memberReaders,
  summary: 'Orders of a member for new coin.',
  params,
  query,
  answer: pageOf(
    z.object({
      id: wireId('sub'),
      orderNumber: z.string(),
      amount: decimal,
      /** What was issued; null before. */
      quantity: decimal.nullable(),
      state: z.enum(subscriptionStates),
      at: instant,
      closedAt: instant.nullable(),
    }),
  ),
  refusals,
})

export const memberPositions = endpoint({
  id: 'members.positions',
  path: '/api/operator/members/:id/positions',
  access,
  roles: memberReaders,
  summary: 'Positions of activated coin of a member.',
  params,
  query,
  answer: pageOf(
    z.object({
      id: wireId('pos'),
      quantity: decimal,
      state: z.enum(positionStates),
      at: instant,
      endedAt: instant.nullable(),
    }),
  ),
  refusals,
})

export const memberRedemptions = endpoint({
  id: 'members.redemptions',
  path: '/api/operator/members/:id/redemptions',
  access,
  roles: memberReaders,
  summary: 'Coin that a member has asked to be paid for.',
  params,
  query,
  answer: pageOf(
    z.object({
      id: wireId('exc'),
      orderNumber: z.string(),
      quantity: decimal,
      /** USDT; null before it is paid. */
      pay: decimal.nullable(),
      state: z.enum(redemptionStates),
      at: instant,
      closedAt: instant.nullable(),
    }),
  ),
  refusals,
})

export const memberOrders = endpoint({
  id: 'members.orders',
  path: '/api/operator/members/:id/orders',
  access,
  roles: memberReaders,
  summary: 'Orders of a member on the market.',
  params,
  query,
  answer: pageOf(
    z.object({
      id: wireId('ord'),
      orderNumber: z.string(),
      side: z.enum(['buy', 'sell']),
      price: decimal,
      total: decimal,
      dealt: decimal,
      inTrade: decimal,
      state: z.enum(orderLives),
      at: instant,
      closedAt: instant.nullable(),
    }),
  ),
  refusals,
})

export const memberTrades = endpoint({
  id: 'members.trades',
  path: '/api/operator/members/:id/trades',
  access,
  roles: memberReaders,
  summary: 'Trades of a member, with the other party.',
  params,
  query,
  answer: pageOf(
    z.object({
      id: wireId('trd'),
      matchingId: z.string(),
      side: z.enum(['buyer', 'seller']),
      other: memberLink,
      quantity: decimal,
      payment: decimal,
      state: z.enum(tradeStates),
      at: instant,
      closedAt: instant.nullable(),
    }),
  ),
  refusals,
})

export const memberCases = endpoint({
  id: 'members.cases',
  path: '/api/operator/members/:id/cases',
  access,
  roles: memberReaders,
  summary: 'Cases about trades of a member.',
  params,
  query,
  answer: pageOf(
    z.object({
      id: wireId('cas'),
      caseNumber: z.string(),
      matchingId: z.string(),
      side: z.enum(['buyer', 'seller']),
      openedBy: z.enum(['buyer', 'seller', 'house']),
      state: z.enum(disputeStates),
      at: instant,
      closedAt: instant.nullable(),
    }),
  ),
  refusals,
})

export const memberConversations = endpoint({
  id: 'members.conversations',
  path: '/api/operator/members/:id/conversations',
  access,
  roles: memberServiceReaders,
  summary: 'Conversations of a member with the service, without what was written.',
  params,
  query,
  answer: pageOf(
    z.object({
      id: wireId('svc'),
      /** Who attends to it; null while nobody does. */
      assignedTo: z.string().nullable(),
      stars: z.number().int().nullable(),
      at: instant,
      lastAt: instant,
      closedAt: instant.nullable(),
    }),
  ),
  refusals,
})

export const memberFeedback = endpoint({
  id: 'members.feedback',
  path: '/api/operator/members/:id/feedback',
  access,
  roles: memberServiceReaders,
  summary: 'Feedback of a member, without what was written.',
  params,
  query,
  answer: pageOf(
    z.object({
      id: wireId('fbk'),
      type: z.enum(feedbackTypes),
      answeredBy: z.string().nullable(),
      at: instant,
      answeredAt: instant.nullable(),
    }),
  ),
  refusals,
})

/** Live sessions; a device is known by what its browser says. */
export const memberSessions = endpoint({
  id: 'members.sessions',
  path: '/api/operator/members/:id/sessions',
  access,
  roles: memberReaders,
  summary: 'Live sessions of a member, the one used last first.',
  params,
  answer: z.object({
    items: z.array(
      z.object({
        id: wireId('ses'),
        kind: z.enum(deviceKinds),
        browser: z.string().nullable(),
        system: z.string().nullable(),
        openedAt: instant,
        usedAt: instant,
      }),
    ),
  }),
  refusals,
})

const region = z.object({
  /** Who is at the top of it; null while nobody is. */
  member: memberLink.nullable(),
  /** Fees of the whole region, USDT; null while they are being counted. */
  volume: decimal.nullable(),
  members: z.number().int().nullable(),
})

/** The member's place in both trees. */
export const memberNetwork = endpoint({
  id: 'members.network',
  path: '/api/operator/members/:id/network',
  access,
  roles: memberReaders,
  summary: 'Who invited a member, and the members above and below in the placement network.',
  params,
  answer: z.object({
    inviter: memberLink.nullable(),
    invited: z.number().int(),
    /** Null while no settlement has placed the member. */
    place: z
      .object({
        depth: z.number().int(),
        at: instant,
        /** From the member upwards to the root; `side` is the side of it that the path takes. */
        above: z.array(memberLink.extend({ side: z.enum(['left', 'right']) })),
        /** How many between the last of these and the root are left out. */
        leftOut: z.number().int(),
        left: region,
        right: region,
      })
      .nullable(),
  }),
  refusals,
})
