import { describe, expect, test, vi } from 'vitest'
import { DraftKeeper } from './draft.ts'

const facts = {
  nickname: '小榕',
  inviteCode: 'ABCD1234',
  country: 'SG',
  loginPassword: 'rootleaf88',
  paymentPassword: '592713',
}

function keeper() {
  let leave = () => {}
  const unwatch = vi.fn()
  const watch = vi.fn((left: () => void) => {
    leave = left
    return unwatch
  })
  const drafts = new DraftKeeper({ watch, newEntropy: () => new Uint8Array(16).fill(7) })
  return { drafts, watch, unwatch, leave: () => leave() }
}

describe('the draft of an account', () => {
  test('keeps its words when the data are corrected', () => {
    const { drafts, watch } = keeper()
    drafts.begin(facts, 'zh')
    const before = drafts.draft()?.entropy
    drafts.tellIn('en')
    drafts.begin({ ...facts, nickname: '大榕' }, 'zh')
    expect(drafts.draft()).toMatchObject({ facts: { nickname: '大榕' }, list: 'en' })
    expect(drafts.draft()?.entropy).toBe(before)
    expect(watch).toHaveBeenCalledTimes(1)
  })
  test('is wiped when the flow is left', () => {
    const { drafts, unwatch, leave } = keeper()
    drafts.begin(facts, 'zh')
    const entropy = drafts.draft()?.entropy
    leave()
    expect(drafts.draft()).toBeNull()
    expect(entropy).toEqual(new Uint8Array(16))
    expect(unwatch).toHaveBeenCalledTimes(1)
  })
  test('notifies its listeners of every change, until they unsubscribe', () => {
    const { drafts } = keeper()
    const onChange = vi.fn()
    const stop = drafts.subscribe(onChange)
    drafts.begin(facts, 'zh')
    drafts.tellIn('en')
    drafts.end()
    expect(onChange).toHaveBeenCalledTimes(3)
    stop()
    drafts.begin(facts, 'zh')
    expect(onChange).toHaveBeenCalledTimes(3)
  })
  test('returns the server’s corrections once', () => {
    const { drafts } = keeper()
    drafts.begin(facts, 'zh')
    drafts.sendBack([{ field: 'nickname', message: 'no' }])
    expect(drafts.takeRefusals()).toHaveLength(1)
    expect(drafts.takeRefusals()).toEqual([])
  })
  test('without an account has no list and no end', () => {
    const { drafts } = keeper()
    drafts.tellIn('en')
    drafts.end()
    expect(drafts.draft()).toBeNull()
  })
})
