import { parseAmount } from '@banyan/domain'
import { houseAccount, memberAccount } from '../ledger/index.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import type { EconomyFixture } from '../testing/economy.ts'

/** Inserts a trade released now at a price of one, with its fee of 1 % in FEE.coin. */
export async function finishTrade(
  { database, ledger }: Pick<EconomyFixture, 'database' | 'ledger'>,
  { sellerId, buyerId, coins }: { sellerId: string; buyerId: string; coins: string },
): Promise<void> {
  const [orderId, tradeId] = [newUuid(), newUuid()]
  const [quantity, fee] = [parseAmount(coins), parseAmount(coins) / 100n]
  await inTransaction(database, async tx => {
    const now = await systemNow(tx)
    await tx
      .insertInto('otcOrder')
      .values({
        id: orderId,
        orderNumber: orderId,
        memberId: sellerId,
        side: 'sell',
        price: 1_000000n,
        total: quantity,
        available: 0n,
        dealt: quantity,
        minQuantity: quantity,
        maxQuantity: quantity,
        concessionBps: 0,
        feeBps: 100,
        feeHeld: 0n,
        feeTaken: fee,
        networks: ['BSC'],
        idempotencyKey: orderId,
        life: 'complete',
        guideSeen: 1_000000n,
        ruleVersion: 1,
        createdAt: now,
        expiresAt: now,
        endedAt: now,
      })
      .execute()
    await tx
      .insertInto('otcTrade')
      .values({
        id: tradeId,
        matchingId: tradeId,
        orderId,
        sellerId,
        buyerId,
        state: 'unpaid',
        orderSide: 'sell',
        quantity,
        price: 1_000000n,
        dealAmount: quantity,
        concessionQuantity: 0n,
        paymentAmount: quantity,
        fee,
        network: 'BSC',
        payTo: 'an address',
        dealtAt: now,
        paymentDeadline: now,
        graceDeadline: now,
        idempotencyKey: tradeId,
        ruleVersion: 1,
      })
      .execute()
    // The database lets a trade end only by the steps of its state table.
    for (const [version, change] of [
      [2, { state: 'paid' }],
      [3, { state: 'finished', closedAt: now }],
    ] as const)
      await tx
        .updateTable('otcTrade')
        .set({ ...change, version })
        .where('id', '=', tradeId)
        .execute()
    const from = memberAccount(sellerId, 'LEAF')
    const reference = `trade:${tradeId}`
    await ledger.post(tx, [
      {
        from,
        to: memberAccount(buyerId, 'LEAF'),
        amount: quantity,
        kind: 'otc_release' as const,
        reference,
      },
      { from, to: houseAccount('LEAF', 'FEE.coin'), amount: fee, kind: 'otc_fee', reference },
    ])
  })
}
