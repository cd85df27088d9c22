import type { OperatorFactor } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { OperatorPasskey, OperatorTotp } from './generated.ts'

type Reader = Database | Tx
export type PasskeyRow = Selectable<OperatorPasskey>
export type TotpRow = Selectable<OperatorTotp>
export type ChallengeUse = 'add' | 'prove'

/** A second factor as its operator reads it. */
export interface FactorRow {
  id: string
  kind: OperatorFactor
  label: string | null
  addedAt: Date
  usedAt: Date | null
}

/** An operator's second factors, oldest first. */
export async function factorsOf(reader: Reader, operatorId: string): Promise<FactorRow[]> {
  const { rows } = await sql<FactorRow>`
    select id, 'passkey' as kind, label, added_at, used_at from operator_passkey
      where operator_id = ${operatorId}::uuid and removed_at is null
    union all
    select id, 'totp', null, added_at, used_at from operator_totp
      where operator_id = ${operatorId}::uuid and added_at is not null and removed_at is null
    order by added_at, id`.execute(reader)
  return rows
}

export async function passkeysOf(reader: Reader, operatorId: string): Promise<PasskeyRow[]> {
  return reader
    .selectFrom('operatorPasskey')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
}

/** Adds a passkey. Returns false when it is known already, of whomever. */
export async function insertPasskey(
  tx: Tx,
  row: Omit<PasskeyRow, 'usedAt' | 'removedAt'>,
): Promise<boolean> {
  const added = await tx
    .insertInto('operatorPasskey')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .execute()
  return added.length > 0
}

/** A passkey by what a browser calls it, locked; undefined where it is not the operator's. */
export async function lockPasskey(
  tx: Tx,
  operatorId: string,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  return tx
    .selectFrom('operatorPasskey')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('credentialId', '=', credentialId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function usePasskey(
  tx: Tx,
  id: string,
  used: { signCount: number; usedAt: Date },
): Promise<void> {
  await tx.updateTable('operatorPasskey').set(used).where('id', '=', id).execute()
}

/** Keeps a challenge in the place of an earlier one of the same session and use. */
export async function keepChallenge(
  reader: Reader,
  row: { sessionId: string; use: ChallengeUse; challenge: string; seconds: number },
): Promise<void> {
  const { seconds, ...rest } = row
  const until = sql<Date>`house_now() + ${seconds}::float8 * interval '1 second'`
  await reader
    .insertInto('operatorChallenge')
    .values({ ...rest, until })
    .onConflict(conflict =>
      conflict.columns(['sessionId', 'use']).doUpdateSet({ challenge: rest.challenge, until }),
    )
    .execute()
}

/** Takes the challenge of a session away, so that it is used once; null when it is too old. */
export async function takeChallenge(
  reader: Reader,
  sessionId: string,
  use: ChallengeUse,
): Promise<string | null> {
  const row = await reader
    .deleteFrom('operatorChallenge')
    .where('sessionId', '=', sessionId)
    .where('use', '=', use)
    .returning(['challenge', sql<boolean>`until > house_now()`.as('isYoung')])
    .executeTakeFirst()
  return row?.isYoung ? row.challenge : null
}

export async function insertTotp(
  tx: Tx,
  row: Pick<TotpRow, 'id' | 'operatorId' | 'secretSealed' | 'begunAt'>,
): Promise<void> {
  await tx.insertInto('operatorTotp').values(row).execute()
}

/** The authenticator that an operator uses, or the one that was begun last; locked. */
export async function lockTotp(
  tx: Tx,
  operatorId: string,
  which: 'added' | 'begun',
): Promise<TotpRow | undefined> {
  return tx
    .selectFrom('operatorTotp')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('addedAt', which === 'added' ? 'is not' : 'is', null)
    .where('removedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveTotp(
  tx: Tx,
  id: string,
  change: Partial<Pick<TotpRow, 'addedAt' | 'usedAt' | 'lastStep'>>,
): Promise<void> {
  await tx.updateTable('operatorTotp').set(change).where('id', '=', id).execute()
}

/** Removes an operator's second factors: all of them, or the one of this id. */
export async function removeFactors(
  tx: Tx,
  operatorId: string,
  { at, id = null }: { at: Date; id?: string | null },
): Promise<void> {
  for (const table of ['operatorPasskey', 'operatorTotp'] as const) {
    let removal = tx
      .updateTable(table)
      .set({ removedAt: at })
      .where('operatorId', '=', operatorId)
      .where('removedAt', 'is', null)
    if (id !== null) removal = removal.where('id', '=', id)
    await removal.execute()
  }
}
