import type { AuditAct, AuditRoot } from '@banyan/domain'
import { describe, expect, it } from 'vitest'
import {
  isOfItsKey,
  isOwnRecord,
  isSigned,
  type LogReader,
  rootOfPath,
  verifyLog,
} from './verify.ts'

type Bytes = Uint8Array<ArrayBuffer>
const ascii = new TextEncoder()
const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
const sha = async (...parts: readonly Uint8Array[]): Promise<Bytes> => {
  const all = Uint8Array.from(parts.flatMap(part => [...part]))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all))
}
const node = (left: Bytes, right: Bytes) => sha(Uint8Array.of(1), left, right)
const ZEROS = '0'.repeat(64)

/** The hash of a range of leaves, by the recursion of RFC 9162. */
async function range(leaves: readonly Bytes[]): Promise<Bytes> {
  if (leaves.length < 2) return leaves[0] ?? sha()
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return node(await range(leaves.slice(0, half)), await range(leaves.slice(half)))
}

const hashOf = async (record: string) => hexOf(await sha(Uint8Array.of(0), ascii.encode(record)))

async function acts(count: number): Promise<AuditAct[]> {
  const all: AuditAct[] = []
  for (let seq = 1; seq <= count; seq++) {
    const shown = { action: 'sign in', actor: 'wei', at: '2026-11-26T00:00:00.000Z', object: 'wei' }
    const [salt, reason, prev] = ['ab'.repeat(32), `why ${seq}`, all.at(-1)?.hash ?? ZEROS]
    const reasonHash = hexOf(await sha(bytesOf(salt), ascii.encode(`reason\u0000${reason}`)))
    const record = JSON.stringify({ ...shown, prev, reasonHash, role: 'reviewer', seq, v: 2 })
    const beside = { members: [], memberSalts: [], salt, reason }
    const hash = await hashOf(record)
    all.push({ ...shown, ...beside, role: 'reviewer', seq, prev, record, hash })
  }
  return all
}

