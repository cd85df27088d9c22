import * as domain from '@banyan/domain'
import { inTransaction } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import {
  inviteeOf,
  inviteesOf,
  type NetworkContext,
  overviewOf,
  previewOf,
  searchOf,
  treeOf,
} from './overview.ts'
import { choosePreference, requestPlace, withdrawRequest } from './requests.ts'

/** The endpoints of the network. The dispatcher has checked payment password and key. */
export const networkRoutes = (context: NetworkContext): Route[] => [
  route(domain.networkOverview, ({ caller }) => overviewOf(context, caller.memberId)),
  route(domain.networkTree, ({ caller, query }) => treeOf(context, caller.memberId, query.path)),
  route(domain.networkSearch, ({ caller, query }) =>
    searchOf(context, caller.memberId, query.nickname),
  ),
  route(domain.inviteeList, async ({ caller, query, locale }) => {
    const after = readCursor(query.cursor, ['integer'], locale)?.[0]
    const { items, next } = await inviteesOf(context, caller.memberId, {
      filter: query.filter,
      after: after === undefined ? null : numberOf(after),
      limit: query.limit,
    })
    return { items, nextCursor: next === null ? null : writeCursor([String(next)]) }
  }),
  route(domain.placementPreview, ({ caller, query }) =>
    previewOf(context, caller.memberId, {
      inviteeId: domain.uuidOf(query.invitee),
      choice: query.choice,
    }),
  ),
  moneyRoute(domain.placeInvitee, async (tx, { caller, body }) => {
    const memberId = domain.uuidOf(body.invitee)
    const asked = { inviterId: caller.memberId, memberId, choice: body.choice }
    return inviteeOf(context, tx, await requestPlace(tx, asked))
  }),
  moneyRoute(domain.withdrawPlacement, async (tx, { caller, params }) => {
    const asked = { inviterId: caller.memberId, memberId: domain.uuidOf(params.id) }
    return inviteeOf(context, tx, await withdrawRequest(tx, asked))
  }),
  route(domain.setPlacementPreference, async ({ caller, body }) => {
    const asked = { memberId: caller.memberId, choice: body.choice }
    await inTransaction(context.database, tx => choosePreference(tx, asked))
    return { preference: body.choice }
  }),
]

/** The largest value of the column of numbers: a cursor beyond it leads to the same rows. */
const MOST = 2_147_483_647
const numberOf = (text: string): number => Math.min(Number(text), MOST)
