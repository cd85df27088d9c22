const concerns = ['static', 'network', 'coins', 'investing', 'transfers'] as const
/** What of a member's a number of the rule book is about. */
export type Concern = (typeof concerns)[number]

/** By the prefixes of the numbers' names; other numbers affect no member's own account. */
const beginnings: Readonly<Record<Concern, RegExp>> = {
  static: /^(activation|staticRelease|staticCap|cycle|term|feeToStatic|incomeToStatic)/,
  network:
    /^(direct|pair|decay|dailyCap|roundCap|balance|reopen|feeToDynamic|effective|distributed|quiz|placement)/,
  coins: /^(otc|trading|exchange|split|incomeRelease)/,
  investing:
    /^(subscription|firstOrder|runCapacity|memberGuarantee|unspent|maxInvestment|young|investment|roundLimit|undo|raise)/,
  transfers: /^(recharge|withdrawal|newAddress)/,
}

/** The parts of a member's account that these numbers affect, each once. */
export const touched = (names: readonly string[]): Concern[] =>
  concerns.filter(concern => names.some(name => beginnings[concern].test(name)))
