import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeDevice } from './device.ts'

it.each([
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'phone Chrome Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36',
    'tablet Samsung Internet Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'phone Safari iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1',
    'phone Chrome iOS',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    'tablet Safari iPadOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'desktop Edge Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
    'desktop Firefox macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 12; ALN-AL00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
    'phone WeChat Android',
  ],
  ['node', 'unknown null null'],
  [undefined, 'unknown null null'],
])('%s is %s', (userAgent, label) => {
  const { kind, browser, system } = describeDevice(userAgent)
  expect(`${kind} ${browser} ${system}`).toBe(label)
})

it('returns nothing that a header invented', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), text => {
      const { browser, system } = describeDevice(`<script>${text}`)
      for (const name of [browser, system]) expect(name ?? '').toMatch(/^[A-Za-z ]*$/)
    }),
  )
})
