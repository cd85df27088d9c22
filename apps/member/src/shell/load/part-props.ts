import type { StepUp, StepUpFactor } from '@banyan/domain'

/* What the shell gives to parts of other modules that it shows: both sides import it from here. */

export interface BlockQuestionProps {
  /** The trade or the order by which the other is known. */
  through: string
  nickname: string
  open: boolean
  onClose: () => void
}

export interface FindingsProps {
  tradeId: string
  /** What is to be paid, USDT. */
  due: string
  /** The only address that the buyer pays from; null where none was named. */
  payFrom: string | null
}

export interface ExchangeSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What the member is asked for, and why. */
export interface FactorAsk {
  factor: StepUpFactor
  /** The platform's own sentence. */
  message: string
  /** What was wrong with the last try. */
  problem?: string
}

export interface StepUpSheetProps {
  /** Null while the last try is looked at, and once it is over. */
  ask: FactorAsk | null
  pending: boolean
  onGive: (stepUp: StepUp) => void
  onCancel: () => void
}

export interface RiskQuestionsSheetProps {
  open: boolean
  /** True: all were answered rightly. */
  onEnd: (answered: boolean) => void
}
