import type { Address } from 'viem'
import { readContract } from './build-contract.ts'
import type { ChainClient } from './client.ts'

/** Where Multicall3 is on BNB Smart Chain and most others. */
const multicallAddress: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Puts what answers as Multicall3 does at its address, where it is not there yet. */
export async function placeMulticall(client: ChainClient): Promise<void> {
  if ((await client.getCode({ address: multicallAddress })) !== undefined) return
  const bytecode = readContract('TestMulticall').deployed
  await client.setCode({ address: multicallAddress, bytecode })
}
