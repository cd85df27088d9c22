import type { z } from 'zod'
import type { AnswerOf } from '../contract/endpoint.ts'
import type { auditRecords, auditRoot } from './audit-endpoints.ts'

export type AuditAct = AnswerOf<typeof auditRecords>['items'][number]
export type AuditRoot = z.output<typeof auditRoot>

/** The first line of an exported log. */
export interface AuditHead {
  format: 'banyan-audit-1'
  /** `all`: every act from the first one on; `part`: what a filter or the reader's role left. */
  kind: 'all' | 'part'
  /** The address of the product. */
  product: string
  savedAt: string
  filters: Readonly<Record<string, string>>
  /** The newest signed root when it was saved. */
  root: AuditRoot | null
}

/** A file of acts that `verify.mjs --audit` checks: a head and an act a line. */
export const auditLines = (head: AuditHead, acts: readonly AuditAct[]): string =>
  [head, ...acts].map(one => `${JSON.stringify(one)}\n`).join('')

/** The columns of the table, and what each shows of an act. Lists and the record are JSON. */
export const auditColumns: Readonly<Record<string, (act: AuditAct) => string>> = {
  seq: act => String(act.seq),
  at: act => act.at,
  actor: act => act.actor,
  role: act => act.role,
  action: act => act.action,
  object: act => act.object,
  reason: act => act.reason ?? '',
  members: act => JSON.stringify(act.members),
  prev: act => act.prev,
  hash: act => act.hash,
  record: act => act.record,
  salt: act => act.salt ?? '',
  memberSalts: act => JSON.stringify(act.memberSalts),
}

/** What a spreadsheet runs as a formula begins so. */
const risky = /^[\s\u200b\ufeff]*[=+\-@\t\r]/

const cell = (text: string): string =>
  `"${(risky.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** The same as a table for a spreadsheet, which `verify.mjs --audit` reads as well. */
export function auditTable(acts: readonly AuditAct[]): string {
  const columns = Object.values(auditColumns)
  const lines = [Object.keys(auditColumns), ...acts.map(act => columns.map(column => column(act)))]
  return `\ufeff${lines.map(cells => cells.map(cell).join(',')).join('\r\n')}\r\n`
}
