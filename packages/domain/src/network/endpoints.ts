import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, pageOf, pageQuery, personText, rule, wireId } from '../contract/wire.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { placementStates } from './placement.ts'
import { sideChoices, sides } from './sides.ts'

/** Members down to this depth below the caller are named; deeper ones are only counts and volumes. */
export const NAMED_DEPTH = 3
/** Maximum length of a path from the caller to a member in one request. */
const DEEPEST_VIEW = 400

const count = z.number().int().min(0)
const choice = z.enum(sideChoices, rule('choice'))
const inviteeId = wireId('inv')

/** One region: the whole subtree of the left or right child. Amounts in USDT, undecayed. */
export const regionView = z.object({
  total: decimal,
  /** What the last settlement added to the total. */
  added: decimal,
  members: count,
})
export type RegionView = z.infer<typeof regionView>

/** The totals of the network under a member, as of an instant. */
export const networkSums = z.object({
  left: regionView,
  right: regionView,
  /** Own fees and those of the whole subtree. */
  team: decimal,
  /** Fees of the direct invitees. */
  referral: decimal,
  asOf: instant,
})

/** How the caller was placed in the tree. */
export const ownPlacement = z.object({
  parentNickname: z.string(),
  side: z.enum(sides),
  /** True when the inviter had not requested a placement in time. */
  overdue: z.boolean(),
  at: instant,
})

/** The caller's place and the tree below it. */
export const networkOverview = endpoint({
  id: 'network.overview',
  path: '/api/network',
  summary: 'Own place, both regions, performance and counts.',
  answer: z.object({
    state: z.enum(placementStates),
    inviterNickname: z.string().nullable(),
    /** Null until a settlement has placed the caller. */
    placed: ownPlacement.nullable(),
    /** When the caller is placed without a request; null until the inviter is in the tree. */
    dueAt: instant.nullable(),
    /** Null while the tree is being counted. */
    sums: networkSums.nullable(),
    invited: count,
    /** Invitees who are not placed yet, requested ones included. */
    waiting: count,
    /** Those without a request. */
    pending: count,
    /** Those among them whom a settlement places by the stored choice within two days. */
    dueSoon: count,
    /** The side of overdue invitees. */
    preference: choice,
    nextCutoff: instant,
    placementDays: count,
  }),
})

/** A path from the caller to a member: one letter a step. The caller is the empty path. */
const treePath = z.string().regex(new RegExp(`^[lr]{0,${DEEPEST_VIEW}}$`), rule('wrongType'))

export const treeNode = z.object({
  path: z.string(),
  /** Null below the named depth. */
  nickname: z.string().nullable(),
  /** True for the caller's direct invitees. */
  invited: z.boolean(),
  placedAt: instant,
  left: regionView.nullable(),
  right: regionView.nullable(),
  hasLeft: z.boolean(),
  hasRight: z.boolean(),
})
export type TreeNode = z.infer<typeof treeNode>

/** The last member of an outer line of the caller. */
export const lineEnd = z.object({
  /** 0 is the caller. */
  depth: count,
  nickname: z.string().nullable(),
})
export type LineEndView = z.infer<typeof lineEnd>

/** A branch of the own subtree: a member and three levels below. */
export const networkTree = endpoint({
  id: 'network.tree',
  path: '/api/network/tree',
  summary: 'A member of the own subtree and three levels below, parents first.',
  query: z.strictObject({ path: treePath.default('') }),
  answer: z.object({
    nodes: z.array(treeNode),
    /** The ends of the caller's own outer lines. */
    ends: z.object({ left: lineEnd, right: lineEnd }).nullable(),
    asOf: instant.nullable(),
  }),
})

/** Own subtree only, as deep as names are shown. */
export const networkSearch = endpoint({
  id: 'network.search',
  path: '/api/network/search',
  summary: 'Members of the own subtree by nickname, three levels deep.',
  query: z.strictObject({ nickname: personText(20) }),
  answer: z.object({ items: z.array(z.object({ path: z.string(), nickname: z.string() })) }),
})

export const invitee = z.object({
  id: inviteeId,
  nickname: z.string(),
  joinedAt: instant,
  state: z.enum(placementStates),
  /** When a settlement places them by the stored choice; null until the caller is in the tree. */
  dueAt: instant.nullable(),
  /** The request, while it can still be withdrawn and until it is settled. */
  choice: choice.nullable(),
  requestedAt: instant.nullable(),
  /** The side that the choice currently resolves to. */
  side: z.enum(sides).nullable(),
  placedAt: instant.nullable(),
  /** The last settlement counted the invitee as effective. Rule book 2.9. */
  effective: z.boolean(),
  /** Fees of the invitee, USDT; null while the tree is being counted and before they are placed. */
  volume: decimal.nullable(),
})
export type InviteeView = z.infer<typeof invitee>

export const inviteeFilters = ['waiting', 'placed'] as const

/** Direct invitees, newest first; pending ones by the time of the request, then by the deadline. */
export const inviteeList = endpoint({
  id: 'network.invitees',
  path: '/api/network/invitees',
  summary: 'Own direct invitees, placed or waiting.',
  query: z.strictObject({
    ...pageQuery,
    filter: z.enum(inviteeFilters, rule('choice')).optional(),
  }),
  answer: pageOf(invitee),
})

/** Where a member would be placed if the settlement ran now. */
export const placementPreview = endpoint({
  id: 'network.preview',
  path: '/api/network/preview',
  summary: 'The parent that a pending invitee would get as of now.',
  query: z.strictObject({ invitee: inviteeId, choice }),
  answer: z.object({
    side: z.enum(sides),
    /** Null until the caller is in the tree: the request waits for that. */
    parent: lineEnd.nullable(),
    /** Earlier requests for the same end. */
    ahead: count,
    placedAt: instant,
  }),
  refusals: ['placementFinal'],
})

/** Requests a side, or another one: free of charge until the cut-off. */
export const placeInvitee = endpoint({
  id: 'network.place',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/network/placements',
  money: true,
  paymentPassword: true,
  summary: 'Ask for a place for a pending invitee, or move the request.',
  body: z.strictObject({ invitee: inviteeId, choice, paymentPassword: givenPaymentPassword }),
  answer: invitee,
  refusals: [
    'placementSettling',
    'placementFinal',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})

/** Free of charge until the cut-off. */
export const withdrawPlacement = endpoint({
  id: 'network.withdraw',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/network/placements/:id/withdraw',
  money: true,
  summary: 'Withdraw a request for a place.',
  params: z.strictObject({ id: inviteeId }),
  answer: invitee,
  refusals: ['placementSettling', 'placementFinal'],
})

/** The side for invitees who were not placed in time. */
export const setPlacementPreference = endpoint({
  id: 'network.setPreference',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/network/preference',
  summary: 'Choose the side of invitees who are not placed in time.',
  body: z.strictObject({ choice }),
  answer: z.object({ preference: choice }),
  refusals: ['placementSettling'],
})
