import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { KeyRing } from './key-ring.ts'
import { makeNextSecret, makeSecrets, readSecrets } from './secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The keys as the migration gets them: missing ones are made. */
const claimed = (env = {}) => {
  makeSecrets(folder, env)
  return readSecrets(folder, env)
}
const hex = (secrets: ReturnType<typeof readSecrets>) =>
  Object.values(secrets).map(({ current }: KeyRing) => current.key.toString('hex'))

it('are made once, for the owner of the folder alone, and no two are the same', () => {
  const first = hex(claimed())
  expect(new Set(first).size).toBe(5)
  expect(hex(readSecrets(folder, {}))).toEqual(first)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
})

it('of an older version are kept, and new keys are stored beside them', () => {
  const old = { pepper: '11'.repeat(32), fingerprintKey: '22'.repeat(32) }
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(old))
  const first = hex(claimed())
  expect(first.slice(0, 2)).toEqual([old.pepper, old.fingerprintKey])
  expect(hex(readSecrets(folder, {}))).toEqual(first)
  expect(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))).toEqual(old)
  expect(readdirSync(folder).sort()).toEqual([
    'secrets-auditKey.json',
    'secrets-fieldKey.json',
    'secrets-pushKey.json',
    'secrets.json',
  ])
})

it('are taken from the environment, and then nothing is written', () => {
  const env = {
    PEPPER: 'aa'.repeat(32),
    FINGERPRINT_KEY: 'bb'.repeat(32),
    FIELD_KEY: 'cc'.repeat(32),
    PUSH_KEY: 'dd'.repeat(32),
    AUDIT_KEY: 'ee'.repeat(32),
  }
  expect(hex(claimed(env))).toEqual(Object.values(env))
  expect(readdirSync(folder)).toEqual([])
  expect(() => readSecrets(folder, { ...env, FIELD_KEY: 'cc' })).toThrow('"fieldKey"')
})

it('are never made by reading, and a missing one is named with its remedy', () => {
  expect(() => readSecrets(folder, {})).toThrow(
    `The secret "pepper" is missing: put the secrets.json of this database into ${folder}, or set PEPPER`,
  )
  expect(readdirSync(folder)).toEqual([])
})

it('may be two of a name: from the environment, or in a file of their own in the folder', () => {
  const first = hex(claimed())
  const second = makeNextSecret(folder, 'pepper', 2)
  expect(readdirSync(folder).sort()).toEqual(['secrets-pepper-2.json', 'secrets.json'])
  expect(statSync(join(folder, 'secrets-pepper-2.json')).mode & 0o777).toBe(0o600)
  expect(hex(readSecrets(folder, {}))).toEqual(first)
  expect(readSecrets(folder, {}).pepper.candidates[1]).toEqual(second)
  // A file that is there already is from before: it is kept, and its key is not the new one.
  expect(makeNextSecret(folder, 'pepper', 2)).not.toEqual(second)
  expect(readSecrets(folder, {}).pepper.candidates).toHaveLength(3)
  const PEPPER = `${'aa'.repeat(32)}, ${'bb'.repeat(32)}`
  const { pepper } = readSecrets(folder, { PEPPER })
  expect(pepper.candidates.map(key => key[0])).toEqual([0xaa, 0xbb])
  expect(() => readSecrets(folder, { PEPPER: `${'aa'.repeat(32)},` })).toThrow('"pepper"')
})
