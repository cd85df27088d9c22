import { parseAmount } from '@banyan/domain'
import { houseAccount, memberAccount } from '../ledger/index.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import type { EconomyFixture } from '../testing/economy.ts'

/** How a trade ends whose buyer gets coin: released by the seller, by a ruling, or half of it. */
export type PaidEnding = 'released' | 'ruled' | 'split'

/**
 * Inserts a trade that ends now at a price of one, with its fee of 1 % in FEE.coin. Returns its id.
 */
export async function finishTrade(
  { database, ledger }: Pick<EconomyFixture, 'database' | 'ledger'>,
  {
    sellerId,
    buyerId,
    coins,
    ending = 'released',
  }: { sellerId: string; buyerId: string; coins: string; ending?: PaidEnding },
): Promise<string> {
  const [orderId, tradeId] = [newUuid(), newUuid()]
  const quantity = parseAmount(coins)
  const released = ending === 'split' ? quantity / 2n : quantity
  const fee = released / 100n
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
    const steps = [{ state: 'paid' }, ...endings[ending]]
    for (const [i, { state }] of steps.entries())
      await tx
        .updateTable('otcTrade')
        .set({
          state,
          version: i + 2,
          ...(i === steps.length - 1 && { closedAt: now }),
          ...(released < quantity && {
            refundQuantity: quantity - released,
            refundAmount: quantity - released,
          }),
        })
        .where('id', '=', tradeId)
        .execute()
    const from = memberAccount(sellerId, 'LEAF')
    const reference = `trade:${tradeId}`
    await ledger.post(tx, [
      {
        from,
        to: memberAccount(buyerId, 'LEAF'),
        amount: released,
        kind: 'otc_release' as const,
        reference,
      },
      { from, to: houseAccount('LEAF', 'FEE.coin'), amount: fee, kind: 'otc_fee', reference },
    ])
  })
  return tradeId
}

const ruled = [{ state: 'arbitration_from_paid' }, { state: 'arbitration_release' }]
const endings: Readonly<Record<PaidEnding, readonly { state: string }[]>> = {
  released: [{ state: 'finished' }],
  ruled,
  split: ruled,
}
