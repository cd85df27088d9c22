import { createTestClient, defineChain, http, publicActions, walletActions } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { testChainId } from './anvil.ts'

export type ChainClient = ReturnType<typeof connect>

/** One client that reads the chain, sends from the faucet and steers anvil. */
export function connect(rpcUrl: string, account: HDAccount, chainId: number = testChainId) {
  const chain = defineChain({
    id: chainId,
    name: 'Banyan test chain',
    nativeCurrency: { name: 'Test BNB', symbol: 'tBNB', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createTestClient({
    account,
    chain,
    mode: 'anvil',
    cacheTime: 0,
    transport: http(rpcUrl, { retryCount: 0, timeout: 20_000 }),
  })
    .extend(publicActions)
    .extend(walletActions)
}
