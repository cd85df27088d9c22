/** Steps by which money goes in, each with the whole risk notice before the first time. */
export type RiskStep = 'subscription' | 'marketBuy' | 'recharge'

const name = 'banyan.risk'

function read(): Record<string, RiskStep[]> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** Whether this account has taken such a step on this device. */
export const hasTaken = (accountId: string, step: RiskStep): boolean =>
  read()[accountId]?.includes(step) ?? false

/** Stores that it has; a browser without storage shows the whole notice each time. */
export function rememberTakenBy(accountId: string, step: RiskStep): void {
  const taken = read()
  const own = taken[accountId] ?? []
  if (own.includes(step)) return
  try {
    localStorage.setItem(name, JSON.stringify({ ...taken, [accountId]: [...own, step] }))
  } catch {}
}
