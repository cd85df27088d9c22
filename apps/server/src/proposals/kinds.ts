import {
  formatAmount,
  type Locale,
  type ProposalKind,
  type proposalSubject,
  type RefusalName,
} from '@banyan/domain'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import type { ProposedReceipt } from '../treasury/index.ts'
import type { ProposalContext } from './context.ts'
import type { ProposalRow } from './store.ts'

export type Subject = z.output<typeof proposalSubject>

/** A decision about a proposal, in its transaction. */
interface Decision {
  proposal: ProposalRow
  operator: Operator
  locale: Locale
  /** Limits of the rule book that the approver acknowledges to be crossed. */
  acknowledges: readonly string[]
}

/** What a kind of proposal does in the module that it belongs to. */
interface Kind {
  /** Carries out an approved proposal. Returns a secret for the approver, if there is one. */
  approve(tx: Tx, context: ProposalContext, decision: Decision): Promise<string | null>
  /** Those of these proposals on which this operator does not decide, with why; none without it. */
  closedTo?(
    reader: Database | Tx,
    context: ProposalContext,
    ids: readonly string[],
    operator: Operator,
  ): Promise<ReadonlyMap<string, RefusalName>>
  /** Ends a refused or withdrawn proposal. */
  drop(tx: Tx, context: ProposalContext, decision: Decision): Promise<void>
  /** The content of the proposals with these ids. */
  subjects(
    reader: Database | Tx,
    context: ProposalContext,
    ids: readonly string[],
    locale: Locale,
  ): Promise<Map<string, Subject>>
}

