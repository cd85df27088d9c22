import { refusals } from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem, type Reply } from './http-system.ts'
import { LOGIN_PASSWORD } from './members.ts'

let system: HttpSystem
beforeAll(async () => {
  system = await openHttpSystem()
})
afterAll(() => system.close())

describe('who has an account', () => {
  const attempt = (accountId: string, deviceCode: string) =>
    system.send('POST', '/api/session/login', {
      body: { accountId, loginPassword: `${LOGIN_PASSWORD} wrong`, deviceCode },
    })

  it('cannot be learnt from a login: known and unknown IDs answer alike, tries left and locks included', async () => {
    const member = await system.join('Known')
    const unknown = '00000000'
    for (let i = 0; i < 7; i++) {
      const deviceCode = i.toString(16).repeat(64)
      const known = await attempt(member.accountId, deviceCode)
      const nobody = await attempt(unknown, deviceCode)
      expect(known.text, `try ${i + 1}`).toBe(nobody.text)
      expect([known.status, known.code]).toEqual([
        200,
        i < 4 ? refusals.loginFailed.code : refusals.loginLocked.code,
      ])
    }
  })

  it('cannot be learnt from a challenge, a device or words', async () => {
    const known = await system.join('Also known')
    const shapeOf = (reply: Reply) => JSON.stringify(reply.data).replace(/[0-9a-f]{64}|\d+/g, '·')
    const challengeOf = (publicKey: string) =>
      system.send('POST', '/api/session/challenge', { body: { publicKey, purpose: 'login' } })
    const [theirs, nobodys] = [
      await challengeOf(known.key.publicKey),
      await challengeOf('5'.repeat(64)),
    ]
    expect(shapeOf(theirs)).toBe(shapeOf(nobodys))

    const proof = {
      nonce: theirs.data.nonce,
      signature: '0'.repeat(128),
      deviceCode: known.deviceCode,
    }
    const byWords = (publicKey: string) =>
      system.send('POST', '/api/session/words', { body: { ...proof, publicKey } })
    expect((await byWords(known.key.publicKey)).text).toBe((await byWords('5'.repeat(64))).text)

    for (const code of ['', 'x', '5'.repeat(64), '5'.repeat(63), "' or 1=1 --", '\u0000']) {
      const reply = await system.send('GET', '/api/user/account-list', {
        query: { device_code: code },
      })
      expect([reply.status, reply.text], code).toEqual([200, '{"code":1,"msg":"","data":[]}'])
    }
  })
})
