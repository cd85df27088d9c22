import type { Conditions } from './counterparty.ts'

export const noConditions: Conditions = {
  effectiveMember: false,
  minFinishedTrades: 0,
  minCompletionRate: 0,
}

/** Whether an order has no conditions. */
export const asksNothing = (asked: Conditions): boolean =>
  !asked.effectiveMember && asked.minFinishedTrades === 0 && asked.minCompletionRate === 0

/** The facts that conditions are compared with. */
export interface Standing {
  effective: boolean
  finishedTrades: number
  completionRate: number | null
}

/** Whether a member meets an order's conditions. */
export const meetsConditions = (asked: Conditions, member: Standing): boolean =>
  (!asked.effectiveMember || member.effective) &&
  member.finishedTrades >= asked.minFinishedTrades &&
  (asked.minCompletionRate === 0 || (member.completionRate ?? -1) >= asked.minCompletionRate)
