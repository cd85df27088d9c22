import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contactOf, isPoint, openVapid } from './vapid.ts'

describe('the key of push messages', () => {
  it('is the same for the same secret and different for another', () => {
    const one = openVapid(Buffer.alloc(32, 1), 'https://a.example')
    expect(openVapid(Buffer.alloc(32, 1), 'https://a.example')).toEqual(one)
    expect(openVapid(Buffer.alloc(32, 2), 'https://a.example').publicKey).not.toBe(one.publicKey)
  })

  it('is a P-256 key pair', () => {
    const { publicKey, privateKey } = openVapid(Buffer.alloc(32, 3), 'https://a.example')
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    expect(pair.getPublicKey('base64url')).toBe(publicKey)
    expect(isPoint(publicKey)).toBe(true)
  })

  it('names the sender: the app, else the sender of e-mails', () => {
    expect(contactOf(['http://localhost', 'https://a.example'], 'x')).toBe('https://a.example')
    expect(contactOf(['http://localhost'], 'Banyan <a@b.example>')).toBe('mailto:a@b.example')
    expect(contactOf([], 'a@b.example')).toBe('mailto:a@b.example')
  })
})

describe('a point of the curve', () => {
  it('is not just any 65 bytes', () => {
    const off = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)])
    expect(isPoint(off.toString('base64url'))).toBe(false)
    expect(isPoint('')).toBe(false)
  })
})
