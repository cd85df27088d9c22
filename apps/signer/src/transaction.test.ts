import type { PayoutOrder } from '@banyan/payouts'
import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { keyInMemory } from './key-store.ts'
import { payoutData, readPayoutData, signPayment } from './transaction.ts'

const order: PayoutOrder = {
  chainId: 56,
  token: '0x55d398326f99059ff775485246999027b3197955',
  withdrawalId: `wdr_${'0123456789abcdef'.repeat(2)}`,
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: '99000000',
}
const unitsPerMicro = 10n ** 12n

test('a payment is a transfer of the token, followed by the id of its withdrawal', async () => {
  const key = keyInMemory(generatePrivateKey())
  const fee = { gasPrice: 10n ** 9n, gasLimit: 100_000n }
  const { raw } = await signPayment({ order, nonce: 7, ...fee, unitsPerMicro }, key)
  const serializedTransaction = raw as TransactionSerialized
  expect(await recoverTransactionAddress({ serializedTransaction })).toBe(key.address)
  const { to, nonce, chainId, value, data } = parseTransaction(raw)
  expect([to, nonce, chainId, value]).toEqual([order.token, 7, 56, undefined])
  const { withdrawalId, address, amount } = order
  expect(readPayoutData(data ?? '0x', unitsPerMicro)).toEqual({ withdrawalId, address, amount })
})

test('a transaction that is no payout of the signer is read as none', () => {
  const data = payoutData(order, unitsPerMicro)
  expect(readPayoutData('0x', unitsPerMicro)).toBeNull()
  expect(readPayoutData(data.slice(0, -2) as `0x${string}`, unitsPerMicro)).toBeNull()
  expect(readPayoutData(`0x23b872dd${data.slice(10)}`, unitsPerMicro)).toBeNull()
  expect(readPayoutData(data, 10n ** 13n * 7n)).toBeNull()
})
