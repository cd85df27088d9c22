import { describe, expect, it } from 'vitest'
import { decideAsk } from './decide.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const none = { same: null, account: [], address: [] }

describe('another code', () => {
  it('is allowed at once, and the next one a minute later', () => {
    expect(decideAsk(none, now)).toEqual({ kind: 'go', resendAt: ago(-60) })
  })

  it('has to wait out the minute after the last one', () => {
    const last = { ...none, same: ago(59), account: [ago(59)], address: [ago(59)] }
    expect(decideAsk(last, now)).toEqual({ kind: 'tooSoon', until: ago(-1) })
    expect(decideAsk({ ...last, same: ago(60) }, now).kind).toBe('go')
  })

  it('is the fifth of an account and the third of an address in an hour at most', () => {
    const account = [100, 200, 300, 400, 500].map(ago)
    expect(decideAsk({ ...none, account }, now)).toEqual({ kind: 'limit', until: ago(500 - 3600) })
    expect(decideAsk({ ...none, account: account.slice(1) }, now).kind).toBe('go')
    const address = [100, 200, 300].map(ago)
    expect(decideAsk({ ...none, address }, now)).toEqual({ kind: 'limit', until: ago(300 - 3600) })
    expect(decideAsk({ ...none, address: address.slice(1) }, now).kind).toBe('go')
  })

  it('waits for the later of two limits, and reports the limit before the minute', () => {
    const account = [10, 20, 30, 40, 3_000].map(ago)
    const address = [10, 20, 50].map(ago)
    const permit = decideAsk({ same: ago(10), account, address }, now)
    expect(permit).toEqual({ kind: 'limit', until: ago(50 - 3600) })
  })
})
