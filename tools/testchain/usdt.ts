import { type Address, formatUnits, getContractAddress, type Hash, parseAbi } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { readContract } from './build-contract.ts'
import type { ChainClient } from './client.ts'
import type { Keeper } from './keeper.ts'

/** The token counts in 10⁻¹⁸, as USDT does on BNB Smart Chain; the platform counts in 10⁻⁶. */
export const tokenDecimals = 18
const tokenPerMicro = 10n ** 12n

/** What the faucet gets whenever it holds less than a tenth of it: ten million. */
const supplyUnits = 10n ** 25n

/** One gwei, as on BNB Smart Chain; a plain price, so that no estimate is asked for. */
const gasPrice = 10n ** 9n

const tokenAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function mint(address to, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

export interface Transfer {
  hash: Hash
  to: Address
  /** Decimal string of USDT. */
  amount: string
  block: bigint
  /** Unix seconds of the block. */
  time: bigint
}

export interface Usdt {
  address: Address
  /** Sends from the faucet; resolves when the transfer is in a block. `micro` is in 10⁻⁶ USDT. */
  send(to: Address, micro: bigint): Promise<Hash>
  /** Moves the tokens of any address, as if with its key; resolves when the transfer is in a block. */
  sendOf(from: Address, to: Address, micro: bigint): Promise<Hash>
  /** Gives an address test BNB for fees. */
  supplyGas(to: Address): Promise<void>
  /** What the faucet has sent, newest first. */
  transfers(): readonly Transfer[]
  /** The faucet's balance, a decimal string of USDT. */
  faucetBalance(): Promise<string>
}

/** Opens the token, deploying it when the chain is new. Its address follows from the faucet's alone. */
export async function openUsdt(
  client: ChainClient,
  faucet: HDAccount,
  keeper: Keeper,
): Promise<Usdt> {
  const address = getContractAddress({ from: faucet.address, nonce: 0n })
  if ((await client.getCode({ address })) === undefined) {
    await deploy(client, faucet, keeper)
  }
  const sent = await readTransfers(client, address, faucet.address)
  let last: Promise<unknown> = Promise.resolve()

  const token = { address, abi: tokenAbi } as const
  const balanceOf = (of: Address) =>
    client.readContract({ ...token, functionName: 'balanceOf', args: [of] })
  const balance = () => balanceOf(faucet.address)

  async function sendNow(to: Address, value: bigint): Promise<Hash> {
    if ((await balance()) - value < supplyUnits / 10n) await refill()
    const hash = await client.writeContract({
      ...token,
      functionName: 'transfer',
      args: [to, value],
      gasPrice,
    })
    await keeper.mine(1)
    const { blockNumber } = await mined(client, hash)
    const { timestamp } = await client.getBlock({ blockNumber })
    const amount = formatUnits(value, tokenDecimals)
    sent.unshift({ hash, to, amount, block: blockNumber, time: timestamp })
    return hash
  }

  async function moveNow(from: Address, to: Address, value: bigint): Promise<Hash> {
    await client.setBalance({ address: from, value: 10n ** 18n })
    await client.impersonateAccount({ address: from })
    const hash = await client.writeContract({
      ...token,
      account: from,
      functionName: 'transfer',
      args: [to, value],
      gasPrice,
    })
    await client.stopImpersonatingAccount({ address: from })
    await keeper.mine(1)
    await mined(client, hash)
    return hash
  }

  async function refill() {
    const args = [faucet.address, supplyUnits] as const
    const hash = await client.writeContract({ ...token, functionName: 'mint', args, gasPrice })
    await keeper.mine(1)
    await mined(client, hash)
  }

  return {
    address,
    // One after the other: each transaction takes the faucet's next nonce.
    send: (to, micro) => {
      const result = last.then(() => sendNow(to, micro * tokenPerMicro))
      last = result.catch(() => {})
      return result
    },
    sendOf: (from, to, micro) => moveNow(from, to, micro * tokenPerMicro),
    supplyGas: to => client.setBalance({ address: to, value: 10n ** 20n }),
    transfers: () => sent,
    faucetBalance: async () => formatUnits(await balance(), tokenDecimals),
  }
}

async function deploy(client: ChainClient, faucet: HDAccount, keeper: Keeper) {
  // The faucet pays for gas with test BNB that lasts for ever.
  await client.setBalance({ address: faucet.address, value: 10n ** 24n })
  const { abi, bytecode } = readContract('TestUsdt')
  const hash = await client.deployContract({ abi, bytecode, args: [faucet.address], gasPrice })
  await keeper.mine(1)
  await mined(client, hash)
}

async function mined(client: ChainClient, hash: Hash) {
  const receipt = await client.getTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`Transaction ${hash} failed on the test chain.`)
  return receipt
}

async function readTransfers(
  client: ChainClient,
  address: Address,
  faucet: Address,
): Promise<Transfer[]> {
  const logs = await client.getContractEvents({
    address,
    abi: tokenAbi,
    eventName: 'Transfer',
    args: { from: faucet },
    fromBlock: 0n,
    strict: true,
  })
  const newest = logs.reverse().slice(0, 100)
  const blocks = await Promise.all(
    newest.map(log => client.getBlock({ blockNumber: log.blockNumber })),
  )
  return newest.map((log, index) => ({
    hash: log.transactionHash,
    to: log.args.to,
    amount: formatUnits(log.args.value, tokenDecimals),
    block: log.blockNumber,
    time: blocks[index]?.timestamp ?? 0n,
  }))
}
