import { beforeEach, describe, expect, it } from 'vitest'
import { type KeptWords, newDeviceKey, openSealed, sealWords } from './seal.ts'
import { Vault, type VaultRecord, type VaultStore } from './vault.ts'

const rounds = 1000
const account = '10000001'
const words = (): KeptWords => ({
  entropy: Uint8Array.from({ length: 16 }, (_, i) => i),
  list: 'zh',
})

class FakeStore implements VaultStore {
  readonly records = new Map<string, VaultRecord>()
  get = async (id: string) => this.records.get(id)
  put = async (id: string, record: VaultRecord) => void this.records.set(id, record)
  delete = async (id: string) => void this.records.delete(id)
}

describe('sealed words', () => {
  it('open by the password and the key that sealed them', async () => {
    const keys = {
      accountId: account,
      loginPassword: 'leaf and 7',
      deviceKey: await newDeviceKey(),
    }
    const box = await sealWords(words(), keys, { rounds })
    expect(await openSealed(box, keys)).toEqual(words())
  })

  it('take 600,000 rounds of PBKDF2 by default', async () => {
    const keys = {
      accountId: account,
      loginPassword: 'leaf and 7',
      deviceKey: await newDeviceKey(),
    }
    const box = await sealWords(words(), keys)
    expect(box.rounds).toBe(600_000)
  })

  it('open by no other password, key, account or box', async () => {
    const keys = {
      accountId: account,
      loginPassword: 'leaf and 7',
      deviceKey: await newDeviceKey(),
    }
    const box = await sealWords(words(), keys, { rounds })
    const tries = [
      openSealed(box, { ...keys, loginPassword: 'leaf and 8' }),
      openSealed(box, { ...keys, deviceKey: await newDeviceKey() }),
      openSealed(box, { ...keys, accountId: '10000002' }),
      openSealed({ ...box, data: box.data.map((byte, i) => (i === 3 ? byte ^ 1 : byte)) }, keys),
      openSealed({ ...box, rounds: 10_000_001 }, keys),
    ]
    expect(await Promise.all(tries)).toEqual([null, null, null, null, null])
  })

  it('accept a password with either encoding of its accents', async () => {
    const deviceKey = await newDeviceKey()
    const keys = { accountId: account, loginPassword: 'cafe\u0301 1234', deviceKey }
    const box = await sealWords(words(), keys, { rounds })
    expect(await openSealed(box, { ...keys, loginPassword: 'caf\u00e9 1234' })).toEqual(words())
  })

  it('cannot be exported: the outer key can only be used', async () => {
    const key = await newDeviceKey()
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })

  it('disclose nothing: neither seal shows the entropy, and equal ones differ', async () => {
    const keys = {
      accountId: account,
      loginPassword: 'leaf and 7',
      deviceKey: await newDeviceKey(),
    }
    const [one, two] = [
      await sealWords(words(), keys, { rounds }),
      await sealWords(words(), keys, { rounds }),
    ]
    expect(one.data).not.toEqual(two.data)
    expect(one.data.join().includes(words().entropy.join())).toBe(false)
    // Two tags of 16 bytes around one byte and the entropy.
    expect(one.data).toHaveLength(1 + 16 + 16 + 16)
  })
})

describe('a vault', () => {
  let store: FakeStore
  let vault: Vault
  beforeEach(() => {
    store = new FakeStore()
    vault = new Vault(store, { rounds })
  })

  it('keeps words of each account apart, and forgets them', async () => {
    expect(await vault.has(account)).toBe(false)
    await vault.keep(account, words(), 'old pass 1')
    expect(await vault.has(account)).toBe(true)
    expect(await vault.has('10000002')).toBe(false)
    expect(await vault.open(account, 'old pass 1')).toEqual(words())
    expect(await vault.open(account, 'wrong pass 1')).toBeNull()
    await vault.forget(account)
    expect(await vault.open(account, 'old pass 1')).toBeNull()
  })

  it('is empty where the browser stores nothing', async () => {
    store.get = () => Promise.reject(new Error('no storage here'))
    expect(await vault.has(account)).toBe(false)
  })

  it('opens by the new password alone once a change was confirmed', async () => {
    await vault.keep(account, words(), 'old pass 1')
    expect(await vault.prepare(account, 'old pass 1', 'new pass 2')).toBe('ready')
    await vault.settle(account)
    expect(await vault.open(account, 'old pass 1')).toBeNull()
    expect(await vault.open(account, 'new pass 2')).toEqual(words())
  })

  it('opens by the old password alone once a change was refused', async () => {
    await vault.keep(account, words(), 'old pass 1')
    await vault.prepare(account, 'old pass 1', 'new pass 2')
    await vault.abandon(account)
    expect(await vault.open(account, 'new pass 2')).toBeNull()
    expect(await vault.open(account, 'old pass 1')).toEqual(words())
  })

  it('opens by either password while the response to a change is not known', async () => {
    await vault.keep(account, words(), 'old pass 1')
    await vault.prepare(account, 'old pass 1', 'new pass 2')
    expect(await vault.open(account, 'old pass 1')).toEqual(words())
    expect(await vault.open(account, 'new pass 2')).toEqual(words())
    // The new one was right, so the old seal is removed.
    expect(store.records.get(account)?.next).toBeUndefined()
    expect(await vault.open(account, 'old pass 1')).toBeNull()
  })

  it('returns what a change finds: nothing stored, or sealed by an older password', async () => {
    expect(await vault.prepare(account, 'old pass 1', 'new pass 2')).toBe('none')
    await vault.keep(account, words(), 'older pass 0')
    expect(await vault.prepare(account, 'old pass 1', 'new pass 2')).toBe('locked')
    expect(await vault.open(account, 'older pass 0')).toEqual(words())
  })
})
