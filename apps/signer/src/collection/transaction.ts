import { encodeFunctionData, erc20Abi } from 'viem'
import type { BookedCollection } from '../book.ts'
import type { SignerContext } from '../context.ts'
import { type SignedTransaction, signTransaction } from '../transaction.ts'

/** The cost of a plain transfer of BNB to an address without code. */
export const PLAIN_GAS = 21_000n

/** The content to sign, without its fee. */
export type Collecting = Pick<
  BookedCollection,
  'purpose' | 'index' | 'from' | 'to' | 'units' | 'nonce'
>

/** Signs a transaction of a collection with the key of the address that it leaves. */
export function signCollection(
  { config, key, depositKeys }: SignerContext,
  { purpose, index, from, to, units, nonce }: Collecting,
  gasPrice: bigint,
): Promise<SignedTransaction> {
  const { chainId, token, fees } = config
  const plain = { chainId, nonce, gasPrice }
  if (purpose === 'gas')
    return signTransaction({ ...plain, gas: PLAIN_GAS, to, value: units, data: '0x' }, digest =>
      key.sign(digest),
    )
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, units],
  })
  return signTransaction({ ...plain, gas: fees.gasLimit, to: token, value: 0n, data }, digest => {
    if (purpose === 'excess') return key.sign(digest)
    const depositKey = depositKeys.find(one => index !== null && one.address(index) === from)
    if (index === null || !depositKey)
      throw new Error(`the recharge address ${from} has no key here`)
    return depositKey.sign(index, digest)
  })
}
