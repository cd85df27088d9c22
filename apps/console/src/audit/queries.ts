import {
  type AnswerOf,
  actRoles,
  auditAct,
  auditHashes,
  auditRecords,
  auditRoots,
  auditTotals,
  operatorAudit,
} from '@banyan/domain'
import { api, askQuery, pagesQuery } from '../shell/index.ts'
import type { LogReader } from './verify.ts'

export type Act = AnswerOf<typeof operatorAudit>['items'][number]
export type OpenAct = AnswerOf<typeof auditAct>

/** What narrows the log, as the address has it. */
export const filterNames = ['actor', 'role', 'action', 'object', 'member', 'from', 'to'] as const
export type Filters = Partial<Record<(typeof filterNames)[number], string>>

/** Whether a filter can be asked for: half-typed ones are left out until they are whole. */
const shapes: Readonly<Record<(typeof filterNames)[number], (text: string) => boolean>> = {
  actor: text => /^[a-z0-9][a-z0-9-]{1,31}$/.test(text),
  role: text => (actRoles as readonly string[]).includes(text),
  action: text => text.trim() !== '' && text.length <= 200,
  object: text => text.trim() !== '' && text.length <= 200,
  member: text => /^\d{8}$/.test(text),
  from: text => /^\d{4}-\d{2}-\d{2}$/.test(text),
  to: text => /^\d{4}-\d{2}-\d{2}$/.test(text),
}

/** The filters of an address that can be asked for. */
export function filtersOf(query: Readonly<Record<string, string>>): Filters {
  const given = filterNames.flatMap(name => {
    const text = query[name]
    return text !== undefined && shapes[name](text) ? [[name, text] as const] : []
  })
  return Object.fromEntries(given)
}

export const actsQuery = (filters: Filters) =>
  pagesQuery(['audit', 'list', filters], operatorAudit, { query: filters as object })

export const actTotalsQuery = (filters: Filters) =>
  askQuery(['audit', 'totals', filters], auditTotals, { query: filters as object })

export const actQuery = (seq: string) =>
  askQuery(['audit', 'one', seq], auditAct, { params: { seq } })

export const rootsQuery = askQuery(['audit', 'roots'], auditRoots, { query: { limit: 1 } })

const atOnce = 1_000

/** Reads the log for a check or a file; `readsAll` where the reader may read every act. */
export const logReader = (readsAll: boolean): LogReader => ({
  roots: async after => (await api.ask(auditRoots, { query: { after, limit: atOnce } })).items,
  hashes: async after => (await api.ask(auditHashes, { query: { after, limit: atOnce } })).items,
  acts: readsAll
    ? async after => (await api.ask(auditRecords, { query: { after, limit: atOnce } })).items
    : null,
})

/** All acts that the filters leave, oldest first. */
export async function allActs(filters: Filters, progress: (count: number) => void): Promise<Act[]> {
  const all: Act[] = []
  for (;;) {
    const query = { ...(filters as object), after: all.at(-1)?.seq ?? 0, limit: atOnce }
    const { items } = await api.ask(auditRecords, { query })
    all.push(...items)
    progress(all.length)
    if (items.length < atOnce) return all
  }
}
