import {
  type Asset,
  assets,
  brokenChainAt,
  type ProofCheck,
  type ProvenBalances,
  type PublishedRoot,
  type SolvencyProof,
  verifyProof,
} from '@banyan/domain'
import { sha256 } from '@noble/hashes/sha2.js'
import { type StepState, statesUpTo } from '../shell/check-states.ts'
import { agreesWith, type OwnBooks } from './own-books.ts'

/** What is looked at, in the order in which it is told. */
export const steps = ['root', 'public', 'chain', 'key', 'shares', 'path', 'books'] as const
export type StepName = (typeof steps)[number]

/** What turned a check red: a look of the domain's verifier, or one of this app's own. */
type Failure = ProofCheck | 'chain' | 'books' | 'omitted'

export interface Report {
  counted: boolean
  steps: Readonly<Record<StepName, StepState>>
  failure: { check: Failure; asset: Asset | null } | null
}

/** Everything that a check looks at; it asks nobody. */
export interface ProofToCheck {
  /** Published roots, newest first, as they are told to whoever has no token. */
  roots: readonly [PublishedRoot, ...PublishedRoot[]]
  /** Roots by period that this device was told before. */
  seen: ReadonlyMap<string, string>
  proof: SolvencyProof
  /** The login key as this device has made it, or null where it never did. */
  deviceKey: string | null
  /** What the member's own pages tell; null where there is too much to read. */
  books: OwnBooks | null
}

/** Which step a look of the verifier belongs to. */
const stepOf: Readonly<Record<ProofCheck, StepName>> = {
  form: 'root',
  session: 'root',
  published: 'root',
  sameRoot: 'public',
  identity: 'key',
  shares: 'shares',
  range: 'path',
  position: 'path',
  path: 'path',
}

/**
 * Is the member counted? Every hash is made again here. Without the device's own key the one that the
 * proof names is taken, and the step says that it was not looked at.
 */
export function checkProof({ roots, seen, proof, deviceKey, books }: ProofToCheck): Report {
  const [published] = roots
  const verdict = verdictOf(published, proof, deviceKey)
  const states = verdict.ok ? passed(deviceKey) : failedAt(verdict.failed)
  if (states.chain !== 'unseen') {
    states.chain = brokenChainAt(sha256, roots, seen) === null ? 'ok' : 'failed'
  }
  if (verdict.ok) states.books = booksState(verdict.balances, published, books)
  const failure = verdict.ok ? ownFailure(states) : { check: verdict.failed, asset: verdict.asset }
  return { counted: failure === null, steps: states, failure }
}

type Verdict = ReturnType<typeof verifyProof>

function verdictOf(
  published: PublishedRoot,
  proof: SolvencyProof,
  deviceKey: string | null,
): Verdict {
  try {
    const publicKey = deviceKey ?? proof.publicKey
    return verifyProof(sha256, { published, proof, publicKey })
  } catch {
    // An answer of another shape than was agreed on proves nothing.
    return { ok: false, failed: 'form', asset: null }
  }
}

type States = Record<StepName, StepState>

const passed = (deviceKey: string | null): States => ({
  root: 'ok',
  public: 'ok',
  chain: 'ok',
  shares: 'ok',
  path: 'ok',
  books: 'ok',
  key: deviceKey === null ? 'unknown' : 'ok',
})

/** The chain is looked at apart. */
function failedAt(check: ProofCheck): States {
  const states = statesUpTo(steps, stepOf[check])
  return stepOf[check] === 'root' ? states : { ...states, chain: 'ok' }
}

function booksState(
  proven: ProvenBalances,
  { takenAt }: PublishedRoot,
  books: OwnBooks | null,
): StepState {
  if (books === null) return 'unknown'
  const answers = assets.map(asset => agreesWith(asset, proven[asset], books[asset], takenAt))
  if (answers.includes('no')) return 'failed'
  return answers.includes('unknown') ? 'unknown' : 'ok'
}

function ownFailure(states: States): Report['failure'] {
  const check = (['chain', 'books'] as const).find(name => states[name] === 'failed')
  return check ? { check, asset: null } : null
}
