import type pg from 'pg'

/** Runs a statement and returns how many blocks of tables and indexes it has read. */
export async function blocksRead(
  on: pg.Pool | pg.ClientBase,
  statement: string,
  values: unknown[] = [],
): Promise<number> {
  const { rows } = await on.query(`explain (analyze, buffers, format json) ${statement}`, values)
  const plan = rows[0]['QUERY PLAN'][0].Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

/** A node of a plan, as `explain (format json)` writes it. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** The nodes of a plan that read a table or an index of one, in their order. */
export const scansIn = (plan: PlanNode): PlanNode[] => [
  ...(plan['Relation Name'] !== undefined && plan['Node Type'].endsWith('Scan') ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansIn),
]
