import { ColumnOf, canonicalJson } from './canonical.ts'
import type { SettlementInput } from './settlement-facts.ts'
import type { SettlementResult } from './settlement-result.ts'
import type { EliminationReason, StaticPay, StaticPosition } from './static.ts'

/*
 * What of a run is hashed. Positions and what they are paid come by the million, so the text has
 * them in columns, and says nothing twice: what a position is paid stands where the input has the
 * position, and what it was paid before, and its weight, are the input's to say.
 */

/** An input as its canonical text has it: what the second computation is told. */
export const inputFact = ({ statics, ...rest }: SettlementInput): object => ({
  ...rest,
  statics: { asked: statics.asked, positions: positionColumns(statics.positions) },
})

const positionColumns = (positions: readonly StaticPosition[]) => ({
  ids: new ColumnOf(positions, one => one.id),
  memberIds: new ColumnOf(positions, one => one.memberId),
  quantities: new ColumnOf(positions, one => one.quantity),
  openingValues: new ColumnOf(positions, one => one.openingValue),
  paid: new ColumnOf(positions, one => one.paid),
  settlements: new ColumnOf(positions, one => one.settlements),
  unlockAsked: new ColumnOf(positions, one => one.unlockAsked),
  renews: new ColumnOf(positions, one => one.renews),
})

/** A result as its canonical text has it. */
export const resultFact = ({ statics, ...rest }: SettlementResult): object => ({
  ...rest,
  statics: payColumns(statics.pays, statics),
})

/** What the text says of static pay, in the order of the input's positions. */
const payColumns = (
  pays: readonly StaticPay[],
  { released, weight, left }: SettlementResult['statics'],
) => ({
  ...{ released, weight, left },
  amounts: new ColumnOf(pays, one => one.amount),
  cap: eliminatedBy(pays, 'cap'),
  term: eliminatedBy(pays, 'term'),
})

const eliminatedBy = (pays: readonly StaticPay[], reason: EliminationReason): string[] =>
  pays.flatMap(one => (one.eliminated === reason ? [one.positionId] : []))

/** The canonical text of an input, as one string: for small ones. */
export const inputText = (input: SettlementInput): string => canonicalJson(inputFact(input))

/** The canonical text of a result, as one string. */
export const resultText = (result: SettlementResult): string => canonicalJson(resultFact(result))
