import type { Parameters } from '../../parameters.ts'
import type { SettlementInput } from '../facts.ts'
import { collectOwnerless } from '../ownerless.ts'
import type { Step, Workings } from '../step.ts'
import { redeemRun } from './redemption.ts'

/** Step 7: exchanges and undos deal at the exit mark, and R without coins goes to RISK. */
export const redemptions: Step = {
  number: 7,
  name: 'redemptions',
  decide: [takeRedemptions, takeOwnerless],
}

function takeRedemptions(now: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  const { exchanges, undos, reserve, outstanding } = redeemRun(
    input.redemptions,
    now.books,
    now.exitPrice,
    p,
  )
  return { redemptions: { exchanges, undos }, books: { ...now.books, reserve, outstanding } }
}

function takeOwnerless({ books, ownerless }: Workings): Partial<Workings> {
  const collected = collectOwnerless(books)
  return { books: collected.books, ownerless: { ...ownerless, afterRedemptions: collected.amount } }
}
