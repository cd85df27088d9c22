import { parseAmount } from '@banyan/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { houseAccount } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { bookAs, receiveOnChain } from '../testing/receipts.ts'
import type { ShownMissing } from './context.ts'
import { lastSettlement } from './last.ts'

let system: EconomyFixture
let isFrozen: boolean
beforeEach(async () => {
  isFrozen = false
  system = await openEconomy('2026-03-01T08:00:00Z', { isFrozen: async () => isFrozen })
})
afterEach(() => system.db.close())

const progress = (
  { shown = null, hasChain = false }: { shown?: ShownMissing | null; hasChain?: boolean } = {},
  drainedAt: string | null = null,
) =>
  lastSettlement(
    { ledger: system.ledger, missingOf: async () => shown, hasChain },
    system.database,
    drainedAt === null ? null : new Date(drainedAt),
  )

test('a chain that was not read, or was read too long ago, is waited for like a loss', async () => {
  const shown = { missing: 0n, confirmed: 0n, block: 1, isStale: false }
  expect(await progress({ shown, hasChain: true })).toMatchObject({ hasLoss: false })
  expect(await progress({ shown: { ...shown, isStale: true }, hasChain: true })).toMatchObject({
    hasLoss: true,
  })
  expect(await progress({ hasChain: true })).toMatchObject({ hasLoss: true })
  expect(await progress()).toMatchObject({ hasLoss: false })
})

test('money that nobody has classified is waited for, so that nobody gains by not classifying it', async () => {
  const { database, treasury } = system
  await system.setNow('2026-03-02T10:00:00Z')
  await system.receive('0.999999')
  await receiveOnChain(database, '50', { state: 'confirming' })
  await receiveOnChain(database, '50', { state: 'vanished' })
  expect(await progress()).toMatchObject({ hasIncome: false })
  const receipt = await system.receive('1')
  expect(await progress()).toMatchObject({ hasIncome: true })
  // Receipts after the end of the market do not delay the payment.
  expect(await progress({}, '2026-03-02T10:00:00Z')).toMatchObject({ hasIncome: false })
  expect(await progress({}, '2026-03-02T10:00:01Z')).toMatchObject({ hasIncome: true })
  await bookAs(database, treasury, receipt, 'refund')
  expect(await progress()).toMatchObject({ hasIncome: false })
})

test('income that comes in after the books were frozen is refused, and a refund goes to OPS', async () => {
  const receipt = await system.receive('5')
  isFrozen = true
  const book = (kind: 'income' | 'refund') =>
    bookAs(system.database, system.treasury, receipt, kind)
  await expect(book('income')).rejects.toThrow('incomeAfterFreeze')
  await book('refund')
  const { posted } = await system.ledger.balance(system.database, houseAccount('USDT', 'OPS'))
  expect(posted).toBe(parseAmount('5'))
})

test('OPS bears a loss after the books were frozen as far as it can, each loss once', async () => {
  const { ledger, database, treasury } = system
  const left = async (kind: 'OPS' | 'LOSS') =>
    (await ledger.balance(database, houseAccount('USDT', kind))).posted
  const lose = (usdt: string) =>
    inTransaction(database, async tx => {
      const evidence = { evidence: 'counted', operatorId: newUuid() }
      const shortfallId = await treasury.reportShortfall(tx, {
        amount: parseAmount(usdt),
        ...evidence,
      })
      await treasury.decideShortfall(tx, { shortfallId, operatorId: newUuid(), confirm: true })
    })
  const book = () => inTransaction(database, treasury.bookLossOfClosed)
  await bookAs(database, treasury, await system.receive('5'), 'refund')
  expect(await book()).toEqual({ booked: 0n, left: 0n })
  await system.chainLacks('6')
  await lose('2')
  expect(await book()).toEqual({ booked: parseAmount('2'), left: 0n })
  expect(await book()).toEqual({ booked: 0n, left: 0n })
  expect([await left('OPS'), await left('LOSS')]).toEqual([parseAmount('3'), 0n])
  expect(await treasury.paysInFull(database)).toBe(true)
  await lose('4')
  expect(await book()).toEqual({ booked: parseAmount('3'), left: parseAmount('1') })
  expect([await left('OPS'), await left('LOSS')]).toEqual([0n, -parseAmount('1')])
})
