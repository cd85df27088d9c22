import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, getContractAddress, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { connect } from './client.ts'
import { type CustodyAddresses, custodyAccount, faucetAccount } from './keys.ts'

const tokenAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
])

/**
 * A local chain that another program runs, for programs with access to its folder, which holds its
 * recovery words.
 */
export interface ChainBeside {
  /** Token units that an address holds now. */
  heldAt(address: string): Promise<bigint>
  /**
   * Sends the whole balance of one of the platform's own addresses, signed with its key; resolves
   * once it is in a block. Returns the token units.
   */
  sendAll(from: Exclude<keyof CustodyAddresses, 'hot'>, to: string): Promise<bigint>
}

/** Opens the chain that runs over a folder. */
export function chainBeside(dataDir: string): ChainBeside {
  const rpcUrl = `http://127.0.0.1:${readFileSync(join(dataDir, 'rpc-port'), 'utf8').trim()}`
  const faucet = faucetAccount(dataDir)
  const reader = connect(rpcUrl, faucet)
  const address = getContractAddress({ from: faucet.address, nonce: 0n })
  const token = { address, abi: tokenAbi } as const
  const heldAt = (owner: string): Promise<bigint> =>
    reader.readContract({ ...token, functionName: 'balanceOf', args: [owner as Address] })
  return {
    heldAt,
    sendAll: async (from, to) => {
      const account = custodyAccount(dataDir, from)
      const units = await heldAt(account.address)
      if (units === 0n) return 0n
      // Test BNB for the fee.
      await reader.setBalance({ address: account.address, value: 10n ** 18n })
      const hash = await connect(rpcUrl, account).writeContract({
        ...token,
        functionName: 'transfer',
        args: [to as Address, units],
        gasPrice: 10n ** 9n,
      })
      const { status } = await reader.waitForTransactionReceipt({ hash, pollingInterval: 200 })
      if (status !== 'success') throw new Error(`the transfer from the ${from} address failed`)
      return units
    },
  }
}

/** An address whose key is discarded. */
export const newAddress = (): Address => privateKeyToAddress(generatePrivateKey())
