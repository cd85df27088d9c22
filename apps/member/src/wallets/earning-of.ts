import { type EarningKind, earningIdOf, transferKindOf } from '@banyan/domain'

const ofRun = /^run:(\d{4}-\d{2}-\d{2})\//

/** Returns the passport of a statement line that is an earning; null for every other line. */
export function earningOf(line: { kind: string; reference: string }): string | null {
  const kinds = Object.keys(transferKindOf) as EarningKind[]
  const kind = kinds.find(one => transferKindOf[one] === line.kind)
  const [, period] = ofRun.exec(line.reference) ?? []
  return kind && period ? earningIdOf(kind, period) : null
}
