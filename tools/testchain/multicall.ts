import type { Address } from 'viem'
import { readContract } from './build-contract.ts'
import type { ChainClient } from './client.ts'

/** Where Multicall3 is on BNB Smart Chain and most others. */
const multicallAddress: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Puts a contract that answers like Multicall3 at its address, unless it is there already. */
export async function placeMulticall(client: ChainClient): Promise<void> {
  if ((await client.getCode({ address: multicallAddress })) !== undefined) return
  const bytecode = readContract('TestMulticall').deployed
  await client.setCode({ address: multicallAddress, bytecode })
}
