/** What changes for members between two forecasts of the same days. */
export interface PayCompared {
  /** Members who are paid anything in one of them. */
  readonly members: number
  readonly less: number
  readonly more: number
  /** How much less those get together, and how much more the others, micro-USDT. */
  readonly lessAmount: bigint
  readonly moreAmount: bigint
}

/** Compares what each member is paid. */
export function comparePay(
  now: ReadonlyMap<string, bigint>,
  proposed: ReadonlyMap<string, bigint>,
): PayCompared {
  const all = new Set([...now.keys(), ...proposed.keys()])
  let [less, more, lessAmount, moreAmount] = [0, 0, 0n, 0n]
  for (const member of all) {
    const change = (proposed.get(member) ?? 0n) - (now.get(member) ?? 0n)
    if (change < 0n) {
      less++
      lessAmount -= change
    } else if (change > 0n) {
      more++
      moreAmount += change
    }
  }
  return { members: all.size, less, more, lessAmount, moreAmount }
}
