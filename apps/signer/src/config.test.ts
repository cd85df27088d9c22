import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig, readPassphrase, readToken } from './config.ts'

let folder: string
const caps = { payout: '1000', hour: '5000', day: '20000' }
const approver = { name: 'mei', role: 'reviewer', publicKey: `B${'a'.repeat(86)}` }
const whole = {
  chainId: 56,
  token: '0x55d398326f99059fF775485246999027B3197955',
  rpcUrls: ['https://bsc.example'],
  caps,
  automaticCaps: { ...caps, payout: '100' },
  coolingSeconds: 86_400,
  approvers: [approver],
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-config-'))
  chmodSync(folder, 0o700)
})

afterAll(() => rmSync(folder, { recursive: true }))

function read(change: object, env = {}) {
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...whole, ...change }))
  return readConfig(folder, env)
}

test('the socket is for the own user alone unless the configuration says otherwise', () => {
  expect(read({}).socketForGroup).toBe(false)
  expect(read({ socketForGroup: true }).socketForGroup).toBe(true)
})

test('a configuration is read into units, and its own addresses are never paid', () => {
  const config = read({ forbidden: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] })
  expect(config.caps).toEqual({ payout: 10n ** 9n, hour: 5n * 10n ** 9n, day: 2n * 10n ** 10n })
  expect([...config.forbidden]).toContain(whole.token)
  expect(config.socket).toBe(join(folder, 'signer.sock'))
})

test.each<[string, object, string]>([
  [
    'an automatic cap above the cap',
    { automaticCaps: { ...caps, hour: '5001' } },
    'automaticCaps.hour',
  ],
  [
    'two approvers of one name',
    { approvers: [approver, { ...approver, role: 'treasurer' }] },
    'mei',
  ],
  [
    'two approvers with one key',
    { approvers: [approver, { ...approver, name: 'wei', role: 'treasurer' }] },
    'publicKey',
  ],
  ['a token without its checksum', { token: whole.token.replace('fF', 'Ff') }, 'token'],
  ['a setting that does not exist', { cap: caps }, 'not usable'],
  ['an amount of seven decimals', { caps: { ...caps, hour: '1.0000001' } }, 'caps.hour'],
  ['no node', { rpcUrls: [] }, 'rpcUrls'],
  ['a least fee above the highest', { fees: { leastGwei: '6' } }, 'leastGwei'],
  ['a socket that is too long', { socket: `/tmp/${'a'.repeat(100)}` }, '100 bytes'],
])('%s is refused in a sentence', (_, change, sentence) => {
  expect(() => read(change)).toThrow(sentence)
})

test('crash points are refused everywhere but on a test chain', () => {
  const env = { SIGNER_CRASH_AT: 'before-sign' }
  expect(() => read({}, env)).toThrow('SIGNER_CRASH_AT')
  expect(read({ chainId: 31_337 }, env).crashAt).toBe('before-sign')
  expect(() => read({ chainId: 31_337 }, { NODE_ENV: 'production' })).toThrow('test chain')
})

test('a folder and secrets that others can read are refused', () => {
  writeFileSync(join(folder, 'token'), 'x'.repeat(40), { mode: 0o600 })
  expect(readToken(folder)).toBe('x'.repeat(40))
  chmodSync(join(folder, 'token'), 0o640)
  expect(() => readToken(folder)).toThrow('can be read by others')
  expect(() => readPassphrase(folder, {})).toThrow('missing')
  expect(readPassphrase(folder, { SIGNER_PASSPHRASE: 'given' })).toBe('given')
  chmodSync(folder, 0o750)
  expect(() => read({})).toThrow('can be entered by others')
  chmodSync(folder, 0o700)
})
