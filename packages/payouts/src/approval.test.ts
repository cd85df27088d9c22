import { describe, expect, test } from 'vitest'
import { approve, isApprovedBy, newApproverKey, readApproverKey } from './approval.ts'
import type { PayoutOrder } from './order.ts'

const order: PayoutOrder = {
  chainId: 56,
  token: '0x55d398326f99059ff775485246999027b3197955',
  withdrawalId: `wdr_${'1'.repeat(32)}`,
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: '99000000',
}

describe('an approval', () => {
  test('is valid for the order, the role and the name that were signed, and for no other', async () => {
    const { publicKey, privateKey } = await newApproverKey()
    const key = await readApproverKey(privateKey)
    const given = await approve(order, { role: 'reviewer', approver: 'mei' }, key)
    expect(await isApprovedBy(order, given, publicKey)).toBe(true)
    expect(await isApprovedBy(order, { ...given, role: 'treasurer' }, publicKey)).toBe(false)
    expect(await isApprovedBy(order, { ...given, approver: 'wei' }, publicKey)).toBe(false)
    const others: Partial<PayoutOrder>[] = [
      { chainId: 97 },
      { token: `0x${'1'.repeat(40)}` },
      { withdrawalId: `wdr_${'2'.repeat(32)}` },
      { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
      { amount: '99000001' },
    ]
    for (const other of others) {
      expect(await isApprovedBy({ ...order, ...other }, given, publicKey)).toBe(false)
    }
  })

  test('is not valid under another approver’s key', async () => {
    const [one, two] = [await newApproverKey(), await newApproverKey()]
    const key = await readApproverKey(one.privateKey)
    const given = await approve(order, { role: 'treasurer', approver: 'wei' }, key)
    expect(await isApprovedBy(order, given, two.publicKey)).toBe(false)
  })

  test('cannot be made over an order whose field contains a line break', async () => {
    const { privateKey } = await newApproverKey()
    const key = await readApproverKey(privateKey)
    const forged = { ...order, withdrawalId: `${order.withdrawalId}\namount 1` }
    await expect(approve(forged, { role: 'reviewer', approver: 'mei' }, key)).rejects.toThrow()
  })
})
