import { endedV1 } from '../earlier/parameters.ts'
import { type Parameters, parametersV1 } from '../parameters.ts'
import type { DynamicFacts, DynamicNodes } from '../settlement/06-dynamic-pay/dynamic-facts.ts'
import type { InputNodes, RecountInput } from './input.ts'

/** The tree as step 6 reads it. */
export function networkOf({ period, fees, dynamics }: RecountInput): DynamicFacts {
  const { enabled, balancesPairBps, roundCapBefore, kept } = dynamics
  return {
    period,
    enabled,
    balancesPairBps,
    nodes: nodesOf(dynamics.nodes),
    ...(roundCapBefore !== undefined && { roundCapBefore: BigInt(roundCapBefore) }),
    fees: fees.map(fee => ({ ...fee, coins: BigInt(fee.coins) })),
    kept: kept.map(one => ({ ...one, volume: BigInt(one.volume) })),
  }
}

const nodesOf = (columns: InputNodes): DynamicNodes => ({
  ...columns,
  sides: Uint8Array.from(columns.sides),
  standings: Uint8Array.from(columns.standings),
})

/** The rules with their amounts as bigint: what is a bigint in the version 1 that has it is one in every version. */
export const rulesOf = ({ parameters }: RecountInput): Parameters =>
  Object.fromEntries(
    Object.entries({ ...parametersV1, ...endedV1 })
      .filter(([name]) => name in parameters)
      .map(([name, like]) => {
        const value = parameters[name] as string | number
        return [name, typeof like === 'bigint' ? BigInt(value) : value]
      }),
  ) as unknown as Parameters
