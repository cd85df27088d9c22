import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hash } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GuardedChild } from '../bootstrap/guard.ts'
import { freePort } from '../bootstrap/ports.ts'
import { until } from '../testing/until.ts'
import { launchAnvil } from './anvil.ts'
import { type ChainClient, connect } from './client.ts'
import { type Keeper, startKeeper } from './keeper.ts'
import { faucetAccount } from './keys.ts'

const nobody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let dataDir: string
let anvil: GuardedChild
let keeper: Keeper | undefined
let client: ChainClient

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'banyan-keeper-test-'))
  const port = await freePort()
  anvil = await launchAnvil({ dataDir, port, genesisTime: Math.floor(Date.now() / 1000) })
  const payer = faucetAccount(dataDir)
  client = connect(`http://127.0.0.1:${port}`, payer)
  await client.setBalance({ address: payer.address, value: 10n ** 18n })
})

afterEach(async () => {
  await keeper?.stop()
  await anvil.stop()
  rmSync(dataDir, { recursive: true })
})

const pay = () => client.sendTransaction({ to: nobody, value: 1n, gasPrice: 10n ** 9n })

/** Starts over a chain that rests; what `mine` does instead is done once. */
async function keep(instead: ChainClient['mine']): Promise<Keeper> {
  const mine = vi.fn(client.mine).mockImplementationOnce(instead)
  keeper = await startKeeper({ ...client, mine }, dataDir, 0)
  return keeper
}

const confirmationsOf = async (hash: Hash) =>
  Number(await client.getTransactionConfirmations({ hash }))

/** Its own block is one confirmation; the others come by themselves. */
const goesOn = (hash: Hash) =>
  until('three more confirmations', async () => (await confirmationsOf(hash)) > 3)

test('a transaction that comes at the last moment before a block is confirmed like any other', async () => {
  let paid: Hash = '0x'
  const { mine } = await keep(async order => {
    // The keeper has seen an empty pool.
    paid = await pay()
    await client.mine(order)
  })
  await mine(1)
  await goesOn(paid)
})

test('a block that was made without an answer is read as well', async () => {
  const { mine } = await keep(async order => {
    await client.mine(order)
    throw new Error('nothing came back')
  })
  const paid = await pay()
  await mine(1).catch(() => {})
  await goesOn(paid)
})

test('a transaction is confirmed by 24 blocks, and then the chain rests', async () => {
  const mine = vi.fn(client.mine)
  const getTxpoolStatus = vi.fn(client.getTxpoolStatus)
  keeper = await startKeeper({ ...client, mine, getTxpoolStatus }, dataDir, 0)
  const paid = await pay()
  // Most of them at once, so that the others are not long in coming.
  await keeper.mine(20)
  await until('24 more blocks', async () => (await confirmationsOf(paid)) >= 25)
  const [mined, beats] = [mine.mock.calls.length, getTxpoolStatus.mock.calls.length]
  // Each interval checks for work before it mines; the last one may still be running.
  await until('four more beats', () => getTxpoolStatus.mock.calls.length >= beats + 4)
  expect(mine).toHaveBeenCalledTimes(mined)
  expect(await confirmationsOf(paid)).toBe(25)

  await goesOn(await pay())
})
