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

/** The steps of the check, in display order. */
export const paySteps = ['root', 'public', 'known', 'key', 'page', 'rule', 'path'] as const
export type PayStep = (typeof paySteps)[number]

/** Why a check failed: a failure of the domain's verifier, or one of this app's own. */
type PayFailure = PayCheck | 'known' | 'omitted'

export interface PayReport {
  steps: Readonly<Record<PayStep, StepState>>
  /** `position`: the one that fails, if it is one. */
  failure: { check: PayFailure; position: string | null } | null
}

/** All inputs of a check; it makes no calls. */
export interface PayToCheck {
  /** As everybody gets it, without a token. */
  published: PublishedPay
  /** The root of the settlement that this device got before; null for a first check. */
  known: string | null
  proof: PayProof
  /** The login key as made on this device, or null if it never was. */
  deviceKey: string | null
  facts: Passport
}

/** The step of each failure of the verifier. */
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
 * Checks whether the member was paid by the rule, from the published sums. Every hash is computed
 * again here. Without the device's own key the check uses the key that the proof names, and the
 * step shows it.
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
    // A response of another shape than the contract proves nothing.
    return { ok: false, failed: 'form', where: null }
  }
}

/** A page's figures of a settlement and of the own positions in it, from its own lines. */
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
