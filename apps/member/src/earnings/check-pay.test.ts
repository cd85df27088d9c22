import type { AnswerOf, PayLeaf, passport } from '@banyan/domain'
import { formatAmount } from '@banyan/domain'
import { type PayTricks, type SamplePosition, samplePay } from '@banyan/domain/testing/pay'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { checkPay, type PayToCheck } from './check-pay.ts'

const [ann, ben] = ['1', '2'].map(digit => digit.padStart(64, '0')) as [string, string]
const position = (n: number, owner: string, weight: bigint): SamplePosition => ({
  id: `pos_${`${n}`.padStart(32, '0')}`,
  owner,
  weight,
  capLeft: 18_000_000n,
})
const all = [
  position(1, ann, 60_000_000n),
  position(2, ann, 15_000_000n),
  position(3, ben, 300_000_000n),
]

/** The page of a member, as the server makes it. */
function pageOf(owner: string, settled: ReturnType<typeof samplePay>): PayToCheck['facts'] {
  const { released, weight, positions } = settled.shownTo(owner)
  const line = (rule: string, slots: Record<string, bigint>) => ({
    rule,
    slots: Object.fromEntries(
      Object.entries(slots).map(([name, amount]) => [name, formatAmount(amount)]),
    ),
  })
  const parts = [
    {
      subject: null,
      lines: [line('static.released', { released }), line('static.weight', { weight })],
    },
    ...positions.map(position => ({
      subject: position.position,
      lines: [
        line('static.share', { own: position.weight }),
        line('static.pay', { amount: position.pay, left: position.capLeft }),
      ],
    })),
    { subject: 'total', lines: [] },
  ]
  return { parts } as unknown as AnswerOf<typeof passport>
}

function asked(tricks: PayTricks = {}): PayToCheck {
  const settled = samplePay(sha256, all, 3_333_333n, tricks)
  const { published, proofOf } = settled
  const facts = pageOf(ann, settled)
  return { published, known: null, proof: proofOf(ann), deviceKey: ann, facts }
}
const states = (state: string) => ({
  root: state,
  public: state,
  known: state,
  key: state,
  page: state,
  rule: state,
  path: state,
})

test('a member who was paid by the rule sees every step pass', () => {
  expect(checkPay(asked())).toEqual({ steps: states('ok'), failure: null })
})

test('what this device cannot check is named as such, and is no failure', () => {
  const { steps, failure } = checkPay({ ...asked(), deviceKey: null })
  expect(failure).toBeNull()
  expect(steps).toEqual({ ...states('ok'), key: 'unknown' })
})

describe('a check fails, and names the step, when', () => {
  test('W is larger than what all positions weigh', () => {
    const larger = { publish: { weight: 400_000_000n, coins: 900_000_000n } }
    const { steps, failure } = checkPay(asked(larger))
    expect(failure).toEqual({ check: 'path', position: all[0]?.id })
    expect(steps).toEqual({ ...states('ok'), path: 'failed' })
  })

  test('the page shows a position that is not in the tree', () => {
    const one = asked()
    const shorter = { ...one.proof, leaves: one.proof.leaves.slice(1) }
    const { steps, failure } = checkPay({ ...one, proof: shorter })
    expect(failure?.check).toBe('positions')
    expect(steps).toMatchObject({ key: 'ok', page: 'failed', rule: 'unseen', path: 'unseen' })
  })

  test('the page shows another pay than the tree has', () => {
    const one = asked()
    const line = one.facts.parts[1]?.lines.find(({ rule }) => rule === 'static.pay')
    if (line) line.slots.amount = '0.533332'
    expect(checkPay(one).failure).toEqual({ check: 'shown', position: all[0]?.id })
  })

  test('the root differs from the one that this device got before', () => {
    const { steps, failure } = checkPay({ ...asked(), known: 'ab'.repeat(32) })
    expect(failure).toEqual({ check: 'known', position: null })
    expect(steps).toMatchObject({ public: 'ok', known: 'failed', path: 'unseen' })
  })

  test('the leaves are bound to another key than the one made here', () => {
    expect(checkPay({ ...asked(), deviceKey: ben }).steps).toMatchObject({ key: 'failed' })
  })

  test('a response has another shape than the contract', () => {
    const one = asked()
    const leaves = null as unknown as PayLeaf[]
    expect(checkPay({ ...one, proof: { ...one.proof, leaves } }).failure?.check).toBe('form')
  })
})
