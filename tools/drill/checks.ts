import type pg from 'pg'
import { runGuarded } from '../bootstrap/guard.ts'
import { program, repository } from '../bootstrap/repository.ts'
import type { Act } from '../testing/acting.ts'
import { added, type Comparison, compare, type Effect } from './acts.ts'
import { connectTo, untilPrimary } from './cluster.ts'
import type { Drill } from './settings.ts'

/**
 * What the database has of members' acts, each found by the key of its call: rows of what was made,
 * and for what changed a row, the state that it left.
 */
const EFFECTS = `
  select operation, account_id as account, key, count(*)::int as times from (
    select case order_side when 'sell' then 'otc.take' else 'otc.sell' end as operation,
      case order_side when 'sell' then buyer_id else seller_id end as member_id, idempotency_key as key
    from otc_trade
    union all select 'otc.publish', member_id, idempotency_key from otc_order
    union all select 'subscriptions.place', member_id, idempotency_key from subscription
    union all select operation, member_id, key from idempotency_key
      where operation in ('otc.pay', 'otc.release', 'otc.cancel', 'subscriptions.cancel')
  ) as effect join member on member.id = member_id
  group by 1, 2, 3`

/** What acts that only change a row have left: those whose row is not as it must be. */
const NOT_LEFT = `
  select given.id from unnest($1::uuid[], $2::text[]) as given(id, operation) where not case operation
    when 'otc.pay' then exists (select from otc_trade where id = given.id and paid_at is not null)
    when 'otc.release' then exists (select from otc_trade where id = given.id and state = 'finished')
    when 'otc.cancel' then exists (select from otc_order where id = given.id and ended_at is not null)
    when 'subscriptions.cancel' then exists (select from subscription where id = given.id and state = 'cancelled')
    else true end`

/** What the database of the primary has of acts of members. */
export async function effectsNow(drill: Drill): Promise<Effect[]> {
  const client = await connectTo(drill, await untilPrimary())
  try {
    return (await client.query<Effect>(EFFECTS)).rows
  } finally {
    await client.end()
  }
}

/** Finds every act in the database of the primary. @param before what was there before them. */
export async function findActs(
  drill: Drill,
  acts: readonly Act[],
  before: readonly Effect[],
): Promise<Comparison> {
  const comparison = compare(acts, added(before, await effectsNow(drill)))
  const client = await connectTo(drill, await untilPrimary())
  try {
    comparison.lost.push(...(await notLeft(client, acts)))
    return comparison
  } finally {
    await client.end()
  }
}

async function notLeft(client: pg.Client, acts: readonly Act[]): Promise<string[]> {
  const done = acts.filter(({ outcome, subject }) => outcome === 'done' && subject !== undefined)
  const { rows } = await client.query<{ id: string }>(NOT_LEFT, [
    done.map(({ subject = '' }) => uuidOf(subject)),
    done.map(({ operation }) => operation),
  ])
  return rows.map(({ id }) => `the row ${id} is not as its answer said`)
}

/** The UUID in an id of the wire. */
const uuidOf = (id: string): string => id.slice(id.indexOf('_') + 1)

/** Runs `reconcile` against the cluster. Returns what it found wrong; nothing when all is well. */
export async function reconcile(
  place: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const [command = '', ...args] = [...place, process.execPath, program('reconcile')]
  const { code, stdout, stderr } = await runGuarded({ command, args, cwd: repository, env })
  if (code === 0) return []
  const wrong = stdout.split('\n').filter(line => line !== '' && !line.endsWith(': ok'))
  return [...wrong, stderr.trim()].filter(Boolean)
}
