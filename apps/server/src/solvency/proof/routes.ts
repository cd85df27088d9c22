import { type PublishedRoot, solvencyProof, solvencyRoots, solvencySystem } from '@banyan/domain'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { refuse } from '../../platform/refused.ts'
import { type PathContext, platformProofOf, proofOf } from './paths.ts'
import { type KeptPlatform, type KeptRoot, publishedRootRows } from './store.ts'

/** The published roots, for everyone, and each member's own part of them. */
export const proofRoutes = (context: PathContext): Route[] => [
  route(solvencyRoots, async ({ query, locale }) => {
    const after = readCursor(query.cursor, ['instant'], locale)
    const before = after?.[0]?.slice(0, 10) ?? null
    const rows = await publishedRootRows(context.database, before, query.limit + 1)
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      items: shown.map(present),
      nextCursor: last ? writeCursor([`${last.period}T00:00:00.000Z`]) : null,
    }
  }),
  route(solvencySystem, async ({ query }) => {
    return (await platformProofOf(context, query.period)) ?? refuse('notFound')
  }),
  route(solvencyProof, async ({ query, caller }) => {
    return (await proofOf(context, query.period, caller.memberId)) ?? refuse('notFound')
  }),
]

const present = (row: KeptRoot): PublishedRoot => ({
  period: row.period,
  domain: row.domain,
  sequence: row.sequence,
  members: row.members,
  block: row.blockNumber,
  provable: row.provable,
  sid: row.sid.toString('hex'),
  takenAt: row.takenAt.toISOString(),
  blockHash: row.blockHash?.toString('hex') ?? null,
  previous: row.previous.toString('hex'),
  root: row.root.toString('hex'),
  trees: row.trees.map(({ asset, root, total, depth, house }) => ({
    asset: asset as PublishedRoot['trees'][number]['asset'],
    root: root.toString('hex'),
    total: `${total}`,
    depth,
    house: house as unknown as KeptPlatform['USDT'],
  })),
})
