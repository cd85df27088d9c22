import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createPublicClient, erc20Abi, type Hash, http } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive } from '../bootstrap/processes.ts'
import { until } from '../testing/until.ts'
import { stateFiles } from './anvil.ts'
import { chainBeside } from './beside.ts'
import { startTestChain, type TestChain } from './index.ts'

const member = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dayMs = 86_400_000
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'banyan-chain-test-'))
})

afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

const read = (chain: TestChain) =>
  createPublicClient({ cacheTime: 0, transport: http(chain.rpcUrl) })

function balanceOf(chain: TestChain) {
  const token = { address: chain.usdt, abi: erc20Abi } as const
  return read(chain).readContract({ ...token, functionName: 'balanceOf', args: [member] })
}

async function confirmationsOf(chain: TestChain, hash: Hash): Promise<number> {
  return Number(await read(chain).getTransactionConfirmations({ hash }))
}

test('a transfer is in a block at once, and is confirmed by itself', async () => {
  const chain = await startTestChain({ dataDir })
  const token = { address: chain.usdt, abi: erc20Abi } as const
  expect(await read(chain).readContract({ ...token, functionName: 'symbol' })).toBe('USDT')
  expect(await read(chain).readContract({ ...token, functionName: 'decimals' })).toBe(18)
  expect(await read(chain).getChainId()).toBe(31337)

  const hash = await chain.send(member, '12.5')
  expect(await balanceOf(chain)).toBe(12_500_000_000_000_000_000n)
  await until('three confirmations', async () => (await confirmationsOf(chain, hash)) >= 3)
  await chain.stop()
})

test('a restart keeps the balances, the receipts, the hashes and the addresses', async () => {
  const first = await startTestChain({ dataDir })
  const hash = await first.send(member, 1_000_000n)
  const { blockHash } = await read(first).getTransactionReceipt({ hash })
  await first.stop()

  const second = await startTestChain({ dataDir })
  expect([second.usdt, second.rpcUrl, second.walletUrl, second.depositXpub]).toEqual([
    first.usdt,
    first.rpcUrl,
    first.walletUrl,
    first.depositXpub,
  ])
  expect(second.addresses).toEqual(first.addresses)
  expect(new Set(Object.values(second.addresses)).size).toBe(4)
  expect(await balanceOf(second)).toBe(10n ** 18n)
  expect((await read(second).getTransactionReceipt({ hash })).blockHash).toBe(blockHash)
  expect(await read(second).getLogs({ blockHash })).toHaveLength(1)
  await second.send(member, 1_000_000n)
  expect(await balanceOf(second)).toBe(2n * 10n ** 18n)
  await second.stop()
})

test('kill -9 of the program ends anvil, and every block is still there', async () => {
  const fixture = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url))
  const program = spawn(process.execPath, ['--import', 'tsx', fixture, dataDir, member], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: program.stdout }), 'line')
  const { hash } = JSON.parse(line)
  const anvil = Number(readFileSync(join(dataDir, 'anvil.pid'), 'utf8'))
  program.kill('SIGKILL')
  await until('the end of anvil, whose program is gone', () => !isAlive(anvil))
  const again = await startTestChain({ dataDir })
  expect(await balanceOf(again)).toBe(7_500_000_000_000_000_000n)
  expect(await confirmationsOf(again, hash)).toBeGreaterThan(0)
  await again.stop()
})

test('kill -9 of anvil, with its last file cut short, falls back to the last save', async () => {
  const first = await startTestChain({ dataDir })
  const hash = await first.send(member, '3')
  const { blockNumber } = await read(first).getTransactionReceipt({ hash })
  await until('a save with the transfer', () => savedHeight() >= Number(blockNumber))
  process.kill(Number(readFileSync(join(dataDir, 'anvil.pid'), 'utf8')), 'SIGKILL')
  await first.ended
  await first.stop()
  writeFileSync(join(dataDir, 'exit.json'), '{"best_block_number":"0xff')

  const second = await startTestChain({ dataDir })
  expect(await balanceOf(second)).toBe(3n * 10n ** 18n)
  await second.stop()
})

/** The last block that the keeper has saved; -1 before its first save. */
function savedHeight(): number {
  const { saved } = stateFiles(dataDir)
  return existsSync(saved) ? Number(JSON.parse(readFileSync(saved, 'utf8')).best_block_number) : -1
}

