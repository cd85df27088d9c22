import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, getContractAddress, type Hash, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { connect } from './client.ts'
import { type CustodyAddresses, custodyAccount, faucetAccount } from './keys.ts'

/** The token counts in 10⁻¹⁸, the platform in 10⁻⁶. */
const tokenPerMicro = 10n ** 12n

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
  sendAll(from: OwnAddress, to: string): Promise<bigint>
  /** As `sendAll`, of so many micro-USDT. */
  send(from: OwnAddress, to: string, micro: bigint): Promise<void>
  /** Moves micro-USDT of any address, as a thief of its key would; resolves once it is in a block. */
  take(from: string, to: string, micro: bigint): Promise<void>
}

/** An address of the platform whose key is in the chain's folder. */
type OwnAddress = Exclude<keyof CustodyAddresses, 'hot'>

/** Opens the chain that runs over a folder. */
export function chainBeside(dataDir: string): ChainBeside {
  const rpcUrl = `http://127.0.0.1:${readFileSync(join(dataDir, 'rpc-port'), 'utf8').trim()}`
  const faucet = faucetAccount(dataDir)
  const reader = connect(rpcUrl, faucet)
  const address = getContractAddress({ from: faucet.address, nonce: 0n })
  const token = { address, abi: tokenAbi } as const
  const heldAt = (owner: string): Promise<bigint> =>
    reader.readContract({ ...token, functionName: 'balanceOf', args: [owner as Address] })
  /** Waits until a transfer of an address is in a block; the address gets test BNB for the fee before. */
  const transfer = async (from: Address, sign: () => Promise<Hash>): Promise<void> => {
    await reader.setBalance({ address: from, value: 10n ** 18n })
    const hash = await sign()
    const { status } = await reader.waitForTransactionReceipt({ hash, pollingInterval: 200 })
    if (status !== 'success') throw new Error(`the transfer from ${from} failed`)
  }
  const callOf = (to: string, units: bigint) =>
    ({
      ...token,
      functionName: 'transfer',
      args: [to as Address, units],
      gasPrice: 10n ** 9n,
    }) as const
  const sendOwn = (from: OwnAddress, to: string, units: bigint): Promise<void> => {
    const account = custodyAccount(dataDir, from)
    return transfer(account.address, () =>
      connect(rpcUrl, account).writeContract(callOf(to, units)),
    )
  }
  return {
    heldAt,
    sendAll: async (from, to) => {
      const units = await heldAt(custodyAccount(dataDir, from).address)
      if (units > 0n) await sendOwn(from, to, units)
      return units
    },
    send: (from, to, micro) => sendOwn(from, to, micro * tokenPerMicro),
    take: async (from, to, micro) => {
      const address = from as Address
      await reader.impersonateAccount({ address })
      await transfer(address, () =>
        reader.writeContract({ ...callOf(to, micro * tokenPerMicro), account: address }),
      )
      await reader.stopImpersonatingAccount({ address })
    },
  }
}

/** An address whose key is discarded. */
export const newAddress = (): Address => privateKeyToAddress(generatePrivateKey())
