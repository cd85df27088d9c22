import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256, recoverAddress, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOfKeyFile, makeKeyFile, openKeyFile } from './key-store.ts'
import { CannotWork } from './refusal.ts'

let folder: string
let file: string
const privateKey = generatePrivateKey()

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-key-'))
  file = join(folder, 'key.json')
  makeKeyFile(file, 'right', { privateKey, cost: 12 })
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a key file gives signatures of its key and contains no part of it', async () => {
  const key = openKeyFile(file, 'right')
  expect(key.address).toBe(privateKeyToAddress(privateKey))
  expect(addressOfKeyFile(file)).toBe(key.address)
  const hash = keccak256(toHex('something'))
  const { r, s, yParity } = await key.sign(hash)
  expect(await recoverAddress({ hash, signature: { r, s, yParity } })).toBe(key.address)
  expect(readFileSync(file, 'utf8')).not.toContain(privateKey.slice(2))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('another passphrase, or a file that was changed, opens nothing', () => {
  expect(() => openKeyFile(file, 'wrong')).toThrow(CannotWork)
  const content = JSON.parse(readFileSync(file, 'utf8'))
  const address = privateKeyToAddress(generatePrivateKey())
  for (const change of [
    { address },
    { sealed: `00${content.sealed.slice(2)}` },
    { cost: 13 },
    { x: 1 },
  ]) {
    const other = join(folder, 'other.json')
    writeFileSync(other, JSON.stringify({ ...content, ...change }))
    expect(() => openKeyFile(other, 'right')).toThrow(CannotWork)
  }
})

test('a key file is never overwritten', () => {
  expect(() => makeKeyFile(file, 'right', { cost: 12 })).toThrow('EEXIST')
})
