import {
  type ActRole,
  actsOnOwnAccount,
  auditAct,
  auditConsistency,
  auditHashes,
  auditRecords,
  auditRoots,
  auditTotals,
  operatorAudit,
} from '@banyan/domain'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connect.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { type Operator, operatorRoute, type Route, route } from '../../platform/http/route.ts'
import { refuse } from '../../platform/refused.ts'
import { inHex, presentAct, presentRoot } from './present.ts'
import {
  type ActFilter,
  actBySeq,
  actsOf,
  actsOnMember,
  countActs,
  type FullAct,
  hashesAfter,
  newestRoot,
  rootsAfter,
} from './store.ts'
import { consistencyPath, inclusionPath } from './tree.ts'
import { TreeReader } from './tree-reader.ts'

type Filters = Omit<z.output<(typeof auditRecords)['query']>, 'after' | 'limit'>

const DAY_MS = 86_400_000
/** Midnight of the platform's zone, at the start of a day. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`)

/** Support reads its own acts alone (security.md 4.11). */
const filterFor = ({ role, operatorId }: Operator, { from, to, ...rest }: Filters): ActFilter => ({
  ...rest,
  from: from === undefined ? undefined : startOf(from),
  to: to === undefined ? undefined : new Date(startOf(to).getTime() + DAY_MS),
  operatorId: role === 'support' ? operatorId : undefined,
})

/** Calls that read the audit log: the public ones, operators', and a member's own. */
export function auditRoutes(database: Database): Route[] {
  const tree = new TreeReader(database)
  return [
    operatorRoute(operatorAudit, async ({ query, caller, locale }) => {
      const { cursor, limit, ...filters } = query
      const after = afterOf(readCursor(cursor, ['integer'], locale))
      const page = { after, limit: limit + 1, order: 'newest' } as const
      return pageOf(await actsOf(database, filterFor(caller, filters), page), limit, presentAct)
    }),

    operatorRoute(auditTotals, async ({ query, caller }) => ({
      count: await countActs(database, filterFor(caller, query)),
    })),

    operatorRoute(auditRecords, async ({ query, caller }) => {
      const { after, limit, ...filters } = query
      const page = { after, limit, order: 'oldest' } as const
      const rows = await actsOf(database, filterFor(caller, filters), page)
      return { items: rows.map(presentAct) }
    }),

    operatorRoute(auditAct, async ({ params, caller }) => {
      const row = await actBySeq(database, Number(params.seq))
      const isOpen = caller.role !== 'support' || row?.operatorId === caller.operatorId
      if (!row || !isOpen) return refuse('notFound')
      const root = await newestRoot(database)
      if (!root || root.size < row.seq) return { act: presentAct(row), proof: null }
      const ranges = await tree.ranges(root.size, [row.seq - 1])
      const path = inclusionPath(ranges, row.seq - 1, root.size)
      return {
        act: presentAct(row),
        proof: { root: presentRoot(root), path: path.map(inHex) },
      }
    }),

    route(auditHashes, async ({ query }) => {
      const rows = await hashesAfter(database, query.after, query.limit)
      return { items: rows.map(({ seq, hash }) => ({ seq, hash: inHex(hash) })) }
    }),

    route(auditRoots, async ({ query }) => {
      const newest = await newestRoot(database)
      const rows = await rootsAfter(database, query.after, query.limit)
      return { items: rows.map(presentRoot), newest: newest ? presentRoot(newest) : null }
    }),

    route(auditConsistency, async ({ query: { from, to } }) => {
      const newest = await newestRoot(database)
      if (from > to || to > (newest?.size ?? 0)) return refuse('notFound')
      if (from === 0 || from === to) return { path: [] }
      const ranges = await tree.ranges(to, [from - 1])
      return { path: consistencyPath(ranges, from, to).map(inHex) }
    }),

    route(actsOnOwnAccount, async ({ query: { cursor, limit }, caller, locale }) => {
      const after = afterOf(readCursor(cursor, ['integer'], locale))
      const rows = await actsOnMember(database, caller.memberId, { after, limit: limit + 1 })
      return pageOf(rows, limit, row => ({
        seq: row.seq,
        at: row.at.toISOString(),
        role: row.role as ActRole,
        action: row.action,
        object: row.object,
        reason: row.text?.forMember ? row.text.reason : null,
        hash: inHex(row.hash),
      }))
    }),
  ]
}

const afterOf = (cursor: string[] | null): number | null =>
  cursor?.[0] === undefined ? null : Number(cursor[0])

function pageOf<T>(rows: readonly FullAct[], limit: number, present: (row: FullAct) => T) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(present),
    nextCursor: rows.length > limit && last ? writeCursor([String(last.seq)]) : null,
  }
}
