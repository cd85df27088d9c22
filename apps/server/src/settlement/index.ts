export type { LossPart, SharedRun } from './02-losses-and-income/part.ts'
export type { CollectedFee, FeePart } from './04-fee-coins/part.ts'
export type {
  PaySources,
  ProvenRun,
  PublishedPayFacts,
  StaticPayPart,
  StaticPayRun,
} from './05-static-pay/part.ts'
export type {
  CollectedRun,
  CreditedFee,
  DynamicPayPart,
  DynamicPayRun,
  ReinvestingRun,
  StandingPart,
  VolumePart,
} from './06-dynamic-pay/part.ts'
export type { RedemptionOutcome, RedemptionPart } from './07-redemptions/part.ts'
export { dealsOf } from './07-redemptions/step.ts'
export type { ReopeningPart, ReopenRun } from './08-rounds-reopened/part.ts'
export type { FillOutcome, SubscriptionPart } from './08-subscriptions/part.ts'
export type { PositionPart, TurnRun } from './09-positions/part.ts'
export { turnRun } from './09-positions/step.ts'
export type { PlacementOutcome, PlacementPart } from './10-placements/part.ts'
export type { SplitPart } from './11-split/part.ts'
export type { FloatingPricePart, PricePart } from './12-publication/part.ts'
export type { CutOff } from './cut-off.ts'
export { factsOfSteps } from './facts.ts'
export type { SettlementParts } from './parts.ts'
export type { ClosedRun, Run, RunHashes } from './run.ts'
export type { Posting, SettlementStep, StepContext, StepFigures, SummedKind } from './step.ts'
export { closingOrder, eachStep, settlementSteps } from './steps.ts'
