/** A version of the rule book: the days on which it is published and from which it holds, and what it changes. */
export interface NewRules {
  readonly publishedOn: number
  readonly holdFrom: number
  readonly numbers: Readonly<Record<string, string | number>>
  readonly difference: { readonly zh: string; readonly en: string }
}

/** Money from outside: whose it is, and what two treasurers will say of it. */
export interface Payment {
  usdt: number
  payer: string
  evidence: string
}
