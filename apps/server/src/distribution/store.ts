import type { DistributedActor, DistributedEvent, DistributedState, Locale } from '@banyan/domain'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import type { DistributedMember } from './generated.ts'

export type Reader = Database | Tx

export type DistributedRow = Omit<Selectable<DistributedMember>, 'state'> & {
  state: DistributedState
}

/** A member's row, or undefined for somebody who never applied. */
export const distributedOf = async (
  reader: Reader,
  memberId: string,
): Promise<DistributedRow | undefined> =>
  (await reader
    .selectFrom('distributedMember')
    .selectAll()
    .where('memberId', '=', memberId)
    .executeTakeFirst()) as DistributedRow | undefined

/** The row, created when missing, locked until the transaction ends. */
export async function lockDistributed(
  tx: Tx,
  memberId: string,
  now: Date,
): Promise<DistributedRow> {
  await tx
    .insertInto('distributedMember')
    .values({ memberId, state: 'none', since: now })
    .onConflict(conflict => conflict.column('memberId').doNothing())
    .execute()
  return (await tx
    .selectFrom('distributedMember')
    .selectAll()
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()) as DistributedRow
}

/** Records a step, by whom and why: kept for ever. */
export interface DistributedStep {
  event: DistributedEvent
  actor: DistributedActor
  operatorId: string | null
  /** What two operators agreed; null for a step of others. */
  decisionId: string | null
  /** An operator's in Chinese, or the words of an appeal. */
  reason: string | null
  reasonEn: string | null
  at: Date
}

export async function saveDistributed(
  tx: Tx,
  before: DistributedRow,
  after: Omit<DistributedRow, 'memberId'>,
  step: DistributedStep,
): Promise<void> {
  const { memberId } = before
  await tx.updateTable('distributedMember').set(after).where('memberId', '=', memberId).execute()
  const states = { fromState: before.state, toState: after.state }
  await tx
    .insertInto('distributedEvent')
    .values({ id: newUuid(), memberId, ...states, ...step })
    .execute()
}

/** When a version of the conduct code was signed; null when it was not. */
export async function signedAt(
  reader: Reader,
  memberId: string,
  version: number,
): Promise<Date | null> {
  const row = await reader
    .selectFrom('conductSignature')
    .select('signedAt')
    .where('memberId', '=', memberId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.signedAt ?? null
}

/** A repeated signature keeps the first one. */
export async function insertSignature(
  reader: Reader,
  signature: { memberId: string; version: number; locale: Locale; words: string; signedAt: Date },
): Promise<void> {
  await reader
    .insertInto('conductSignature')
    .values(signature)
    .onConflict(conflict => conflict.columns(['memberId', 'version']).doNothing())
    .execute()
}

/** Facts of other modules that the conditions read; only those modules write them. */
export interface MemberFacts {
  joinedAt: Date
  country: string
  emailBound: boolean
  paymentPasswordSet: boolean
}

export async function memberFacts(reader: Reader, memberId: string): Promise<MemberFacts> {
  return reader
    .selectFrom('member')
    .leftJoin('memberEmail', 'memberEmail.memberId', 'member.id')
    .select(({ eb }) => [
      'member.createdAt as joinedAt',
      'member.country',
      eb('memberEmail.memberId', 'is not', null).$castTo<boolean>().as('emailBound'),
      eb('member.paymentHash', 'is not', null).$castTo<boolean>().as('paymentPasswordSet'),
    ])
    .where('member.id', '=', memberId)
    .executeTakeFirstOrThrow()
}
