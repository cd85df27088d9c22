import { gunzipSync } from 'node:zlib'
import { allEndpoints, operatorEndpoints } from '@banyan/domain'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { compress, mayCompress } from './compression.ts'

describe('a longer answer', () => {
  let close = async () => {}
  afterEach(() => close())
  async function ask(characters: number, acceptEncoding?: string) {
    const app = Fastify()
    close = () => app.close()
    app.get('/', { onSend: compress }, async () => ({ text: 'é'.repeat(characters) }))
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }
    const answer = await app.inject({ url: '/', headers })
    return { ...answer, payload: { text: 'é'.repeat(characters) }, bytes: answer.rawPayload }
  }

  it('is compressed for who understands that, at once or in another thread', async () => {
    for (const characters of [2_000, 200_000])
      for (const accepted of ['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0,gzip;q=0.5']) {
        const { headers, bytes, payload } = await ask(characters, accepted)
        expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
        expect(headers['content-length']).toBe(String(bytes.length))
        expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(payload)
        expect(bytes.length).toBeLessThan(characters / 10)
        await close()
      }
  })

  it('is sent as it is to who does not', async () => {
    for (const accepted of [undefined, 'br', 'identity', 'gzip;q=0', 'br, gzip; q=0.0, deflate']) {
      const { headers, bytes, payload } = await ask(2_000, accepted)
      expect(headers).not.toHaveProperty('content-encoding')
      expect(JSON.parse(bytes.toString())).toEqual(payload)
      await close()
    }
  })

  it('is sent as it is where it is short', async () => {
    const { headers, bytes, payload } = await ask(500, 'gzip')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(bytes.toString())).toEqual(payload)
  })
})

it('is only what a member reads, and no conversation', () => {
  const ways = [...allEndpoints, ...operatorEndpoints].filter(mayCompress)
  expect(ways.length).toBeGreaterThan(40)
  for (const { method, path } of ways) {
    expect(method).toBe('GET')
    expect(path).not.toMatch(/^\/api\/(operator|chats|service)\b/)
  }
  expect(ways.map(one => one.path)).toContain('/api/otc/market')
})