test('blocks follow the clock they are given, and never go back', async () => {
  const chain = await startTestChain({ dataDir, timeOffsetMs: -45 * dayMs })
  /** A block is mined; its time lies between the moments before and after, in whole seconds. */
  const mineAt = async (offsetMs: number) => {
    const before = Math.floor((Date.now() + offsetMs) / 1000)
    await chain.mine(1)
    const time = Number((await read(chain).getBlock()).timestamp)
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual((Date.now() + offsetMs) / 1000)
  }
  await mineAt(-45 * dayMs)
  await chain.setTimeOffset(-3 * dayMs)
  await mineAt(-3 * dayMs)
  await expect(chain.setTimeOffset(-4 * dayMs)).rejects.toThrow(/clock cannot go back/)
  const moved = await callClock(chain, -2 * dayMs)
  expect(moved.status).toBe(405)
  await chain.stop()
})

test('the wallet moves the clock for tests, and sends what an address holds for whoever has the words', async () => {
  const chain = await startTestChain({ dataDir, movesClock: true })
  expect((await callClock(chain, 60 * dayMs)).status).toBe(200)
  const { timestamp } = await read(chain).getBlock()
  expect(Number(timestamp) * 1000).toBeGreaterThan(Date.now() + 59 * dayMs)
  await chain.send(chain.addresses.cold, '40')
  const beside = chainBeside(dataDir)
  expect(await beside.sendAll('cold', member)).toBe(40n * 10n ** 18n)
  expect(await beside.sendAll('cold', member)).toBe(0n)
  expect(await beside.heldAt(member)).toBe(await balanceOf(chain))
  await chain.stop()
})

const callClock = (chain: TestChain, shiftMs: number) =>
  fetch(`${chain.walletUrl}/api/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shiftMs }),
  })

test('the keys are readable by this user only, and the server gets only the extended public key', async () => {
  const chain = await startTestChain({ dataDir })
  for (const name of ['faucet.json', 'custody.json']) {
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
  }
  expect(chain.depositXpub).toMatch(/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/)
  await chain.stop()
})

test('the wallet sends, lists, and refuses in both languages', async () => {
  const chain = await startTestChain({ dataDir })
  const post = (body: unknown) =>
    fetch(`${chain.walletUrl}/api/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const sent = await post({ to: member, amount: '250.75' })
  const { hash } = (await sent.json()) as { hash: Hash }
  const answer = await fetch(`${chain.walletUrl}/api/transfers`)
  const list = (await answer.json()) as { items: unknown[] }
  expect(list.items[0]).toMatchObject({ hash, to: member, amount: '250.75' })

  const refused = await post({ to: member.replace('C8', 'c8'), amount: '1' })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    error: {
      code: 'addressChecksum',
      zh: expect.stringContaining('校验'),
      en: expect.stringContaining('checksum'),
    },
  })
  expect(await (await fetch(`${chain.walletUrl}/api/info`)).json()).toMatchObject({
    chainId: 31337,
    usdt: chain.usdt,
    balance: '9999749.25',
  })
  await chain.stop()
})

test('the wallet answers its own page only', async () => {
  const chain = await startTestChain({ dataDir })
  const { port } = new URL(chain.walletUrl)
  const json = { 'content-type': 'application/json' }
  const own = { host: `127.0.0.1:${port}` }
  const statusWith = (headers: Record<string, string>, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', path: '/api/send', method: 'POST', headers })
      call.on('response', response => resolve(response.resume().statusCode))
      call.on('error', reject)
      call.end(body)
    })
  const good = JSON.stringify({ to: member, amount: '1' })
  expect(await statusWith({ ...own, ...json, origin: 'http://evil.example' }, good)).toBe(403)
  expect(await statusWith({ ...json, host: `evil.example:${port}` }, good)).toBe(403)
  expect(await statusWith({ ...own, 'content-type': 'text/plain' }, good)).toBe(415)
  expect(await statusWith({ ...own, ...json }, '{"to":')).toBe(400)
  expect(await statusWith({ ...own, ...json }, JSON.stringify({ to: 'x'.repeat(9_000) }))).toBe(413)
  expect(await statusWith({ ...own, ...json, origin: `http://127.0.0.1:${port}` }, good)).toBe(200)

  const page = await fetch(chain.walletUrl)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(await page.text()).not.toMatch(/<style|style=|<script(?! type="module" src=)/)
  await chain.stop()
})
