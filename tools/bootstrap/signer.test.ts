import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDepositKeyFile } from '@banyan/signer/deposit-key'
import { openKeyFile } from '@banyan/signer/key-store'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { custodyAddresses, depositXpub } from '../testchain/keys.ts'
import type { DataFolder } from './data-folder.ts'
import { prepareSigner as prepare } from './signer.ts'

let root: string
/** Cheap to derive. */
const prepareSigner = (data: DataFolder) => prepare(data, { cost: 12 })
const folder = () => ({ root, chain: join(root, 'chain') }) as DataFolder

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banyan-signer-start-'))
  mkdirSync(join(root, 'chain'))
})

afterEach(() => rmSync(root, { recursive: true }))

test('a new data folder gets a hot key that the words of the chain do not give', () => {
  const place = prepareSigner(folder())
  const { hot } = custodyAddresses(join(root, 'chain'))
  expect(place.address).not.toBe(hot)
  expect(custodyAddresses(join(root, 'chain'), place.address).hot).toBe(place.address)
  for (const name of ['key.json', 'passphrase', 'token'])
    expect(statSync(join(place.folder, name)).mode & 0o777).toBe(0o600)
  expect(statSync(place.folder).mode & 0o777).toBe(0o700)
})

test('a data folder of before the signer keeps its hot address, now under the passphrase', () => {
  const { hot } = custodyAddresses(join(root, 'chain'))
  const place = prepareSigner(folder())
  expect(place.address).toBe(hot)
  const passphrase = readFileSync(join(place.folder, 'passphrase'), 'utf8')
  expect(openKeyFile(join(place.folder, 'key.json'), passphrase).address).toBe(hot)
})

test('a new data folder gets a deposit key that the words of the chain do not give', () => {
  const place = prepareSigner(folder())
  expect(place.depositXpub).not.toBe(depositXpub(join(root, 'chain')))
  expect(statSync(join(place.folder, 'deposit-key.json')).mode & 0o777).toBe(0o600)
})

test('a data folder of before the signer held the deposit key keeps its recharge addresses', () => {
  const xpub = depositXpub(join(root, 'chain'))
  const place = prepareSigner(folder())
  expect(place.depositXpub).toBe(xpub)
  const passphrase = readFileSync(join(place.folder, 'passphrase'), 'utf8')
  const key = openDepositKeyFile(join(place.folder, 'deposit-key.json'), passphrase)
  expect(key.xpub).toBe(xpub)
  const { mnemonic } = JSON.parse(readFileSync(join(root, 'chain', 'custody.json'), 'utf8'))
  for (const addressIndex of [0, 7])
    expect(key.address(addressIndex)).toBe(mnemonicToAccount(mnemonic, { addressIndex }).address)
})

test('a second start finds the same key, token and socket', () => {
  const first = prepareSigner(folder())
  const token = readFileSync(first.tokenFile, 'utf8')
  expect(prepareSigner(folder())).toEqual(first)
  expect(readFileSync(first.tokenFile, 'utf8')).toBe(token)
})

test('a folder with a long path has its socket in another folder, which other users cannot enter', () => {
  const long = join(root, 'a'.repeat(100))
  mkdirSync(join(long, 'chain'), { recursive: true })
  const { socket } = prepareSigner({ root: long, chain: join(long, 'chain') } as DataFolder)
  expect(Buffer.byteLength(socket)).toBeLessThan(100)
  expect(statSync(join(socket, '..')).mode & 0o777).toBe(0o700)
  rmSync(join(socket, '..'), { recursive: true })
})
