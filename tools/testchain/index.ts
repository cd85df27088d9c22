import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Address, Hash } from 'viem'
import type { GuardedChild } from '../bootstrap/guard.ts'
import { rememberedPort } from '../bootstrap/ports.ts'
import { launchAnvil, stateFiles, testChainId } from './anvil.ts'
import { connect } from './client.ts'
import { startKeeper } from './keeper.ts'
import { type CustodyAddresses, custodyAddresses, depositXpub, faucetAccount } from './keys.ts'
import { placeMulticall } from './multicall.ts'
import { readAmount, readRecipient } from './transfer-request.ts'
import { openUsdt } from './usdt.ts'
import { startWallet } from './wallet-server.ts'

export interface StartTestChain {
  /** Holds the chain's state, its keys (0600) and its ports. Never deleted by this code. */
  dataDir: string
  /** Without it the port of the last start, or any free one. */
  rpcPort?: number
  walletPort?: number
  /** The number of the chain; that of test chains unless a program is to take it for another one. */
  chainId?: number
  /** Difference between the blocks' clock and this machine's; 0 unless the platform's clock is moved too. */
  timeOffsetMs?: number
  /** For tests: `POST /api/clock {shiftMs}` of the demo wallet moves the blocks' clock. */
  movesClock?: boolean
  /** The address of the signer's key, which is the hot wallet; without it one of the chain's own words. */
  hot?: Address
  /** The extended public key of the signer's deposit key; without it one of the chain's own words. */
  depositXpub?: string
}

export interface TestChain {
  rpcUrl: string
  chainId: number
  /** The test USDT, a BEP-20 token of 18 decimals. */
  usdt: Address
  /** The demo wallet page. */
  walletUrl: string
  /** Extended public key for members' deposit addresses; see keys.ts. */
  depositXpub: string
  /** Where the platform keeps its own money; see keys.ts. */
  addresses: CustodyAddresses
  /**
   * Sends test USDT from the faucet and resolves once it is in a block.
   * @param amount micro-USDT as bigint, or a decimal string of USDT.
   * @throws when the address or the amount is not acceptable.
   */
  send(to: string, amount: bigint | string): Promise<Hash>
  /**
   * Sends from one of the platform's own addresses, signed with its key.
   * @param amount as for `send`.
   */
  sendOf(from: keyof CustodyAddresses, to: string, amount: bigint | string): Promise<Hash>
  /** Gives the hot wallet test BNB for fees. */
  supplyGas(): Promise<void>
  /** Mines blocks at once, on top of the usual pace. */
  mine(blocks: number): Promise<void>
  /** Moves the clock of the blocks to come; it cannot go back before the last block. */
  setTimeOffset(offsetMs: number): Promise<void>
  /** Settles when the chain is gone, asked for or not. */
  ended: GuardedChild['ended']
  stop(): Promise<void>
}

/** A block is final when so many are on top of it. */
const finalAfter = 3

/**
 * Starts the local chain: anvil, its keeper (mining, saving) and the demo wallet page. It cannot
 * outlive this program (see ../bootstrap/guard.ts) and goes on where it was at the next start.
 */
export async function startTestChain(options: StartTestChain): Promise<TestChain> {
  const dataDir = resolve(options.dataDir)
  const { timeOffsetMs = 0, chainId = testChainId } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const port = await rememberedPort(join(dataDir, 'rpc-port'), { wanted: options.rpcPort })
  const isLoaded = existsSync(stateFiles(dataDir).saved) || existsSync(stateFiles(dataDir).atExit)
  const genesisTime = Math.floor((Date.now() + timeOffsetMs) / 1000)
  const anvil = await launchAnvil({ dataDir, port, genesisTime, chainId })
  writeFileSync(join(dataDir, 'anvil.pid'), `${anvil.pid}\n`)

  const rpcUrl = `http://127.0.0.1:${port}`
  const faucet = faucetAccount(dataDir)
  const client = connect(rpcUrl, faucet, chainId)
  const keeper = await startKeeper(client, dataDir, timeOffsetMs)
  const usdt = await openUsdt(client, faucet, keeper)
  await placeMulticall(client)
  // Anvil knows no balance and no nonce of a block that it has loaded, and the final one is asked for both.
  if (isLoaded) await keeper.mine(finalAfter)
  const walletPort = await rememberedPort(join(dataDir, 'wallet-port'), {
    wanted: options.walletPort,
  })
  const wallet = await startWallet({
    port: walletPort,
    chainId,
    rpcUrl,
    usdt,
    keeper,
    movesClock: options.movesClock ?? false,
  })

  const addresses = custodyAddresses(dataDir, options.hot)
  const xpub = options.depositXpub ?? depositXpub(dataDir)
  const micro = (amount: bigint | string) =>
    typeof amount === 'bigint' ? amount : readAmount(amount)

  return {
    rpcUrl,
    chainId,
    usdt: usdt.address,
    walletUrl: wallet.url,
    depositXpub: xpub,
    addresses,
    send: async (to, amount) => usdt.send(readRecipient(to, usdt.address), micro(amount)),
    sendOf: async (from, to, amount) =>
      usdt.sendOf(addresses[from], readRecipient(to, usdt.address), micro(amount)),
    supplyGas: () => usdt.supplyGas(addresses.hot),
    mine: async blocks => {
      await keeper.mine(blocks)
    },
    setTimeOffset: keeper.setTimeOffset,
    ended: anvil.ended,
    stop: async () => {
      await wallet.stop()
      await keeper.stop()
      await anvil.stop()
    },
  }
}