/** Every kind by its name: its effect when it is approved, and when it is not. */
export const kinds: Readonly<Record<ProposalKind, Kind>> = {
  rules: {
    approve: async (tx, { rules }, { proposal, operator, locale, acknowledges }) => {
      const people = { proposedBy: proposal.proposer, approvedBy: operator.name }
      await rules.publish(tx, proposal.id, { ...people, acknowledges }, locale)
      return null
    },
    // A draft is only a text.
    drop: async () => {},
    subjects: (reader, { rules }, ids, locale) => rules.drafts(reader, ids, locale),
  },
  receipt: {
    approve: async (tx, { treasury }, { proposal, operator: { operatorId } }) => {
      await treasury.approveReceipt(tx, { id: proposal.id, operatorId })
      return null
    },
    drop: (tx, { treasury }, { proposal }) => treasury.dropReceipt(tx, proposal.id),
    subjects: async (reader, { treasury }, ids) =>
      new Map(
        (await treasury.proposedReceipts(reader, ids)).map(one => [one.id, aboutReceipt(one)]),
      ),
  },
  cost: {
    approve: async (tx, { treasury }, { proposal, operator: { operatorId } }) => {
      await treasury.approveCost(tx, { id: proposal.id, operatorId })
      return null
    },
    drop: (tx, { treasury }, { proposal }) => treasury.dropCost(tx, proposal.id),
    subjects: async (reader, { treasury }, ids) =>
      new Map(
        (await treasury.costs(reader, ids)).map(({ row, transfer }) => [
          row.id,
          {
            kind: 'cost',
            payee: row.payee,
            reference: row.reference,
            evidence: row.evidence,
            document: row.document.toString('hex'),
            transfer,
          },
        ]),
      ),
  },
  shortfall: {
    approve: async (tx, context, decision) => {
      await decideShortfall(tx, context, decision, true)
      return null
    },
    drop: (tx, context, decision) => decideShortfall(tx, context, decision, false),
    subjects: async (reader, { treasury }, ids) =>
      new Map(
        (await treasury.shortfalls(reader, ids)).map(row => [
          row.id,
          { kind: 'shortfall', amount: formatAmount(row.amount), evidence: row.evidence },
        ]),
      ),
  },
  sharing: {
    approve: async (tx, { losses }, { proposal, operator: { operatorId } }) => {
      await losses.approve(tx, { sharingId: proposal.id, operatorId })
      return null
    },
    drop: (tx, { losses }, { proposal }) => losses.drop(tx, proposal.id),
    subjects: async (reader, { losses, treasury }, ids) => {
      const uncovered = formatAmount(await treasury.uncovered(reader))
      const rows = await losses.sharings(reader, ids)
      return new Map(
        rows.map(row => [
          row.id,
          {
            kind: 'sharing',
            most: formatAmount(row.most),
            uncovered,
            notice: { zh: row.noticeZh, en: row.noticeEn },
          },
        ]),
      )
    },
  },
  operator: {
    approve: (tx, { operators }, { proposal, operator }) =>
      operators.carryOutGrant(tx, proposal.id, operator),
    // The request stays as a record; no account was changed.
    drop: async () => {},
    subjects: async (reader, { operators }, ids) =>
      new Map(
        (await operators.grants(reader, ids)).map(({ id, name, role, roleBefore }) => [
          id,
          { kind: 'operator', name, role, roleBefore },
        ]),
      ),
  },
  insider: {
    approve: async (tx, { distribution }, { proposal }) => {
      await distribution.carryOutListing(tx, proposal.id)
      return null
    },
    // The request stays as a record; no account is listed.
    drop: async () => {},
    subjects: async (reader, { distribution }, ids) =>
      new Map(
        (await distribution.listings(reader, ids)).map(({ id, accountId, nickname, role, why }) => [
          id,
          { kind: 'insider', accountId, nickname, role, why },
        ]),
      ),
  },
  wind_down: {
    approve: async (tx, { windDown }, { proposal, operator: { operatorId } }) => {
      await windDown.announce(tx, { id: proposal.id, operatorId })
      return null
    },
    drop: (tx, { windDown }, { proposal }) => windDown.drop(tx, proposal.id),
    subjects: async (reader, { windDown }, ids) =>
      new Map(
        (await windDown.windDowns(reader, ids)).map(row => [
          row.id,
          {
            kind: 'wind_down',
            notice: { zh: row.noticeZh, en: row.noticeEn },
            costs: formatAmount(row.costs),
            evidence: row.evidence,
          },
        ]),
      ),
  },
  wind_down_cancel: {
    approve: async (tx, { windDown }, { proposal, operator: { operatorId } }) => {
      await windDown.cancel(tx, { id: proposal.id, operatorId })
      return null
    },
    // The request stays as a record; the notice runs on.
    drop: async () => {},
    subjects: async (reader, { windDown }, ids) =>
      new Map(
        (await windDown.cancellations(reader, ids)).map(row => [
          row.id,
          { kind: 'wind_down_cancel', why: { zh: row.whyZh, en: row.whyEn } },
        ]),
      ),
  },
  explanation: {
    approve: async (tx, { explanations }, { proposal, operator: { operatorId } }) => {
      await explanations.approve(tx, { id: proposal.id, operatorId })
      return null
    },
    drop: (tx, { explanations }, { proposal }) => explanations.drop(tx, proposal.id),
    subjects: async (reader, { explanations }, ids) =>
      new Map(
        (await explanations.explanations(reader, ids)).map(({ explanation, transfer }) => [
          explanation.id,
          {
            kind: 'explanation',
            cause: explanation.cause,
            evidence: explanation.evidence,
            transfer,
            loss: explanation.loss === null ? null : formatAmount(explanation.loss),
          },
        ]),
      ),
  },
  withdrawal_void: {
    approve: async (tx, { withdrawals }, { proposal, operator: { operatorId } }) => {
      await withdrawals.approveVoid(tx, { id: proposal.id, operatorId })
      return null
    },
    drop: (tx, { withdrawals }, { proposal }) => withdrawals.dropVoid(tx, proposal.id),
    subjects: async (reader, { withdrawals }, ids) =>
      new Map(
        (await withdrawals.voids(reader, ids)).map(({ id, ...asked }) => [
          id,
          { kind: 'withdrawal_void', ...asked },
        ]),
      ),
  },
  deposit_key: {
    approve: async (tx, { depositKeys }, { proposal, operator: { operatorId } }) => {
      await depositKeys.approve(tx, { id: proposal.id, operatorId })
      return null
    },
    drop: (tx, { depositKeys }, { proposal }) => depositKeys.drop(tx, proposal.id),
    subjects: async (reader, { depositKeys }, ids) =>
      new Map(
        (await depositKeys.changes(reader, ids)).map(({ id, ...asked }) => [
          id,
          { kind: 'deposit_key', ...asked },
        ]),
      ),
  },
  factor_reset: {
    approve: async (tx, { operators }, { proposal, operator }) => {
      await operators.carryOutFactorReset(tx, proposal.id, operator)
      return null
    },
    // The request stays as a record; no factor was removed.
    drop: async () => {},
    subjects: async (reader, { operators }, ids) =>
      new Map(
        (await operators.factorResets(reader, ids)).map(({ id, ...asked }) => [
          id,
          { kind: 'factor_reset', ...asked },
        ]),
      ),
  },
  operator_end: {
    approve: async (tx, { operators }, { proposal, operator }) => {
      await operators.carryOutOperatorEnd(tx, proposal.id, operator)
      return null
    },
    // The request stays as a record; the account goes on.
    drop: async () => {},
    subjects: async (reader, { operators }, ids) =>
      new Map(
        (await operators.operatorEnds(reader, ids)).map(({ id, ...asked }) => [
          id,
          { kind: 'operator_end', ...asked },
        ]),
      ),
  },
  account_freeze: {
    approve: async (tx, { accountFreezes }, { proposal, operator }) => {
      await accountFreezes.carryOut(tx, proposal.id, operator.memberId)
      return null
    },
    closedTo: (reader, { accountFreezes }, ids, { memberId }) =>
      accountFreezes.closedTo(reader, ids, memberId),
    // The request stays as a record; the account is as it was.
    drop: async () => {},
    subjects: async (reader, { accountFreezes }, ids) =>
      new Map(
        (await accountFreezes.freezes(reader, ids)).map(
          ({ id, accountId, nickname, freezes, why }) => [
            id,
            { kind: 'account_freeze', accountId, nickname, freezes, why },
          ],
        ),
      ),
  },
  distributed_status: {
    approve: async (tx, { distribution }, { proposal, operator }) => {
      await distribution.statusDecisions.carryOut(tx, proposal.id, operator)
      return null
    },
    closedTo: (reader, { distribution }, ids, operator) =>
      distribution.statusDecisions.closedTo(reader, ids, operator),
    // The request stays as a record; the status is as it was.
    drop: async () => {},
    subjects: async (reader, { distribution }, ids) => {
      const decisions = await distribution.statusDecisions.decisions(reader, ids)
      const subjects = decisions.map(
        async ({ id, memberId, ...asked }): Promise<[string, Subject]> => {
          const { state, appeal } = await distribution.statusView(reader, memberId)
          return [id, { kind: 'distributed_status', ...asked, state, appeal }]
        },
      )
      return new Map(await Promise.all(subjects))
    },
  },
}

/** A person's classification of a receipt, beside its facts on the chain. */
function aboutReceipt(proposed: ProposedReceipt): Subject {
  if ('typed' in proposed) {
    const { amount, evidence, blockAt } = proposed.typed
    const unclassified = { says: null, payer: null, receipt: null }
    return {
      kind: 'receipt',
      evidence,
      ...unclassified,
      amount: formatAmount(amount),
      blockAt: blockAt.toISOString(),
    }
  }
  const { wire: receipt } = proposed.receipt
  const { kind: says, payer, evidence } = proposed.classification
  const { amount, blockAt } = receipt
  return { kind: 'receipt', amount, blockAt, evidence, says, payer, receipt }
}

const decideShortfall = (
  tx: Tx,
  { treasury }: ProposalContext,
  { proposal, operator }: Decision,
  confirm: boolean,
): Promise<void> =>
  treasury.decideShortfall(tx, {
    shortfallId: proposal.id,
    operatorId: operator.operatorId,
    confirm,
  })
