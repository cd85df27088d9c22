import { createHash } from 'node:crypto'
import {
  type AnswerOf,
  type OperatorFactor,
  type OperatorRole,
  type OperatorState,
  operatorList,
} from '@banyan/domain'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { operatorRoute, type Route } from '../platform/http/route.ts'
import { isDemoName } from './accounts.ts'
import type { OperatorContext } from './context.ts'
import { present } from './routes.ts'

interface ListedRow {
  id: string
  name: string
  role: OperatorRole
  accountId: string | null
  isSetUp: boolean
  createdAt: Date
  secretUntil: Date | null
  disabledAt: Date | null
  signedInAt: Date | null
  openSessions: number
  publicKey: string | null
  registeredAt: Date | null
  factors: { kind: OperatorFactor; addedAt: string; usedAt: string | null }[]
  now: Date
}

type Listed = AnswerOf<typeof operatorList>['items'][number]

/** Somebody who has not signed in for so long is asked about. */
const AWAY_MS = 30 * 86_400_000
/** Those who approve payouts with a key of their own. */
const signing: readonly OperatorRole[] = ['reviewer', 'treasurer']

/** The call that lists all operators. */
export const listRoute = (database: Database, context: OperatorContext): Route =>
  operatorRoute(operatorList, async () => {
    const rows = await listedRows(database)
    return { items: rows.map(row => presentListed(row, context)) }
  })

async function listedRows(database: Database): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select o.id, o.name, o.role, m.account_id, o.password_hash is not null as is_set_up, o.created_at,
      o.secret_until, o.disabled_at, house_now() as now,
      (select max(signed_in_at) from operator_session s where s.operator_id = o.id) as signed_in_at,
      (select count(*)::int from operator_session s where s.operator_id = o.id and s.ended_at is null
        and s.expires_at > house_now()) as open_sessions,
      k.public_key, k.registered_at,
      coalesce((select jsonb_agg(jsonb_build_object('kind', f.kind, 'addedAt', f.added_at, 'usedAt', f.used_at)
        order by f.added_at) from (
          select 'passkey' as kind, added_at, used_at from operator_passkey p
          where p.operator_id = o.id and removed_at is null
          union all
          select 'totp', added_at, used_at from operator_totp t
          where t.operator_id = o.id and added_at is not null and removed_at is null) f), '[]') as factors
    from operator o
    left join member m on m.id = o.member_id
    left join lateral (select public_key, registered_at from operator_payout_key
      where operator_id = o.id order by registered_at desc limit 1) k on true
    order by o.disabled_at is not null, o.role, o.name`.execute(database)
  return rows
}

/** What an account is, by its set-up and end. */
function stateOf(row: {
  isSetUp: boolean
  secretUntil: Date | null
  disabledAt: Date | null
  now: Date
}): OperatorState {
  if (row.disabledAt) return 'ended'
  if (row.isSetUp) return 'active'
  return row.secretUntil && row.now < row.secretUntil ? 'invited' : 'expired'
}

/** What an administrator should see to in an account that is in use. */
function needsOf(
  row: Pick<ListedRow, 'role' | 'signedInAt' | 'createdAt' | 'publicKey' | 'now'> & {
    factors: readonly unknown[]
  },
  factorsOptional: boolean,
): Listed['needs'] {
  const seen = row.signedInAt ?? row.createdAt
  return [
    ...(row.factors.length === 0 && !factorsOptional ? (['noFactor'] as const) : []),
    ...(row.now.getTime() - seen.getTime() > AWAY_MS ? (['awayLong'] as const) : []),
    ...(signing.includes(row.role) && row.publicKey === null ? (['noPayoutKey'] as const) : []),
  ]
}

function presentListed(row: ListedRow, { factorsOptional }: OperatorContext): Listed {
  const state = stateOf(row)
  const iso = (at: Date | string | null): string | null => (at ? new Date(at).toISOString() : null)
  return {
    ...present(row),
    state,
    member: row.accountId,
    createdAt: row.createdAt.toISOString(),
    invitedUntil: state === 'invited' ? iso(row.secretUntil) : null,
    endedAt: iso(row.disabledAt),
    lastSignInAt: iso(row.signedInAt),
    factors: row.factors.map(({ kind, addedAt, usedAt }) => ({
      kind,
      addedAt: new Date(addedAt).toISOString(),
      usedAt: iso(usedAt),
    })),
    openSessions: state === 'ended' ? 0 : row.openSessions,
    payoutKey:
      row.publicKey && row.registeredAt && signing.includes(row.role)
        ? {
            fingerprint: fingerprintOf(row.publicKey),
            registeredAt: row.registeredAt.toISOString(),
          }
        : null,
    needs: state === 'active' ? needsOf(row, factorsOptional) : [],
    demo: isDemoName(row.name),
  }
}

/** SHA-256 of a key's 65 bytes. */
const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex')
