import type { Parameters } from '../../parameters.ts'
import type { SettlementInput } from '../facts.ts'
import type { Step, Workings } from '../step.ts'
import { payDynamic } from './dynamic.ts'

/** Step 6: the network is paid out of the dynamic pool. */
export const dynamicPay: Step = { number: 6, name: 'dynamic pay', decide: [takeDynamic] }

function takeDynamic(now: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  const { books, exitPrice, fees } = now
  const facts = { ...input.dynamics, period: input.period, fees: input.fees }
  const dynamics = payDynamic(facts, { pool: books.poolDynamic, exitPrice }, p)
  const { paid, staffShare, reserved } = dynamics
  return {
    dynamics,
    books: { ...books, poolDynamic: books.poolDynamic - paid },
    carried: { dynamicOff: facts.enabled ? 0n : fees.toDynamic, staffShare, reserved },
  }
}
