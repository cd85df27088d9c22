import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getAddress, type Hex, keccak256, numberToHex, pad, parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runRefillCommand } from './refill.ts'

const coldAccount = privateKeyToAccount(generatePrivateKey())
const hot = getAddress(`0x${'a1'.repeat(20)}`)
const token = getAddress('0x55d398326f99059ff775485246999027b3197955')
const micro = 10n ** 12n

let folder: string
let server: Server
let url: string
/** The signer's status, as the product shows it. */
let settings: object | null
let hotHolds: string | null
/** The chain's answer about the cold address. */
let coldHolds: bigint
let sent: Hex[]
let refusal: string | null

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-refill-'))
  const addresses = { hot, cold: coldAccount.address, chainId: 56, token, tokenDecimals: 18 }
  settings = { ...addresses, hotCap: '20000', least: '20', gasLeft: '1' }
  hotHolds = '15000'
  coldHolds = 100_000n * 1_000_000n * micro
  sent = []
  refusal = null
  const chain = (method: string, params: string[]): unknown => {
    if (method === 'eth_getTransactionCount') return numberToHex(7)
    if (method === 'eth_gasPrice') return numberToHex(1_000_000_000)
    if (method === 'eth_call') return pad(numberToHex(coldHolds), { size: 32 })
    if (method !== 'eth_sendRawTransaction') throw new Error(`${method} is not expected`)
    const [raw] = params as [Hex]
    sent.push(raw)
    return keccak256(raw)
  }
  server = createServer(async (request, response) => {
    const body = JSON.parse((await text(request)) || 'null')
    const path = request.url ?? ''
    response.setHeader('content-type', 'application/json')
    const answer = (data: unknown) => response.end(JSON.stringify({ code: 1, msg: '', data }))
    if (path.endsWith('/session')) return answer({ token: 'token', factors: [] })
    if (path.startsWith('/api/operator/collections')) return answer({ settings })
    if (path.startsWith('/api/operator/payouts'))
      return answer({ signer: hotHolds === null ? null : { usdt: hotHolds } })
    const { id, method, params } = body
    const error = refusal !== null && method === 'eth_sendRawTransaction'
    response.end(
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        ...(error
          ? { error: { code: -32_000, message: refusal } }
          : { result: chain(method, params) }),
      }),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
  mkdirSync(join(folder, 'chain'))
  writeFileSync(join(folder, 'chain', 'rpc-port'), `${port}\n`)
  process.env.DATA_DIR = folder
  process.env.OPERATOR_PASSWORD = 'a password of the tests'
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
  delete process.env.OPERATOR_PASSWORD
  delete process.env.DATA_DIR
  rmSync(folder, { recursive: true })
})

const file = (name: string) => join(folder, name)
const read = (name: string) => JSON.parse(readFileSync(file(name), 'utf8'))
const ask = (...more: string[]) =>
  runRefillCommand(['refill', '--name', 'wei', '--url', url, '--out', file('r.json'), ...more])
/** What the holder of the cold key makes of the request, offline. */
async function sign(change: { to?: Hex } = {}): Promise<void> {
  const request = read('r.json')
  const { chainId, nonce, gasLimit, gasPrice, data, token: to } = request
  const raw = await coldAccount.signTransaction({
    chainId,
    nonce,
    gas: BigInt(gasLimit),
    gasPrice: BigInt(gasPrice),
    data,
    type: 'legacy',
    to,
    ...change,
  })
  writeFileSync(file('s.json'), JSON.stringify({ kind: 'banyan signed refill 1', request, raw }))
}
const send = () => runRefillCommand(['refill-send', file('s.json'), '--request', file('r.json')])

test("a request has the signer's and the chain's values, and fills the hot wallet to its cap", async () => {
  expect(await ask()).toBe(0)
  expect(read('r.json')).toMatchObject({
    chainId: 56,
    token,
    from: coldAccount.address,
    to: hot,
    nonce: 7,
    amount: '5000',
    gasPrice: '2000000000',
  })
  // Never over one that is there: the holder of the key may have it in hand.
  await expect(ask()).rejects.toThrow('EEXIST')
})

test.each([
  ['more than the cap leaves', ['--amount', '5000.000001'], 'may get 5000 USDT more'],
  ['no amount', ['--amount', '0'], 'is "0"'],
  ['words for an amount', ['--amount', '5,000'], 'decimal text'],
])('a request for %s is refused with a sentence', async (_, args, why) => {
  await expect(ask(...args)).rejects.toThrow(why)
})

test('a request is refused where the cold address holds less, the wallet is full, or the signer is away', async () => {
  coldHolds = 4_999n * 1_000_000n * micro
  await expect(ask()).rejects.toThrow('holds 4999 USDT')
  hotHolds = '20000'
  await expect(ask()).rejects.toThrow('at its cap of 20000')
  hotHolds = null
  await expect(ask()).rejects.toThrow('does not answer')
  settings = null
  await expect(ask()).rejects.toThrow('has not said what it collects by')
})

test('what was signed for the request is sent as it is', async () => {
  await ask('--amount', '1234.5')
  await sign()
  expect(await send()).toBe(0)
  expect(parseTransaction(sent[0] as Hex)).toMatchObject({ to: token.toLowerCase(), nonce: 7 })
})

test('what was signed for something else is not sent, and a node that takes nothing is named', async () => {
  await ask()
  await sign({ to: `0x${'b2'.repeat(20)}` })
  await expect(send()).rejects.toThrow('another one than was requested')
  expect(sent).toEqual([])
  await sign()
  refusal = 'nonce too low'
  await expect(send()).rejects.toThrow(/No node took it: .*/)
  expect(sent).toEqual([])
})

test('a command without its name or request is refused with what to give, and a file that is no request is named', async () => {
  await expect(runRefillCommand(['refill'])).rejects.toThrow('Give one of')
  await expect(runRefillCommand(['refill-send', file('s.json')])).rejects.toThrow('Give one of')
  writeFileSync(file('r.json'), 'not JSON')
  writeFileSync(file('s.json'), '{}')
  await expect(send()).rejects.toThrow('cannot be read as JSON')
})
