/** An honest member who wants so much and no more. */
export interface Saver {
  readonly wants: bigint
  /** What was issued on each night since. */
  readonly nights: bigint[]
}

/** What a community knows of its rounds of network pay, where a re-investment opens them again. */
export interface Rounds {
  /** Rounds that their cap has closed and nothing has answered, by member. */
  readonly closed: Map<string, string>
  /** What an order answers, by its id. */
  readonly citing: Map<string, string>
  /** Nodes whose round was opened again in this quarter. */
  readonly reopened: Set<number>
}

/** A sniper with the trips so far and the one under way. */
export interface Sniper {
  readonly plan: Plan
  readonly trips: Trip[]
  under: { readonly since: number; readonly usdt: bigint; readonly fills: number } | null
}

/** What came of a trick so far. Micro-USDT. */
export interface Tries {
  tries: number
  /** Worth of coins that were released for a thief, less what the thief had paid for them. */
  gained: bigint
  /** What the chain said to the thief's claims, how often. */
  readonly findings: Map<string, number>
  /** Payments of those who were stolen from, and how many of them brought their coins. */
  paid: number
  served: number
}

/** Ways to have coins for another's payment, or for none. */
export const tricks = [
  'the same hash',
  'the same hash, for half as much',
  'a made-up hash, then swapped',
  'a payment from before the take',
  'an own payment, shown twice',
  'a cent less than agreed',
  'a worthless token',
] as const

export type Trick = (typeof tricks)[number]

/** How a sniper goes about it. */
export interface Plan {
  /** Settlements from the one that issues the coins to the one that takes them back. */
  readonly nights: number
  /** Whether the coins are locked in between, for static pay: from the morning after, until the night before the last. */
  readonly locks: boolean
}

/** One trip: USDT that was paid for coins, and what there was more of in the end. */
export interface Trip {
  readonly spent: bigint
  readonly gained: bigint
}
