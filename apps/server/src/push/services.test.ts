import { describe, expect, it } from 'vitest'
import { isPublicAddress, isPushService } from './services.ts'

describe('an address of a push service', () => {
  it('is one of the browsers’', () => {
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/abc:def',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
      'https://web.push.apple.com/QGuQ',
      'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA',
    ])
      expect(isPushService(endpoint, null), endpoint).toBe(true)
  })

  it('is not at any other host, however it is written', () => {
    for (const endpoint of [
      'http://fcm.googleapis.com/fcm/send/a',
      'https://fcm.googleapis.com:8443/fcm/send/a',
      'https://user@fcm.googleapis.com/a',
      'https://fcm.googleapis.com@10.0.0.1/a',
      'https://fcm.googleapis.com.example.org/a',
      'https://evilpush.apple.com.example.org/a',
      'https://evil-push.services.mozilla.com.cn/a',
      'https://notpush.apple.com/a',
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://2130706433/a',
      'https://metadata.google.internal/a',
      'https://localhost/a',
      'file:///etc/passwd',
      'fcm.googleapis.com/a',
      '',
    ])
      expect(isPushService(endpoint, null), endpoint).toBe(false)
  })

  it('is the one of a test, when a test has named it, with its whole origin', () => {
    const own = 'http://127.0.0.1:4000'
    expect(isPushService('http://127.0.0.1:4000/push/1', own)).toBe(true)
    expect(isPushService('http://127.0.0.1:4001/push/1', own)).toBe(false)
    expect(isPushService('http://127.0.0.1:4000/push/1', null)).toBe(false)
  })
})

describe('a public address', () => {
  it('is not one of this machine, a private network or a tunnel into one', () => {
    for (const address of [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.1.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      'fc00::1',
      'fe80::1',
      '2002:a00:1::',
      '2001:db8::1',
      'ff02::1',
      'localhost',
    ])
      expect(isPublicAddress(address), address).toBe(false)
  })

  it('is any other', () => {
    for (const address of ['142.250.1.1', '17.0.0.1', '172.32.0.1', '2a00:1450:4001::200a'])
      expect(isPublicAddress(address), address).toBe(true)
  })
})
