import {
  evidenceKinds,
  type Locale,
  type ProposalEvent,
  type ProposalKind,
  proposalKindsOf,
  proposalMachine,
  proposalMoves,
  type RefusalName,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { ProposalContext } from './context.ts'
import { kinds } from './kinds.ts'
import {
  endProposal,
  insertOpened,
  insertProposal,
  lockProposal,
  openedAmong,
  type ProposalRow,
} from './store.ts'

/** Proposes what a module has just stored under this id. */
export async function propose(
  tx: Tx,
  context: ProposalContext,
  operator: Operator,
  asked: { id: string; kind: ProposalKind; about: unknown; acknowledges?: readonly string[] },
): Promise<ProposalRow> {
  const { id, kind, about, acknowledges = [] } = asked
  const action = `propose ${kind}${await knowing(tx, context, { id, kind, acknowledges })}`
  const proposal = await insertProposal(tx, {
    id,
    kind,
    proposedBy: operator.operatorId,
    proposer: operator.name,
    proposedAt: await systemNow(tx),
  })
  const members = await membersOf(tx, context, { id, kind })
  await context.recordAct(tx, operator, { action, object: nameOf(id), after: about, members })
  return proposal
}

/**
 * Approves, refuses or withdraws a proposal, once. The state, the effect in its own module and the
 * act in the log are one transaction. Throws `notFound`, `proposalEnded`, `forbidden` for a role
 * that does not decide on this kind, `proposalNeedsAnother`, `proposalNotYours`, what keeps this
 * operator from deciding on it, and what the module of its matter throws.
 */
export async function decide(
  tx: Tx,
  context: ProposalContext,
  operator: Operator,
  asked: {
    id: string
    event: ProposalEvent
    reason: string
    locale: Locale
    acknowledges: readonly string[]
  },
): Promise<{ ended: ProposalRow; secret: string | null }> {
  const { id, event, reason, locale, acknowledges } = asked
  const proposal = await lockProposal(tx, id)
  if (!proposal || !proposalKindsOf(operator.role).includes(proposal.kind))
    return refuse('notFound')
  const isOwn = proposal.proposedBy === operator.operatorId
  if (!proposalMoves({ ...proposal, isOwn }, operator.role).includes(event))
    return refuse(whyNot(proposal, event, isOwn))
  const { approve, drop, closedTo } = kinds[proposal.kind]
  // Who may not approve it does not end it either: one's own freeze would never come.
  const why = isOwn ? undefined : (await closedTo?.(tx, context, [id], operator))?.get(id)
  if (why) return refuse(why)
  if (event === 'approve') await refuseUnopened(tx, operator, proposal)
  const decision = { proposal, operator, locale, acknowledges }
  const known = await knowing(tx, context, { id, kind: proposal.kind, acknowledges })
  const secret = event === 'approve' ? await approve(tx, context, decision) : null
  if (event !== 'approve') await drop(tx, context, decision)
  const actor = isOwn ? 'proposer' : 'decider'
  const step = proposalMachine.step(proposal.state, event, actor)
  if (!step) throw new Error(`${event} is offered and leads to no state`)
  const ended = await endProposal(tx, id, {
    state: step.to,
    endedBy: operator.operatorId,
    ender: operator.name,
    endedAt: await systemNow(tx),
    reason,
  })
  await context.recordAct(tx, operator, {
    action: `${event} ${proposal.kind}${known}`,
    object: nameOf(id),
    reason,
    members: await membersOf(tx, context, proposal),
    before: { state: proposal.state },
    after: { state: ended.state },
  })
  return { ended, secret }
}

/** Who approves what rests on evidence has opened it. */
async function refuseUnopened(
  tx: Tx,
  { operatorId }: Operator,
  { id, kind }: ProposalRow,
): Promise<void> {
  if (evidenceKinds.has(kind) && !(await openedAmong(tx, operatorId, [id])).has(id))
    refuse('proposalEvidenceUnopened')
}

/**
 * Opens the evidence of a proposal for an operator: an act in the log, once. Throws `notFound` for a
 * proposal that the role does not read.
 */
export async function openEvidenceOf(
  tx: Tx,
  context: ProposalContext,
  operator: Operator,
  id: string,
): Promise<ProposalRow> {
  const proposal = await lockProposal(tx, id)
  if (!proposal || !proposalKindsOf(operator.role).includes(proposal.kind))
    return refuse('notFound')
  if (!evidenceKinds.has(proposal.kind)) return proposal
  const { operatorId } = operator
  const isFirst = await insertOpened(tx, {
    proposalId: id,
    operatorId,
    openedAt: await systemNow(tx),
  })
  if (isFirst)
    await context.recordAct(tx, operator, {
      action: `open evidence of ${proposal.kind}`,
      object: nameOf(id),
    })
  return proposal
}

const aboutMembers: ReadonlySet<ProposalKind> = new Set([
  'account_freeze',
  'distributed_status',
  'insider',
  'withdrawal_void',
])

/** The members whose account a proposal is about. */
async function membersOf(
  tx: Tx,
  context: ProposalContext,
  { id, kind }: { id: string; kind: ProposalKind },
): Promise<string[]> {
  if (!aboutMembers.has(kind)) return []
  const subject = (await kinds[kind].subjects(tx, context, [id], 'en')).get(id)
  if (subject?.kind === 'withdrawal_void') {
    const withdrawal = await tx
      .selectFrom('withdrawal')
      .select('memberId')
      .where('id', '=', uuidOf(subject.withdrawalId))
      .executeTakeFirst()
    return withdrawal ? [withdrawal.memberId] : []
  }
  if (!subject || !('accountId' in subject)) return []
  const member = await tx
    .selectFrom('member')
    .select('id')
    .where('accountId', '=', subject.accountId)
    .executeTakeFirst()
  return member ? [member.id] : []
}

/**
 * For the log: the limits of the rule book that a proposal crosses, as far as a person has
 * acknowledged them.
 */
async function knowing(
  tx: Tx,
  context: ProposalContext,
  { id, kind, acknowledges }: { id: string; kind: ProposalKind; acknowledges: readonly string[] },
): Promise<string> {
  if (acknowledges.length === 0) return ''
  // The names of the limits are the same in every language.
  const subject = (await kinds[kind].subjects(tx, context, [id], 'en')).get(id)
  if (subject?.kind !== 'rules') return ''
  const known = subject.crosses.map(({ line }) => line).filter(line => acknowledges.includes(line))
  return known.length === 0 ? '' : `, acknowledging ${known.join(', ')}`
}

/** The refusal for a move that is not offered. */
function whyNot({ state }: ProposalRow, event: ProposalEvent, isOwn: boolean): RefusalName {
  if (state !== 'open') return 'proposalEnded'
  if (event !== 'withdraw') return isOwn ? 'proposalNeedsAnother' : 'forbidden'
  return 'proposalNotYours'
}

const nameOf = (id: string): string => wireIdOf('prp', id)
