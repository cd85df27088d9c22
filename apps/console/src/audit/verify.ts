import type { AuditAct, AuditRoot } from '@banyan/domain'

/* Checks the audit log in the browser, as docs/audit-log.md says, with WebCrypto alone. */

/** Where the log is read from. */
export interface LogReader {
  /** The roots after a number, oldest first; empty at the end. */
  roots(after: number): Promise<readonly AuditRoot[]>
  /** The acts after a number with their records; null where the reader may not read them all. */
  acts: ((after: number) => Promise<readonly AuditAct[]>) | null
  /** The public hashes after a number. */
  hashes(after: number): Promise<readonly { seq: number; hash: string }[]>
}

export interface Progress {
  readonly done: number
  readonly of: number
}

/** What was found: the first thing that does not hold, or how much holds. */
export type Finding =
  | { kind: 'holds'; acts: number; roots: number; covered: number; key: string; signed: boolean }
  | { kind: 'broken'; what: 'record' | 'chain' | 'root' | 'signature' | 'missing'; at: number }
  | { kind: 'none' }

const ascii = new TextEncoder()
const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))

const sha256 = async (prefix: number, ...parts: readonly Uint8Array[]): Promise<Uint8Array> => {
  const bytes = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0))
  bytes[0] = prefix
  let at = 1
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** The tree of RFC 9162 over the leaves so far, as the roots of its complete subtrees. */
class GrowingTree {
  size = 0
  readonly #peaks: Uint8Array[] = []

  async add(leaf: Uint8Array): Promise<void> {
    let node = leaf
    for (let rest = this.size; rest % 2 === 1; rest = (rest - 1) / 2)
      node = await sha256(1, this.#peaks.pop() as Uint8Array, node)
    this.#peaks.push(node)
    this.size += 1
  }

  async root(): Promise<string> {
    const [last, ...rest] = this.#peaks.toReversed()
    if (!last) return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array())))
    let right = last
    for (const left of rest) right = await sha256(1, left, right)
    return hexOf(right)
  }
}

/** Whether a root is signed with its key; null where this browser has no Ed25519. */
export function isSigned(root: AuditRoot): Promise<boolean | null> {
  const { number, size, at, publicKey, signature } = root
  const text = ['banyan-audit-root-1', number, size, root.root, at, ''].join('\n')
  return isSignedText(publicKey, { signature, text })
}

/** Whether a root has the key of the one before, or one that this key has signed as its successor. */
export async function isOfItsKey(root: AuditRoot, before: AuditRoot): Promise<boolean | null> {
  const { number, publicKey, keyChange } = root
  if (publicKey === before.publicKey) return true
  if (keyChange === null) return false
  const text = ['banyan-audit-key-1', number, before.publicKey, publicKey, ''].join('\n')
  return isSignedText(before.publicKey, { signature: keyChange, text })
}

async function isSignedText(
  publicKey: string,
  { signature, text }: { signature: string; text: string },
): Promise<boolean | null> {
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, [
      'verify',
    ])
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), ascii.encode(text))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null
    throw error
  }
}

/** Whether an act's record has its hash and says what is shown of it. */
export async function isOwnRecord(act: AuditAct): Promise<boolean> {
  const record = JSON.parse(act.record) as Record<string, unknown>
  const shown = ['seq', 'at', 'actor', 'role', 'action', 'object', 'prev'] as const
  if (shown.some(name => record[name] !== act[name])) return false
  if (hexOf(await sha256(0, ascii.encode(act.record))) !== act.hash) return false
  if (record.v !== 2) return record.reason === act.reason
  // A reason that was destroyed has no salt any more.
  if (act.salt === null) return act.reason === null
  if (act.reason === null) return record.reasonHash === null
  return record.reasonHash === (await commitmentOf(act.salt, 'reason', act.reason))
}

/** SHA-256(salt ‖ kind ‖ 0x00 ‖ text). */
async function commitmentOf(salt: string, kind: string, text: string): Promise<string> {
  const [first = 0, ...rest] = bytesOf(salt)
  const tail = ascii.encode(`${kind}\u0000${text}`)
  return hexOf(await sha256(first, Uint8Array.from(rest), tail))
}

