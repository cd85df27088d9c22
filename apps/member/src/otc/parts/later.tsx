import { partOf } from '../../shell/slots.tsx'

/*
 * Parts of the market's and of a trade's pages whose code loads after the page: parts far below,
 * parts that few trades have, and parts that open on a tap.
 */

export const NewestTrade = partOf(() => import('./newest-trade.tsx'))
export const Timeline = partOf(() => import('./timeline.tsx'))
export const GraceNote = partOf(() => import('./grace-note.tsx'))
export const NextSteps = partOf(() => import('./next-steps.tsx'))
export const CancelCard = partOf(() => import('./cancel-card.tsx'))
export const RulingCard = partOf(() => import('./ruling-card.tsx'))
export const CaseWays = partOf(() => import('./case-ways.tsx'), null)
export const Statements = partOf(() => import('./statements.tsx'))
export const HeldAgain = partOf(() => import('./held-again.tsx'), null)
export const CaseDetails = partOf(() => import('./case-details.tsx'))
export const CaseFile = partOf(() => import('./case-file.tsx'))
export const TradeMenu = partOf(() => import('./trade-menu.tsx'), null)
export const GiveUpQuestion = partOf(() => import('./give-up-question.tsx'), null)
export const PasswordMove = partOf(() => import('./password-move.tsx'), null)
export const Depth = partOf(() => import('./depth.tsx'))
export const RecordsSheet = partOf(() => import('./records-sheet.tsx'), null)
export const Take = partOf(() => import('./take.tsx'), null)
export const ChangeSheet = partOf(() => import('./change-sheet.tsx'), null)
export const PublishFlow = partOf(() => import('./publish-flow.tsx'), null)
