import { refusals, togetherPath } from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from './http-system.ts'
import type { TestMember } from './members.ts'

let system: HttpSystem
let member: TestMember
beforeAll(async () => {
  system = await openHttpSystem()
  member = await system.join('Reader')
})
afterAll(() => system.close())

const ask = (calls: string, token: string | null = member.token) =>
  system.send('GET', togetherPath, { token, query: { calls } })

describe('several reads in one call', () => {
  it('are answered byte for byte as if each came alone', async () => {
    const calls = [
      '/api/user/me',
      '/api/email',
      '/api/otc/market?limit=2&side=sell',
      '/api/wallets/summary',
    ]
    const { code, data } = await ask(calls.join(' '))
    expect([code, Object.keys(data).sort()]).toEqual([1, [...calls].sort()])
    for (const call of calls) {
      const [path = '', search] = call.split('?')
      const query = Object.fromEntries(new URLSearchParams(search))
      const alone = await system.send('GET', path, { token: member.token, query })
      expect(data[call], call).toBe(alone.text)
    }
  })

  it('each check their own input, and a refusal of one is its answer', async () => {
    const { data } = await ask('/api/otc/market?limit=zero /api/user/me')
    expect(JSON.parse(data['/api/otc/market?limit=zero']).code).toBe(refusals.invalidInput.code)
    expect(JSON.parse(data['/api/user/me']).code).toBe(1)
  })

  it('are neither acts nor conversations, nor paths that are none', async () => {
    const calls = [
      '/api/session/logout',
      '/api/service',
      '/api/chats/trd_1',
      '/api/events',
      '/api/operator/members',
      '/api/together?calls=/api/user/me',
      'https://example.org/api/user/me',
      '../healthz',
      'constructor',
    ]
    const { data } = await ask(calls.join(' '))
    expect(Object.values(data)).toEqual(calls.map(() => null))
    expect((await ask('/api/user/me')).code, 'the session goes on').toBe(1)
  })

  it('need a session, a name and at most sixteen of them', async () => {
    expect((await ask('/api/house/about', null)).code).toBe(refusals.sessionExpired.code)
    const many = Array.from({ length: 17 }, (_, i) => `/api/otc/market?limit=${i + 1}`)
    for (const calls of ['', ' ', many.join(' ')])
      expect((await ask(calls)).code).toBe(refusals.malformed.code)
    expect((await system.send('GET', togetherPath, { token: member.token })).code).toBe(
      refusals.malformed.code,
    )
  })

  it('tell each member their own', async () => {
    const other = await system.join('Other')
    const [mine, theirs] = [await ask('/api/user/me'), await ask('/api/user/me', other.token)]
    expect(mine.text).not.toBe(theirs.text)
  })
})
