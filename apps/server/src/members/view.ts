import {
  type AnswerOf,
  type DistributedState,
  distributedMachine,
  type findMembers,
  type InsiderRole,
  type Locale,
  type MemberMove,
  maskedAddress,
  maskedContact,
  maskedEmail,
  proposalRules,
  type readMember,
  sessionEnders,
  statusActs,
  unmaskers,
} from '@banyan/domain'
import type { Operator } from '../platform/http/route.ts'
import type { MembersContext } from './context.ts'
import { insiderOf, type MemberRow, stateOf } from './store.ts'

type ListedMember = AnswerOf<typeof findMembers>['items'][number]
type View = AnswerOf<typeof readMember>
type Receiving = NonNullable<View['receiving']>

/** A member in a list, personal data masked. */
export async function listedView(context: MembersContext, row: MemberRow): Promise<ListedMember> {
  const email = await context.verification.email(context.database, row.id)
  return present(row, email?.address ?? null)
}

const present = (row: MemberRow, email: string | null): ListedMember => ({
  accountId: row.accountId,
  nickname: row.nickname,
  inviteCode: row.inviteCode,
  state: stateOf(row),
  email: email === null ? null : maskedEmail(email),
  joinedAt: row.createdAt.toISOString(),
})

/** What is at the top of a member's page, personal data masked. */
export async function memberView(
  context: MembersContext,
  row: MemberRow,
  asker: { caller: Operator; locale: Locale },
): Promise<View> {
  const { database, identity, verification } = context
  const [email, receiving, freezes, changedAt, insider, wealth, proposals, distributed] =
    await Promise.all([
      verification.email(database, row.id),
      identity.receivingAccount(database, row.id),
      identity.liveFreezes(row.id),
      identity.passwordsChangedAt(database, row.id),
      insiderOf(database, row.id),
      context.wallets.wealth(row.id),
      context.proposals.ofMember(row.id, asker),
      context.distribution.statusView(database, row.id),
    ])
  const at = (moment: Date | null | undefined) => moment?.toISOString() ?? null
  return {
    ...present(row, email?.address ?? null),
    country: row.country,
    frozenAt: at(row.frozenAt),
    closingAt: at(row.closingAt),
    closedAt: at(row.closedAt),
    emailBoundAt: at(email?.boundAt),
    receiving:
      receiving && receivingView(receiving, { address: maskedAddress, contact: maskedContact }),
    passwordsChangedAt: at(changedAt),
    freezes: freezes.map(({ cause, until }) => ({ cause, until: until.toISOString() })),
    insider: insider
      ? { role: insider.role as InsiderRole, since: insider.since.toISOString() }
      : null,
    ...wealth,
    distributed,
    proposals,
    moves: movesOf({ ...row, distributed: distributed.state }, asker.caller),
  }
}

type StoredReceiving = NonNullable<
  Awaited<ReturnType<MembersContext['identity']['receivingAccount']>>
>

/** Where a buyer pays a member, each part as it is to be read. */
export function receivingView(
  { bsc, tron, contact, changedAt }: StoredReceiving,
  read: { address(text: string): string; contact(text: string): string },
): Receiving {
  return {
    bsc: bsc && read.address(bsc),
    tron: tron && read.address(tron),
    contact: contact && read.contact(contact),
    changedAt: changedAt.toISOString(),
  }
}

/** What an operator may do on a member's page; nothing on the own one, and on a closed one reading alone. */
function movesOf(
  row: Pick<MemberRow, 'id' | 'frozenAt' | 'closingAt' | 'closedAt'> & {
    distributed: DistributedState
  },
  { role, memberId }: Pick<Operator, 'role' | 'memberId'>,
): MemberMove[] {
  if (row.id === memberId) return []
  const isClosed = stateOf(row) === 'closed'
  const proposes = !isClosed && proposalRules.account_freeze.propose.includes(role)
  const decides = !isClosed && proposalRules.distributed_status.propose.includes(role)
  const possible = distributedMachine.moves(row.distributed, 'operator')
  return [
    ...(unmaskers.includes(role) ? (['unmask'] as const) : []),
    ...(!isClosed && sessionEnders.includes(role) ? (['endSessions'] as const) : []),
    ...(proposes ? ([row.frozenAt ? 'open' : 'freeze'] as const) : []),
    ...(decides ? statusActs.filter(one => possible.includes(one)) : []),
  ]
}