async function log() {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const publicKey = hexOf(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  const all = await acts(11)
  const roots: AuditRoot[] = []
  for (const [at, size] of [0, 7, 10].entries()) {
    const leaves = all.slice(0, size).map(({ hash }) => bytesOf(hash))
    const [number, root] = [at + 1, hexOf(await range(leaves))]
    const time = `2026-11-26T0${number}:00:00.000Z`
    const text = ['banyan-audit-root-1', number, size, root, time, ''].join('\n')
    const signed = await crypto.subtle.sign('Ed25519', pair.privateKey, ascii.encode(text))
    const signature = hexOf(new Uint8Array(signed))
    roots.push({ number, size, root, at: time, publicKey, signature, keyChange: null })
  }
  return { all, roots, pair }
}
type Log = Omit<Awaited<ReturnType<typeof log>>, 'pair'>

const readerOf = ({ all, roots }: Log, readsAll = true): LogReader => ({
  roots: async after => roots.filter(({ number }) => number > after),
  hashes: async after => all.filter(({ seq }) => seq > after).slice(0, 4),
  acts: readsAll ? async after => all.filter(({ seq }) => seq > after).slice(0, 4) : null,
})
const check = (given: Log, readsAll = true) => verifyLog(readerOf(given, readsAll), () => {})

describe('the check in the browser', () => {
  it('holds for the whole log, with its progress, and for hashes alone', async () => {
    const given = await log()
    const seen: number[] = []
    const outcome = await verifyLog(readerOf(given), ({ done }) => seen.push(done))
    expect(outcome).toMatchObject({ kind: 'holds', acts: 11, roots: 3, covered: 10, signed: true })
    expect(seen).toEqual([0, 4, 8, 11, 11])
    expect(await check(given, false)).toMatchObject({ kind: 'holds', acts: 11 })
    expect(await check({ all: [], roots: [] })).toEqual({ kind: 'none' })
  })

  it('names the first thing that does not hold', async () => {
    const changed = async (change: (given: Log) => void) => {
      const given = await log()
      change(given)
      return check(given)
    }
    const put = (given: Log, at: number, change: Partial<AuditAct>) =>
      void Object.assign(given.all[at] as AuditAct, change)
    const putRoot = (given: Log, change: Partial<AuditRoot>) =>
      void Object.assign(given.roots[1] as AuditRoot, change)
    const broken = (what: string, at: number) => ({ kind: 'broken', what, at })
    expect(await changed(given => put(given, 2, { actor: 'mei' }))).toEqual(broken('record', 3))
    expect(await changed(given => put(given, 2, { reason: 'x' }))).toEqual(broken('record', 3))
    expect(await changed(given => put(given, 2, { reason: null }))).toEqual(broken('record', 3))
    expect(await changed(given => void given.all.splice(4, 1))).toEqual(broken('missing', 5))
    expect(await changed(given => void given.all.splice(8))).toEqual(broken('missing', 9))
    expect(await changed(given => putRoot(given, { size: 6 }))).toEqual(broken('signature', 2))
    expect(await changed(given => void given.roots.splice(0, 1))).toEqual(broken('signature', 2))
    const other = await log()
    expect(await check({ all: other.all, roots: (await log()).roots })).toMatchObject({
      kind: 'holds',
    })
    const bent = await log()
    const fourth = bent.all[3] as AuditAct
    bent.all[3] = { ...fourth, ...(await withRecord(fourth)) }
    expect(await check(bent)).toEqual(broken('chain', 5))
    expect(await check(bent, false)).toEqual(broken('root', 2))
  })

  it('follows a path to the root, and from another act to another root', async () => {
    const leaves = (await acts(5)).map(({ hash }) => bytesOf(hash))
    const [a, b, c, d, e] = leaves as [Bytes, Bytes, Bytes, Bytes, Bytes]
    const left = await node(a, b)
    const path = [d, left, e].map(hexOf)
    const root = hexOf(await range(leaves))
    const four = hexOf(await node(left, await node(c, d)))
    expect(await rootOfPath(hexOf(c), 3, 5, path)).toBe(root)
    expect(await rootOfPath(hexOf(d), 3, 5, path)).not.toBe(root)
    expect(await rootOfPath(hexOf(e), 5, 5, [four])).toBe(root)
    expect(await rootOfPath(hexOf(c), 3, 5, path.slice(0, 2))).toBeNull()
  })

  it('knows an act without a reason, and a signature of another key', async () => {
    const [act] = await acts(1)
    if (!act) throw new Error('no act')
    expect(await isOwnRecord(act)).toBe(true)
    expect(await isOwnRecord({ ...act, reason: null, salt: null })).toBe(true)
    const [{ roots }, other] = [await log(), await log()]
    const root = roots[1] as AuditRoot
    expect(await isSigned(root)).toBe(true)
    expect(await isSigned({ ...root, publicKey: other.roots[1]?.publicKey ?? '' })).toBe(false)
  })
})

describe('another key', () => {
  it('follows only where the key before has signed it', async () => {
    const [before, after] = [await log(), await log()]
    const [last] = before.roots as [AuditRoot]
    const { publicKey } = after.roots[0] as AuditRoot
    const text = ['banyan-audit-key-1', 2, last.publicKey, publicKey, ''].join('\n')
    const sign = async ({ pair }: typeof before) =>
      hexOf(
        new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, ascii.encode(text))),
      )
    const next = { ...(after.roots[1] as AuditRoot), keyChange: await sign(before) }
    expect(await isOfItsKey(next, last)).toBe(true)
    expect(await isOfItsKey({ ...next, number: 3 }, last)).toBe(false)
    expect(await isOfItsKey({ ...next, keyChange: await sign(after) }, last)).toBe(false)
    expect(await isOfItsKey({ ...next, keyChange: null }, last)).toBe(false)
    expect(await isOfItsKey({ ...last, number: 2 }, last)).toBe(true)
  })
})

/** The same act with another object, and the hash of that. */
async function withRecord(act: AuditAct): Promise<Partial<AuditAct>> {
  const record = act.record.replace('"object":"wei"', '"object":"mei"')
  return { record, hash: await hashOf(record), object: 'mei' }
}
