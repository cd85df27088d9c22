import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { houseAccount, memberAccount, openLedger, type TransferOrder } from './index.ts'

const ledger = openLedger()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.transaction().execute(work)

type Step = { type: 'issue' | 'freeze' | 'burn'; amount: bigint } | { type: 'split' | 'write' }
const moves = fc.record({
  type: fc.constantFrom('issue' as const, 'freeze' as const, 'burn' as const),
  amount: fc.bigInt(1n, 20n),
})
const others = fc.record({ type: fc.constantFrom('split' as const, 'write' as const) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: moves },
  { weight: 2, arbitrary: others },
)

/** Two members: what one of them does is not to be seen of the other. */
class Holder {
  readonly id = newUuid()
  readonly seen: { epoch: number; quantity: bigint }[] = []

  /** Moves coins; a move that has nothing to take is left out. */
  async move(type: 'issue' | 'freeze' | 'burn', amount: bigint): Promise<void> {
    const available = memberAccount(this.id, 'LEAF')
    const issue = houseAccount('LEAF', 'ISSUE')
    const between = {
      issue: { from: issue, to: available, kind: 'subscription_issue' },
      freeze: { from: available, to: { ...available, kind: 'escrow' }, kind: 'otc_freeze' },
      burn: { from: available, to: issue, kind: 'exchange_burn' },
    } as const
    const order: TransferOrder = { ...between[type], amount, reference: newUuid() }
    await act(tx => ledger.post(tx, [order])).catch(error => {
      if (error.refusal !== 'insufficientBalance') throw error
    })
  }

  async coins(): Promise<bigint> {
    const balances = await ledger.balances(db.database, this.id)
    return balances.reduce((sum, { posted }) => sum + posted, 0n)
  }
}

describe('the coins before each split', () => {
  it('are what the balances were just before it, whether its lines are written or not', async () => {
    await new Holder().move('issue', 5n)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async steps => {
        const holders = [new Holder(), new Holder()]
        for (const [turn, one] of steps.entries()) {
          if ('amount' in one) await (holders[turn % 2] as Holder).move(one.type, one.amount)
          else if (one.type === 'write') await ledger.writeSplitLines(db.database, 1 + (turn % 3))
          else {
            const held = await Promise.all(holders.map(holder => holder.coins()))
            const { epoch } = await act(tx => ledger.split(tx, 2))
            for (const [place, holder] of holders.entries()) {
              const quantity = held[place] as bigint
              if (quantity > 0n) holder.seen.push({ epoch, quantity })
            }
          }
          if (turn % 4 > 0 && turn < steps.length - 1) continue
          for (const holder of holders)
            expect(await ledger.coinsBeforeSplits(db.database, holder.id)).toEqual(holder.seen)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('are counted from the numbers of all splits', async () => {
    const splits = await ledger.splits(db.database)
    expect(splits.map(({ epoch }) => epoch)).toEqual(splits.map((_, place) => place + 1))
    const { epoch } = await act(tx => ledger.split(tx, 2))
    expect(epoch).toBe(splits.length + 1)
    expect(await ledger.epoch(db.database)).toBe(epoch)
  })
})
