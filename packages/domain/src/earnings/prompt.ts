import { wireId } from '../contract/wire.ts'
import { payStops } from '../distribution/pay-stops.ts'

/** Which elimination opened a prompt. */
export const promptModules = ['static', 'dynamic'] as const
export type PromptModule = (typeof promptModules)[number]

/**
 * What a subscription that answers the prompt of a closed round does to it: nothing, as the rules are
 * (`off`); it opens the round again (`opens`); nothing, because the next round begins by itself before
 * such an order could bring anything (`late`), because that has happened in the quarter (`used`),
 * because the round is over (`over`), or because it goes on by itself, its cap raised since (`running`).
 * Where it could be opened and its owner would be paid nothing all the same, it says why.
 */
export const reopenings = ['off', 'opens', 'late', 'used', 'over', 'running', ...payStops] as const
export type ReopeningKind = (typeof reopenings)[number]

/** The three equal answers of a prompt; none is the default and nothing waits for one. */
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