/** The root that a path leads to from an act's hash (RFC 9162, 2.1.3.2). */
export async function rootOfPath(
  hash: string,
  seq: number,
  size: number,
  path: readonly string[],
): Promise<string | null> {
  let [place, last] = [seq - 1, size - 1]
  let node = bytesOf(hash) as Uint8Array
  for (const step of path) {
    if (last === 0) return null
    const other = bytesOf(step)
    if (place % 2 === 1 || place === last) {
      node = await sha256(1, other, node)
      while (place % 2 === 0 && place !== 0) {
        place /= 2
        last = Math.floor(last / 2)
      }
    } else node = await sha256(1, node, other)
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hexOf(node) : null
}

const ZEROS = '0'.repeat(64)

/** Reads the whole log and checks every record, the chain, and each signed root. */
export async function verifyLog(
  reader: LogReader,
  progress: (now: Progress) => void,
): Promise<Finding> {
  const roots = await allRoots(reader)
  const newest = roots.at(-1)
  if (!newest) return { kind: 'none' }
  const badRoot = await firstUnsigned(roots)
  if (badRoot !== null) return { kind: 'broken', what: 'signature', at: badRoot.number }
  const tree = new GrowingTree()
  let next = 0
  /** The number of the first root of the present size that is another one. */
  const otherRoot = async (): Promise<number | null> => {
    for (; roots[next]?.size === tree.size; next++)
      if ((await tree.root()) !== roots[next]?.root) return next + 1
    return null
  }
  let wrong = await otherRoot()
  let prev = ZEROS
  progress({ done: 0, of: newest.size })
  for (;;) {
    const page = await pageAfter(reader, tree.size)
    for (const act of page) {
      if (act.seq !== tree.size + 1) return { kind: 'broken', what: 'missing', at: tree.size + 1 }
      if (act.isWrong) return { kind: 'broken', what: 'record', at: act.seq }
      if (act.prev !== null && act.prev !== prev)
        return { kind: 'broken', what: 'chain', at: act.seq }
      prev = act.hash
      await tree.add(bytesOf(act.hash))
      wrong ??= await otherRoot()
      if (wrong !== null) return { kind: 'broken', what: 'root', at: wrong }
    }
    progress({ done: tree.size, of: Math.max(newest.size, tree.size) })
    if (page.length === 0) break
  }
  if (wrong !== null) return { kind: 'broken', what: 'root', at: wrong }
  if (tree.size < newest.size) return { kind: 'broken', what: 'missing', at: tree.size + 1 }
  const signed = (await isSigned(newest)) !== null
  const [acts, key] = [tree.size, newest.publicKey]
  return { kind: 'holds', acts, roots: roots.length, covered: newest.size, key, signed }
}

async function allRoots({ roots }: LogReader): Promise<AuditRoot[]> {
  const all: AuditRoot[] = []
  for (;;) {
    const page = await roots(all.at(-1)?.number ?? 0)
    if (page.length === 0) return all
    all.push(...page)
  }
}

/** The first root that is not signed, not by the key of the one before or its successor, or does not follow. */
async function firstUnsigned(roots: readonly AuditRoot[]): Promise<AuditRoot | null> {
  const signed = await Promise.all(roots.map(isSigned))
  const ofKey = await Promise.all(roots.map((root, at) => isOfItsKey(root, roots[at - 1] ?? root)))
  const wrong = roots.findIndex((root, at) => {
    const before = roots[at - 1]
    const follows = root.number === at + 1 && (before === undefined || root.size >= before.size)
    return signed[at] === false || !follows || ofKey[at] === false
  })
  return wrong === -1 ? null : (roots[wrong] as AuditRoot)
}

interface ReadAct {
  seq: number
  hash: string
  prev: string | null
  isWrong: boolean
}

async function pageAfter({ acts, hashes }: LogReader, after: number): Promise<ReadAct[]> {
  if (acts === null)
    return (await hashes(after)).map(one => ({ ...one, prev: null, isWrong: false }))
  const page = await acts(after)
  return Promise.all(
    page.map(async act => ({
      seq: act.seq,
      hash: act.hash,
      prev: act.prev,
      isWrong: !(await isOwnRecord(act)),
    })),
  )
}
