import type { RiskMeasure, WindDownOutcome } from '../wind-down.ts'

/** The canonical text of a wind-down's input, as it is read. */
interface WindDownInput
  extends Readonly<Record<Account | 'costs' | 'outstanding' | 'seed', string>> {
  readonly positions: readonly { readonly quantity: string }[]
  readonly holders: readonly {
    readonly quantity: string
    readonly leastHeld: string
    readonly isInsider: boolean
  }[]
}

type Account = 'reserve' | 'income' | 'poolStatic' | 'poolDynamic' | 'ops' | 'risk'

/**
 * Recomputes a wind-down from its canonical text, in another way than `windDown`: money moves from
 * account to account payment by payment, and the rest of an account is its balance then.
 * @throws RangeError when an account would fall below zero or more coins are paid than are
 * outstanding.
 */
export function recountWindDown(text: string): WindDownOutcome {
  const input = JSON.parse(text) as WindDownInput
  const accounts = new Map<Account, bigint>()
  for (const name of ['reserve', 'income', 'poolStatic', 'poolDynamic', 'ops', 'risk'] as const)
    accounts.set(name, BigInt(input[name]))
  const of = (account: Account): bigint => accounts.get(account) as bigint
  const take = (account: Account, amount: bigint): bigint => {
    if (amount > of(account)) throw new RangeError(`${account} would be ${of(account) - amount}`)
    accounts.set(account, of(account) - amount)
    return amount
  }
  const move = (from: Account, to: Account, amount: bigint): bigint => {
    accounts.set(to, of(to) + take(from, amount))
    return amount
  }

  const weights = input.positions.map(one => BigInt(one.quantity))
  const weight = total(weights)
  const pool = of('poolStatic')
  const ofStatic = weights.map(one => take('poolStatic', partOf(pool, one, weight)))
  const costs = BigInt(input.costs)
  const toReserve = {
    poolStatic: move('poolStatic', 'reserve', of('poolStatic')),
    poolDynamic: move('poolDynamic', 'reserve', of('poolDynamic')),
    income: move('income', 'reserve', of('income')),
    ops: move('ops', 'reserve', of('ops') > costs ? of('ops') - costs : 0n),
  }

  const reserve = of('reserve')
  let coins = BigInt(input.outstanding)
  const exitPrice = partOf(reserve, 1_000_000n, coins)
  coins -= BigInt(input.seed)
  const ofCoins = input.holders.map(({ quantity }) => {
    coins -= BigInt(quantity)
    if (coins < 0n) throw new RangeError('more coins are held than are outstanding')
    const product = BigInt(quantity) * exitPrice
    return take('reserve', (product - (product % 1_000_000n)) / 1_000_000n)
  })
  const toRisk = move('reserve', 'risk', of('reserve'))

  const risk = of('risk')
  const members = input.holders.map(one => (one.isInsider ? null : one))
  let riskBy: RiskMeasure = 'leastHeld'
  let parts = members.map(one => BigInt(one?.leastHeld ?? 0))
  const coinsOfMembers = members.map(one => BigInt(one?.quantity ?? 0))
  // Less than a tenth of the coins that members have, or zero.
  if (total(parts) === 0n || total(parts) < (total(coinsOfMembers) + 9n) / 10n) {
    riskBy = 'quantity'
    parts = coinsOfMembers
  }
  const riskWeight = total(parts)
  if (riskWeight === 0n) riskBy = 'nobody'
  const ofRisk = parts.map(part => take('risk', partOf(risk, part, riskWeight)))
  const dust = move('risk', 'ops', of('risk'))
  return {
    weight,
    ofStatic,
    toReserve,
    reserve,
    exitPrice,
    ofCoins,
    toRisk,
    risk,
    riskBy,
    riskWeight,
    ofRisk,
    dust,
    ops: of('ops'),
  }
}

function total(amounts: readonly bigint[]): bigint {
  let all = 0n
  for (const amount of amounts) all += amount
  return all
}

/** The whole shares of a total, rounded down; zero when nobody has a share. */
function partOf(whole: bigint, part: bigint, all: bigint): bigint {
  if (all === 0n) return 0n
  const product = whole * part
  return (product - (product % all)) / all
}
