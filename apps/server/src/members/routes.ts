import * as domain from '@banyan/domain'
import { inTransaction } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Operator, operatorRoute, type Route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { memberFor, readableBy } from './access.ts'
import type { MembersContext } from './context.ts'
import { membersTyped, readTyped } from './find.ts'
import { networkView } from './network.ts'
import * as sections from './sections.ts'
import {
  type MemberFilter,
  type MemberRow,
  membersPage,
  rechargeAddressesOf,
  withdrawalAddressesOf,
} from './store.ts'
import { listedView, memberView, receivingView } from './view.ts'

/** The calls by which operators find and read members. */
export function memberRoutes(context: MembersContext): Route[] {
  const { database } = context
  return [
    operatorRoute(domain.findMembers, async ({ query, caller, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const filter = await filterOf(context, caller, query.find)
      const rows = await membersPage(database, filter, { after, limit: query.limit })
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: await Promise.all(shown.map(row => listedView(context, row))),
        nextCursor: last ? writeCursor([last.createdAt.toISOString(), last.id]) : null,
      }
    }),

    operatorRoute(domain.readMember, async call => {
      const member = await memberFor(context, call.caller, call.params.id)
      return memberView(context, member, call)
    }),

    operatorRoute(domain.unmaskMember, async ({ params, body, caller }) => {
      const member = await memberFor(context, caller, params.id)
      refuseOwn(member, caller)
      // The log is written first: nobody has read anything that the log does not have.
      await recorded(context, caller, 'read personal data', member, body.reason)
      const [email, receiving, rechargeAddresses, withdrawalAddresses] = await Promise.all([
        context.verification.email(database, member.id),
        context.identity.receivingAccount(database, member.id),
        rechargeAddressesOf(database, member.id),
        withdrawalAddressesOf(database, member.id),
      ])
      const clear = (text: string) => text
      return {
        email: email?.address ?? null,
        receiving: receiving && receivingView(receiving, { address: clear, contact: clear }),
        rechargeAddresses,
        withdrawalAddresses,
      }
    }),

    operatorRoute(domain.endMemberSessions, async ({ params, body, caller }) => {
      const member = await memberFor(context, caller, params.id)
      refuseOwn(member, caller)
      const ended = await inTransaction(database, async tx => {
        const live = await context.sessions.endByOperator(tx, member.id)
        await context.recordAct(tx, caller, {
          action: 'end member sessions',
          object: aMember,
          reason: body.reason,
          members: [member.id],
          after: { ended: live },
        })
        return live
      })
      return { ended }
    }),

    operatorRoute(domain.memberSessions, async ({ params, caller }) => {
      const member = await memberFor(context, caller, params.id)
      const live = await context.sessions.live(database, member.id)
      return {
        items: live.map(({ id, deviceKind, browser, system, openedAt, usedAt }) => ({
          id: domain.wireIdOf('ses', id),
          kind: deviceKind as (typeof domain.deviceKinds)[number],
          browser,
          system,
          openedAt: openedAt.toISOString(),
          usedAt: usedAt.toISOString(),
        })),
      }
    }),

    operatorRoute(domain.memberNetwork, async ({ params, caller }) =>
      networkView(context, await memberFor(context, caller, params.id)),
    ),

    section(context, domain.memberRecharges, sections.recharges),
    section(context, domain.memberWithdrawals, sections.withdrawals),
    section(context, domain.memberSubscriptions, sections.subscriptions),
    section(context, domain.memberPositions, sections.positions),
    section(context, domain.memberRedemptions, sections.redemptions),
    section(context, domain.memberOrders, sections.orders),
    section(context, domain.memberTrades, sections.trades),
    section(context, domain.memberCases, sections.cases),
    section(context, domain.memberConversations, sections.conversations),
    section(context, domain.memberFeedback, sections.feedback),
  ]
}

/** One page of a section, for those who may read the member. */
function section<E extends typeof domain.memberRecharges | PagedSection>(
  context: MembersContext,
  endpoint: E,
  read: sections.Section<E>,
): Route {
  return operatorRoute(endpoint as typeof domain.memberRecharges, async call => {
    const { params, query, caller, locale } = call
    const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
    const member = await memberFor(context, caller, params.id)
    const rows = await read(context.database, member.id, { after, limit: query.limit })
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const answer = {
      items: shown.map(({ item }) => item),
      nextCursor: last ? writeCursor(last.key) : null,
    }
    // All sections have the same input; their items are those of the endpoint by `Section<E>`.
    return answer as unknown as domain.AnswerOf<typeof domain.memberRecharges>
  })
}

type PagedSection =
  | typeof domain.memberWithdrawals
  | typeof domain.memberSubscriptions
  | typeof domain.memberPositions
  | typeof domain.memberRedemptions
  | typeof domain.memberOrders
  | typeof domain.memberTrades
  | typeof domain.memberCases
  | typeof domain.memberConversations
  | typeof domain.memberFeedback

/** What a search is narrowed to. What has the shape of an id and belongs to nobody is looked for as text. */
async function filterOf(
  context: MembersContext,
  caller: Operator,
  find: string | undefined,
): Promise<MemberFilter> {
  const { database, verification } = context
  const [readable, matching] = await Promise.all([
    readableBy(context, caller),
    find === undefined
      ? null
      : membersTyped(database, readTyped(find), address =>
          verification.membersWithEmail(database, address),
        ),
  ])
  if (!matching || matching.length === 0) return { among: readable, text: find ?? null }
  return { among: readable ? matching.filter(id => readable.includes(id)) : matching, text: null }
}

function refuseOwn({ id }: MemberRow, { memberId }: Operator): void {
  if (id === memberId) refuse('memberIsYou')
}

/**
 * The object of an act on a member's account: the log keeps for ever whatever it names, so which
 * member it was is only in the commitment beside it (security.md 4.12).
 */
const aMember = 'member'

const recorded = (
  { database, recordAct }: MembersContext,
  caller: Operator,
  action: string,
  { id }: MemberRow,
  reason: string,
): Promise<void> =>
  inTransaction(database, tx =>
    recordAct(tx, caller, { action, object: aMember, reason, members: [id] }),
  )
