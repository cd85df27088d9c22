import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isApprovedBy, type PayoutOrder } from '@banyan/payouts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runPayoutCommand } from './approve-payout.ts'

const order: PayoutOrder = {
  chainId: 31_337,
  token: `0x${'5'.repeat(40)}`,
  withdrawalId: `wdr_${'1'.repeat(32)}`,
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: '99000000',
}
let folder: string
let server: Server
let url: string
/** The product's answer with the order. */
let shown: unknown
let posted: { path: string; body: { signature: string; note: string | null } }[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-approve-'))
  shown = order
  posted = []
  process.env.OPERATOR_PASSWORD = 'a password of the tests'
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const path = request.url ?? ''
    const answer = (data: unknown) => response.end(JSON.stringify({ code: 1, msg: '', data }))
    response.setHeader('content-type', 'application/json')
    if (path.endsWith('/session')) return answer({ token: 'token', factors: [] })
    if (request.method === 'GET') return answer({ order: shown })
    posted.push({ path, body: JSON.parse(Buffer.concat(parts).toString('utf8')) })
    answer({})
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
  delete process.env.OPERATOR_PASSWORD
  rmSync(folder, { recursive: true })
})

const keyFile = () => join(folder, 'mei.key')
const run = (...args: string[]) =>
  runPayoutCommand([...args, '--name', 'mei', '--key', keyFile(), '--url', url])

test('an operator makes a key that is theirs alone, once', async () => {
  expect(await run('key')).toBe(0)
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
  await expect(run('key')).rejects.toThrow('is there already')
})

test('an approval is a signature over the order in the role of the command', async () => {
  await run('key')
  const { publicKey } = JSON.parse(readFileSync(keyFile(), 'utf8'))
  for (const [command, role, call] of [
    ['approve', 'reviewer', 'review'],
    ['release', 'treasurer', 'release'],
  ] as const) {
    expect(await run(command, order.withdrawalId, '--yes', '--note', 'Looked at.')).toBe(0)
    const sent = posted.at(-1)
    expect(sent?.path).toBe(`/api/operator/withdrawals/${order.withdrawalId}/${call}`)
    expect(sent?.body.note).toBe('Looked at.')
    const given = { role, approver: 'mei', signature: sent?.body.signature ?? '' }
    expect(await isApprovedBy(order, given, publicKey)).toBe(true)
  }
})

test.each([
  ['another withdrawal', { ...order, withdrawalId: `wdr_${'2'.repeat(32)}` }],
  ['an amount that is none', { ...order, amount: '1\namount 2' }],
  ['no order', null],
])('nothing is signed when the server answers with %s', async (_, answer) => {
  await run('key')
  shown = answer
  await expect(run('approve', order.withdrawalId, '--yes')).rejects.toThrow('sign')
  expect(posted).toEqual([])
})

test('a key that others can read is not used', async () => {
  await run('key')
  chmodSync(keyFile(), 0o644)
  await expect(run('approve', order.withdrawalId, '--yes')).rejects.toThrow('chmod 600')
})

test('a command without its withdrawal, reason or name is refused with what to give', async () => {
  await expect(run('approve', 'wdr_1')).rejects.toThrow('Give one of')
  await expect(run('refuse', order.withdrawalId)).rejects.toThrow('--reason')
  await expect(runPayoutCommand(['key'])).rejects.toThrow('Give one of')
})
