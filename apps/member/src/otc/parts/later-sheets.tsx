import { partOf } from '../../shell/slots.tsx'

/* Sheets that other late parts of a trade's pages open. Apart from `later.tsx`, which loads those parts. */

export const CaseActs = partOf(() => import('./case-acts.tsx'), null)
export const ReplaceSheet = partOf(() => import('./replace-sheet.tsx'), null)
export const RulesSheet = partOf(() => import('./rules-sheet.tsx'), null)
