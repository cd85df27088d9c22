import type { Proposal, Subject } from './queries.ts'

/** Kinds that rest on evidence: it is opened before they are approved. */
const evidenceKinds: readonly Subject['kind'][] = [
  'receipt',
  'explanation',
  'shortfall',
  'wind_down',
]

/** True when the reader could approve it and has to open its evidence before. */
export const asksForEvidence = ({ moves, subject }: Pick<Proposal, 'moves' | 'subject'>): boolean =>
  moves.includes('approve') && evidenceKinds.includes(subject.kind)
