import { refusals, uploadLimits, uploadPath } from '@banyan/domain'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpHouse, openHttpHouse } from '../testing/http-house.ts'
import type { TestMember } from '../testing/members.ts'

const create = { width: 8, height: 8, channels: 3 as const, background: '#0b0d12' }
const drawn = sharp({ create }).png().toBuffer()

async function upload(house: HttpHouse, member: TestMember) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await drawn)], { type: 'image/png' }), 'a.png')
  return house.send('POST', uploadPath, { token: member.token, raw: form })
}

describe('pictures in a minute', () => {
  let house: HttpHouse
  beforeAll(async () => {
    house = await openHttpHouse({ rateLimitScale: 1 })
  })
  afterAll(() => house.close())

  it('are ten for a member; the next is told how long to wait, and another member is not', async () => {
    const busy = await house.join('Busy')
    const other = await house.join('Other')
    const codes: number[] = []
    for (let sent = 0; sent < 10; sent++) codes.push((await upload(house, busy)).code)
    expect(new Set(codes)).toEqual(new Set([1]))
    const next = await upload(house, busy)
    expect([next.status, next.code]).toEqual([429, refusals.tooMany.code])
    const seconds = Number(next.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await upload(house, other)).code).toBe(1)
  })
})

describe('pictures in a day', () => {
  let house: HttpHouse
  beforeAll(async () => {
    house = await openHttpHouse()
  })
  afterAll(() => house.close())

  it('are fifty for a member, and the day after there are fifty more', async () => {
    const member = await house.join('Eager')
    for (let sent = 0; sent < uploadLimits.maxPerDay; sent++) {
      expect((await upload(house, member)).code).toBe(1)
    }
    expect((await upload(house, member)).code).toBe(refusals.uploadDailyLimit.code)
    await house.shiftClock(24 * 3_600_000)
    expect((await upload(house, member)).code).toBe(1)
  })
})
