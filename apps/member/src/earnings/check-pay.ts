import {
  type AnswerOf,
  type PayCheck,
  type PayProof,
  type PublishedPay,
  parseAmount,
  type passport,
  type ShownPay,
  verifyPay,
} from '@banyan/domain'
import { sha256 } from '@noble/hashes/sha2.js'
import { type StepState, statesUpTo } from '../shell/check-states.ts'

type Passport = AnswerOf<typeof passport>

/** What is looked at, in the order in which it is shown. */
export const paySteps = ['root', 'public', 'known', 'key', 'page', 'rule', 'path'] as const
export type PayStep = (typeof paySteps)[number]

/** What turned a check red: a look of the domain's verifier, or one of this app's own. */
type PayFailure = PayCheck | 'known' | 'omitted'

export interface PayReport {
  steps: Readonly<Record<PayStep, StepState>>
  /** `position`: the one that fails, where it was one. */
  failure: { check: PayFailure; position: string | null } | null
}

/** Everything that a check looks at; it asks nobody. */
export interface PayToCheck {
  /** As everybody gets it, without a token. */
  published: PublishedPay
  /** The root of the settlement that this device got before; null where it got none. */
  known: string | null
  proof: PayProof
  /** The login key as this device has made it, or null where it never did. */
  deviceKey: string | null
  facts: Passport
}

/** Which step a look of the verifier belongs to. */
const stepOf: Readonly<Record<PayCheck, PayStep>> = {
  form: 'root',
  run: 'root',
  published: 'root',
  sameRoot: 'public',
  identity: 'key',
  positions: 'page',
  shown: 'page',
  formula: 'rule',
  range: 'path',
  place: 'path',
  path: 'path',
}

/**
 * Was the member paid by the rule, out of the published sums? Every hash is made again here.
 * Without the device's own key the one that the proof names is taken, and the step says that.
 */
export function checkPay({ published, known, proof, deviceKey, facts }: PayToCheck): PayReport {
  const verdict = verdictOf(published, proof, deviceKey ?? proof.publicKey, facts)
  if (!verdict.ok) {
    const failure = { check: verdict.failed, position: verdict.where }
    return { steps: statesUpTo(paySteps, stepOf[verdict.failed]), failure }
  }
  if (known !== null && known !== published.root)
    return { steps: statesUpTo(paySteps, 'known'), failure: { check: 'known', position: null } }
  const all = Object.fromEntries(paySteps.map(name => [name, 'ok'])) as Record<PayStep, StepState>
  return { steps: { ...all, key: deviceKey === null ? 'unknown' : 'ok' }, failure: null }
}

function verdictOf(
  published: PublishedPay,
  proof: PayProof,
  publicKey: string,
  facts: Passport,
): ReturnType<typeof verifyPay> {
  try {
    return verifyPay(sha256, { published, proof, publicKey, shown: shownOf(facts) })
  } catch {
    // An answer of another shape than was agreed on proves nothing.
    return { ok: false, failed: 'form', where: null }
  }
}

/** What a page shows of a settlement and of the own positions in it, out of its own lines. */
function shownOf({ parts }: Passport): ShownPay {
  const amount = (part: Passport['parts'][number] | undefined, rule: string, slot: string) =>
    parseAmount(part?.lines.find(line => line.rule === rule)?.slots[slot] ?? '')
  const [settlement] = parts
  return {
    released: amount(settlement, 'static.released', 'released'),
    weight: amount(settlement, 'static.weight', 'weight'),
    positions: parts
      .filter(part => part.subject?.startsWith('pos_'))
      .map(part => ({
        position: part.subject as string,
        weight: amount(part, 'static.share', 'own'),
        pay: amount(part, 'static.pay', 'amount'),
        capLeft: amount(part, 'static.pay', 'left'),
      })),
  }
}
