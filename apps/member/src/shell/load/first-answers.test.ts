import { allEndpoints, mostTogether } from '@banyan/domain'
import { afterEach, describe, expect, it } from 'vitest'
import { firstAnswer } from './first-answers.ts'
import { firstCalls } from './first-calls.ts'

const headers = { Authorization: 'Bearer mt1_a', 'Accept-Language': 'en' }
const asked = (more: object = {}, at = Date.now()) => {
  globalThis.firstAnswers = {
    token: 'mt1_a',
    language: 'en',
    at,
    calls: new Set(['/api/user/me', '/api/email']),
    answers: Promise.resolve({
      data: { '/api/user/me': '{"code":1}', '/api/email': null },
      ...more,
    }),
  }
}
const take = (url: string, init: object = {}) =>
  firstAnswer(url, { method: 'GET', headers, ...init })
afterEach(() => {
  globalThis.firstAnswers = undefined
})

describe('an answer that was asked for before the app was there', () => {
  it('is taken once, without a time of the server', async () => {
    asked()
    const response = await take('./api/user/me')
    expect(await response?.text()).toBe('{"code":1}')
    expect(response?.headers.get('date')).toBeNull()
    expect(await take('./api/user/me')).toBeNull()
  })

  it('is nobody else’s, in no other language, and no other request’s', async () => {
    asked()
    expect(
      await take('./api/user/me', { headers: { ...headers, Authorization: 'Bearer mt1_b' } }),
    ).toBeNull()
    expect(await take('./api/user/me', { headers: { Authorization: 'Bearer mt1_a' } })).toBeNull()
    expect(await take('./api/user/me?x=1')).toBeNull()
    expect(await take('./api/user/me')).not.toBeNull()
  })

  it('is not used where it has to be asked for alone, or the call failed', async () => {
    asked()
    expect(await take('./api/email')).toBeNull()
    asked({ data: undefined })
    expect(await take('./api/user/me')).toBeNull()
  })

  it('is not used after an act, nor after ten seconds', async () => {
    asked()
    expect(await take('./api/session/logout', { method: 'POST' })).toBeNull()
    expect(await take('./api/user/me')).toBeNull()
    asked({}, Date.now() - 10_001)
    expect(await take('./api/user/me')).toBeNull()
  })
})

it('the first calls are reads of the contract without the server’s time, and not too many for one call', () => {
  for (const calls of Object.values(firstCalls)) {
    expect(calls.length).toBeLessThanOrEqual(mostTogether)
    for (const call of calls) {
      const path = call.split('?')[0]
      const endpoint = allEndpoints.find(one => one.path === path)
      if (endpoint?.method !== 'GET') throw new Error(`${call} is no read`)
      const { shape } = endpoint.answer as unknown as { shape: object }
      expect(shape, call).not.toHaveProperty('serverNow')
    }
  }
})
