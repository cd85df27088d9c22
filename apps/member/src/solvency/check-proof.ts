import {
  type Asset,
  assets,
  brokenChainAt,
  type ProofCheck,
  type ProvenBalances,
  type PublishedRoot,
  type SolvencyProof,
  verifyProofInSteps,
} from '@banyan/domain'
import { sha256 } from '@noble/hashes/sha2.js'
import { type StepState, statesUpTo } from '../shell/check-states.ts'
import { agreesWith, type OwnBooks } from './own-books.ts'

/** The steps of the check, in display order. */
export const steps = ['root', 'public', 'chain', 'key', 'shares', 'path', 'books'] as const
export type StepName = (typeof steps)[number]

/** What turned a check red: a look of the domain's verifier, or one of this app's own. */
type Failure = ProofCheck | 'chain' | 'books' | 'omitted'

export interface Report {
  counted: boolean
  steps: Readonly<Record<StepName, StepState>>
  failure: { check: Failure; asset: Asset | null } | null
}

/** All inputs of a check; it makes no calls. */
export interface ProofToCheck {
  /** Published roots, newest first, fetched without a token. */
  roots: readonly [PublishedRoot, ...PublishedRoot[]]
  /** Roots by period that this device received before. */
  seen: ReadonlyMap<string, string>
  proof: SolvencyProof
  /** The login key as made on this device, or null if it never was. */
  deviceKey: string | null
  /** The balances of the member's own pages; null when there is too much to read. */
  books: OwnBooks | null
}

/** The step of each failure of the verifier. */
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
 * Checks whether the member is counted. Every hash is computed again here. Without the device's own
 * key the check uses the key that the proof names, and the step shows that it was not checked.
 *
 * All of it takes a slow phone a tenth of a second, and it is also made when nobody asks for it: a
 * tap is handled wherever it pauses.
 */
export async function checkProof({
  roots,
  seen,
  proof,
  deviceKey,
  books,
}: ProofToCheck): Promise<Report> {
  const [published] = roots
  const verdict = await verdictOf(published, proof, deviceKey)
  const states = verdict.ok ? passed(deviceKey) : failedAt(verdict.failed)
  if (states.chain !== 'unseen') {
    states.chain = (await isOneChain(roots, seen)) ? 'ok' : 'failed'
  }
  if (verdict.ok) states.books = booksState(verdict.balances, published, books)
  const failure = verdict.ok ? ownFailure(states) : { check: verdict.failed, asset: verdict.asset }
  return { counted: failure === null, steps: states, failure }
}

const pause = (): Promise<void> => new Promise(goOn => setTimeout(goOn))

/** Roots that are checked without a pause. */
const ROOTS_AT_ONCE = 10

async function isOneChain(
  roots: ProofToCheck['roots'],
  seen: ProofToCheck['seen'],
): Promise<boolean> {
  for (let at = 0; at < roots.length; at += ROOTS_AT_ONCE) {
    await pause()
    // The last one is that which the next part begins with: each is checked against the one before.
    const part = roots.slice(at, at + ROOTS_AT_ONCE + 1)
    if (brokenChainAt(sha256, part, seen) !== null) return false
  }
  return true
}

type Steps = ReturnType<typeof verifyProofInSteps>
type Verdict = Steps extends Generator<void, infer V> ? V : never

async function verdictOf(
  published: PublishedRoot,
  proof: SolvencyProof,
  deviceKey: string | null,
): Promise<Verdict> {
  try {
    const publicKey = deviceKey ?? proof.publicKey
    const steps = verifyProofInSteps(sha256, { published, proof, publicKey })
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      await pause()
    }
  } catch {
    // A response of another shape than the contract proves nothing.
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

/** The chain is checked separately. */
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
