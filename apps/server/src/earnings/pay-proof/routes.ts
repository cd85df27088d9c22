import { type PublishedPay, payProof, payRootOf } from '@banyan/domain'
import type { Parameters } from '@banyan/economy'
import type { Database } from '../../platform/database/connect.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { refuse } from '../../platform/refused.ts'
import type { Sealing } from '../../platform/sealing.ts'
import { capLeftOf } from '../cap-left.ts'
import { paidPositions } from '../earning-store.ts'
import { findRound } from '../round-store.ts'
import { pathsOf } from './paths.ts'
import { findPayRoot, loginKeyOf, type PayRootRow } from './store.ts'

/** The data for showing members their paths. */
export interface PayProofReads {
  database: Database
  sealing: Sealing
  rules: { version(reader: Database, number: number): Promise<Parameters> }
}

/** The public roots of static pay, and each member's own paths. */
export const payProofRoutes = ({ database, sealing, rules }: PayProofReads): Route[] => [
  route(payRootOf, async ({ query }) => {
    const root = await findPayRoot(database, query.period)
    return root ? present(root) : refuse('notFound')
  }),
  route(payProof, async ({ query, caller: { memberId }, locale }) => {
    const { period, cursor, limit } = query
    const after = readCursor(cursor, ['uuid'], locale)?.[0] ?? ''
    const [root, round] = await Promise.all([
      findPayRoot(database, period),
      findRound(database, period),
    ])
    if (!root || !round) return refuse('notFound')
    const all = await paidPositions(database, memberId, period)
    if (all.length === 0) return refuse('notFound')
    const p = await rules.version(database, round.ruleVersion as number)
    const rest = all.filter(one => one.positionId > after)
    const shown = rest.slice(0, limit).map(one => ({ ...one, capLeft: capLeftOf(one, p) }))
    const last = rest.length > shown.length ? shown.at(-1) : undefined
    return {
      period,
      pid: root.pid.toString('hex'),
      root: root.root.toString('hex'),
      publicKey: (await loginKeyOf(database, memberId)).toString('hex'),
      items: await pathsOf({ database, sealing }, root, shown),
      nextCursor: last ? writeCursor([last.positionId]) : null,
    }
  }),
]

const present = (row: PayRootRow): PublishedPay => ({
  period: row.period,
  domain: row.domain,
  positions: row.positions,
  depth: row.depth,
  pid: row.pid.toString('hex'),
  inputHash: row.inputHash.toString('hex'),
  resultHash: row.resultHash.toString('hex'),
  released: `${row.released}`,
  weight: `${row.weight}`,
  paid: `${row.paid}`,
  coins: `${row.coins}`,
  tree: row.tree.toString('hex'),
  root: row.root.toString('hex'),
})
