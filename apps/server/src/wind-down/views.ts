import type { AnswerOf, windDowns } from '@banyan/domain'
import { type WindDownReason, windDownProposed } from '@banyan/economy'
import { systemNow } from '../platform/database/transaction.ts'
import type { WindDownContext } from './context.ts'
import { viewOf } from './present.ts'
import * as store from './store.ts'
import { waitsOf } from './waits.ts'

type Views = AnswerOf<typeof windDowns>

/** How long an answer is reused while no wind-down has advanced. */
const KEPT_MS = 10_000

/**
 * Every wind-down in its public form. Anybody may call this as often as they like, and it counts
 * what a wind-down waits for and how many members it has paid: so it is computed once in ten
 * seconds, and at once when one advances.
 */
export function keepViews(context: WindDownContext): () => Promise<Views> {
  const { database } = context
  let kept: { of: string; at: number; views: Promise<Views> } | null = null
  return async () => {
    const rows = await store.announcedOnes(database)
    const now = (await systemNow(database)).getTime()
    const of = JSON.stringify(
      rows.map(({ id, state, drainedAt, alarm }) => [id, state, drainedAt, alarm]),
    )
    const age = kept === null ? KEPT_MS : now - kept.at
    if (kept === null || kept.of !== of || age < 0 || age >= KEPT_MS) {
      const fresh = { of, at: now, views: viewsOf(context, rows) }
      fresh.views.catch(() => {
        if (kept === fresh) kept = null
      })
      kept = fresh
    }
    return kept.views
  }
}

async function viewsOf(
  context: WindDownContext,
  rows: readonly store.AnnouncedRow[],
): Promise<Views> {
  const { database } = context
  const cancellations = await store.cancellationsOf(database)
  const items = []
  for (const row of rows) {
    const waitsFor = row.state === 'closing' ? (await waitsOf(context, database, row)).waits : []
    const cancellation = cancellations.get(row.id)
    items.push(await viewOf(database, row, { waitsFor, cancellation }))
  }
  return { items, proposedBecause: await proposedBecause(context) }
}

/** Why the rule book proposes a wind-down now; null when it does not, or when one is announced. */
async function proposedBecause(context: WindDownContext): Promise<WindDownReason | null> {
  const { database } = context
  if (await store.liveWindDown(database)) return null
  const p = await context.parameters(database)
  const facts = await store.endingFigures(database, p.windDownWindowDays)
  if (!facts) return null
  return windDownProposed({ ...facts, now: await systemNow(database) }, p)
}
