import type { ComponentType, ReactNode } from 'react'
import type {
  BlockQuestionProps,
  ExchangeSheetProps,
  FindingsProps,
  RiskQuestionsSheetProps,
  StepUpSheetProps,
} from './part-props.ts'

/** Loads a file whose default export is a component. */
type PartLoad<P = object> = () => Promise<{ default: ComponentType<P> }>

/** What the shell needs to know of the vault of words. */
interface VaultCode {
  vault: {
    has(accountId: string): Promise<boolean>
    forget(accountId: string): Promise<void>
  }
}

/**
 * Code of the modules that the shell and other modules' pages show. The shell imports no module: the entry
 * gives it this table, and each file is loaded when it is first needed.
 */
export interface LateCode {
  /** The screen of a page, by the route's path; undefined for a path that has none. */
  page(path: string): Promise<{ default: ComponentType } | undefined>
  bell: PartLoad
  blockQuestion: PartLoad<BlockQuestionProps>
  chatButton: PartLoad<{ tradeId: string }>
  distributedChip: PartLoad
  dueTrades: PartLoad
  exchangeSheet: PartLoad<ExchangeSheetProps>
  findings: PartLoad<FindingsProps>
  homeNotices: PartLoad
  moments(): Promise<{ Moments: ComponentType }>
  noticeLines: PartLoad
  notificationsDot(): Promise<{
    NotificationsDot: ComponentType<{ className: string | undefined }>
  }>
  placementChip: PartLoad
  pushChoice: PartLoad
  pushOffer: PartLoad
  riskQuestionsSheet: PartLoad<RiskQuestionsSheetProps>
  serviceButton: PartLoad
  serviceDot(): Promise<{ ServiceDot: ComponentType<{ className: string | undefined }> }>
  stepUpSheet: PartLoad<StepUpSheetProps>
  undoBox: PartLoad<{ subscriptionId: string }>
  vault(): Promise<VaultCode>
  waitingBadge(): Promise<{ WaitingBadge: ComponentType<{ className: string | undefined }> }>
  waitingCard: PartLoad
  watchProof(): Promise<{ watchProof(): unknown }>
  windDownBar(): Promise<{ bar: ReactNode }>
}

/** The table that the entry has given. */
export const lateCode = {} as LateCode

/** Gives the shell the code of the modules. To be called once, before anything is drawn. */
export const registerLateCode = (code: LateCode): void => void Object.assign(lateCode, code)
