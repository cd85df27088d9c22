import type { TradeView } from '@banyan/domain'
import { Part, partOf } from '../../shell/slots.tsx'
import type { Act } from './case-actions.tsx'

/* Sheets that other late parts of a trade's pages open. Apart from `later.tsx`, which loads those parts. */

export interface OfTrade {
  trade: TradeView
}

export interface Opened {
  open: boolean
  onClose: () => void
}

const caseActs = partOf(() => import('./case-acts.tsx'))

export const CaseActs = (given: OfTrade & { act: Act | null; onClose: () => void }) => (
  <Part part={caseActs} given={given} waiting={null} />
)

const replaceSheet = partOf(() => import('./replace-sheet.tsx'))

export const ReplaceSheet = (given: OfTrade & Opened) => (
  <Part part={replaceSheet} given={given} waiting={null} />
)

const rulesSheet = partOf(() => import('./rules-sheet.tsx'))

export const RulesSheet = (given: Opened) => <Part part={rulesSheet} given={given} waiting={null} />
