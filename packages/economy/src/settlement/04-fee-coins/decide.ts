import { sum } from '../../amounts.ts'
import type { Parameters } from '../../parameters.ts'
import type { SettlementInput } from '../facts.ts'
import type { Step, Workings } from '../step.ts'
import { redeemFees } from './fees.ts'

/** Step 4: the fee coins are redeemed, and their value is distributed. */
export const feeCoins: Step = { number: 4, name: 'fee coins', decide: [takeFees] }

function takeFees(now: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  const { books } = now
  const fees = redeemFees(sum(input.fees.map(({ coins }) => coins)), now.exitPrice, p)
  return {
    fees,
    books: {
      ...books,
      outstanding: books.outstanding - fees.burned,
      reserve: books.reserve - fees.redeemed,
      poolStatic: books.poolStatic + fees.toStatic,
      poolDynamic: books.poolDynamic + fees.toDynamic,
      ops: books.ops + fees.toOps,
      risk: books.risk + fees.toRisk,
    },
  }
}
