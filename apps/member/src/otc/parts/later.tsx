import { Part, partOf } from '../../shell/slots.tsx'
import type { PublishTerms } from '../publish-figures.ts'
import type { Side } from '../stages.ts'
import type { TakeProps } from '../use-take.ts'
import type { Dispute } from './case-card.tsx'
import type { ChangeSheetProps } from './change-sheet.tsx'
import type { OfTrade, Opened } from './later-sheets.tsx'
import type { PasswordMoveProps } from './password-move.tsx'
import type { TradeMenuProps } from './trade-menu.tsx'

/*
 * Parts of the market's and of a trade's pages whose code loads after the page: parts far below,
 * parts that few trades have, and parts that open on a tap.
 */

interface OfCase extends OfTrade {
  dispute: Dispute
}
const newestTrade = partOf(() => import('./newest-trade.tsx'))
export const NewestTrade = (given: { side: Side }) => <Part part={newestTrade} given={given} />

const timeline = partOf(() => import('./timeline.tsx'))
export const Timeline = (given: OfTrade) => <Part part={timeline} given={given} />

const graceNote = partOf(() => import('./grace-note.tsx'))
export const GraceNote = (given: OfTrade) => <Part part={graceNote} given={given} />

const nextSteps = partOf(() => import('./next-steps.tsx'))
export const NextSteps = (given: OfTrade) => <Part part={nextSteps} given={given} />

const cancelCard = partOf(() => import('./cancel-card.tsx'))
export const CancelCard = (given: OfTrade) => <Part part={cancelCard} given={given} />

const rulingCard = partOf(() => import('./ruling-card.tsx'))
export const RulingCard = (given: OfCase) => <Part part={rulingCard} given={given} />

const caseWays = partOf(() => import('./case-ways.tsx'))
export const CaseWays = (given: OfCase) => <Part part={caseWays} given={given} waiting={null} />

const statements = partOf(() => import('./statements.tsx'))
export const Statements = (given: OfCase) => <Part part={statements} given={given} />

const heldAgain = partOf(() => import('./held-again.tsx'))
export const HeldAgain = (given: OfTrade) => <Part part={heldAgain} given={given} waiting={null} />

const caseDetails = partOf(() => import('./case-details.tsx'))
export const CaseDetails = (given: OfCase) => <Part part={caseDetails} given={given} />

const caseFile = partOf(() => import('./case-file.tsx'))
export const CaseFile = (given: OfCase) => <Part part={caseFile} given={given} />

const tradeMenu = partOf(() => import('./trade-menu.tsx'))
export const TradeMenu = (given: TradeMenuProps) => (
  <Part part={tradeMenu} given={given} waiting={null} />
)

const giveUpQuestion = partOf(() => import('./give-up-question.tsx'))
export const GiveUpQuestion = (given: OfTrade & Opened) => (
  <Part part={giveUpQuestion} given={given} waiting={null} />
)

const passwordMove = partOf(() => import('./password-move.tsx'))
export const PasswordMove = (given: PasswordMoveProps) => (
  <Part part={passwordMove} given={given} waiting={null} />
)

const depth = partOf(() => import('./depth.tsx'))
export const Depth = () => <Part part={depth} given={{}} />

const recordsSheet = partOf(() => import('./records-sheet.tsx'))
export const RecordsSheet = (given: Opened) => (
  <Part part={recordsSheet} given={given} waiting={null} />
)

const take = partOf(() => import('./take.tsx'))
export const Take = (given: TakeProps) => <Part part={take} given={given} waiting={null} />

const changeSheet = partOf(() => import('./change-sheet.tsx'))
export const ChangeSheet = (given: ChangeSheetProps) => (
  <Part part={changeSheet} given={given} waiting={null} />
)

const publishFlow = partOf(() => import('./publish-flow.tsx'))
export const PublishFlow = (given: Opened & { side: Side; terms: PublishTerms }) => (
  <Part part={publishFlow} given={given} waiting={null} />
)
