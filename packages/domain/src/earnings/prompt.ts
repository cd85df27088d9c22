import { wireId } from '../contract/wire.ts'
import { payStops } from '../distribution/pay-stops.ts'

/** Which elimination opened a prompt. */
export const promptModules = ['static', 'dynamic'] as const
export type PromptModule = (typeof promptModules)[number]

/**
 * The effect on a closed round of a subscription that answers its prompt. `off`: none under these
 * rules. `opens`: it reopens the round. `late`: none, because the next round begins by itself
 * before the order could earn anything. `used`: none, because that has happened in the quarter.
 * `over`: none, because the round is over. `running`: none, because the round continues, its cap
 * raised since. When it could be reopened but its owner would still be paid nothing, the field
 * contains the reason.
 */
export const reopenings = ['off', 'opens', 'late', 'used', 'over', 'running', ...payStops] as const
export type ReopeningKind = (typeof reopenings)[number]

/** The three equal answers of a prompt; none is the default, and nothing waits for an answer. */
export const promptChoices = ['withdraw', 'keep', 'reinvest'] as const

/** Kinds of a subscription; a position has one of the last two, or none. Rule book 2.8. */
export const investmentKinds = [
  'first',
  'additional',
  'static_reinvest',
  'dynamic_reinvest',
] as const
export type InvestmentKind = (typeof investmentKinds)[number]

/** The wire id of a prompt, where a subscription or a position cites one. */
export const citedPrompt = wireId('prm').nullable().default(null)
