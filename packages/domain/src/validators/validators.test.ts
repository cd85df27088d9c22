import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isAmount,
  isCarNumber,
  isDigitCode,
  isEmail,
  isIdCard,
  isMainlandMobile,
  isUrl,
  normalizeEmail,
  plainAmount,
} from './index.ts'

describe('an amount', () => {
  it.each(['1', '0.01', '0.5', '12.30', '1,234', '1,234.5', '12,345,678.90', '1234567.89'])(
    'is %s',
    text => expect(isAmount(text)).toBe(true),
  )
  it.each([
    '',
    '0',
    '0.00',
    '-1',
    '+1',
    '01',
    '1.',
    '.5',
    '1.234',
    '1e3',
    'NaN',
    '1 000',
    '１',
    '1,23',
    '12,34.5',
    ',123',
    '1,,234',
    '1,234,',
    '0,123',
    '1234,567',
    '1.2,3',
    '1,0',
    '1\n',
  ])('is not %j', text => expect(isAmount(text)).toBe(false))

  it('is the same without its commas, at any size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e15 }),
        fc.integer({ min: 0, max: 99 }),
        (n, cents) => {
          const plain = `${n}.${String(cents).padStart(2, '0')}`
          const written = `${n.toLocaleString('en-US')}.${String(cents).padStart(2, '0')}`
          expect(plainAmount(written)).toBe(plain)
          expect(plainAmount(plain)).toBe(plain)
        },
      ),
    )
    expect(plainAmount('1,0')).toBeNull()
  })
})

/** Any code point. The library's own generators load Unicode's tables first, for more than a second. */
const anySign = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map(point => String.fromCodePoint(point))

describe('an e-mail address', () => {
  it.each([
    ['Ann.O’Hara@x.cn', null],
    ['ann@example.org', 'ann@example.org'],
    [' Ann+tag@Example.ORG ', 'Ann+tag@example.org'],
    ['ａｎｎ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ann@example.org'],
    ["o'hara@sub.example.co", "o'hara@sub.example.co"],
    ['ann@xn--fiqs8s.xn--fiqs8s', 'ann@xn--fiqs8s.xn--fiqs8s'],
  ])('%j has the form %j', (text, form) => expect(normalizeEmail(text)).toBe(form))

  it.each([
    '',
    '@',
    'a@',
    '@b.cn',
    'a b@c.cn',
    'a@b',
    'a@cn',
    'a@localhost',
    'a@b.c',
    'a@-b.cn',
    'a@b-.cn',
    'a@b..cn',
    '.a@b.cn',
    'a.@b.cn',
    'a..b@c.cn',
    'a@b.cn.',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    '"a b"@c.cn',
    'a@例子.中国',
    'а@example.org',
    'a@exаmple.org',
    'a,b@c.cn',
    'a@b.cn,d@e.cn',
    'A <a@b.cn>',
    'a@b.cn\r\nBcc: c@d.cn',
    'a\n@b.cn',
    'a@b.cn\u0000',
    'a\u200b@b.cn',
    'a\u2028@b.cn',
    `${'a'.repeat(65)}@b.cn`,
    `a@${'b'.repeat(64)}.cn`,
    `a@${'b.'.repeat(126)}cn`,
  ])('rejects %j', text => expect(isEmail(text)).toBe(false))

  it('has at most 64 signs before the @, 63 in a part of the domain, and 254 in all', () => {
    const long = (most: number) => {
      const address = `a@${'b.'.repeat((most - 4) / 2)}`
      return `${address}${'c'.repeat(most - address.length)}`
    }
    for (const [most, withSigns] of [
      [64, (n: number) => `${'a'.repeat(n)}@b.cn`],
      [63, (n: number) => `a@${'b'.repeat(n)}.cn`],
      [63, (n: number) => `a@b.${'c'.repeat(n)}`],
      [254, long],
    ] as const)
      expect([isEmail(withSigns(most)), isEmail(withSigns(most + 1))]).toEqual([true, false])
  })

  it('normalized stays unchanged, and has no character that could end a header', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: anySign })), text => {
        const form = normalizeEmail(text)
        fc.pre(form !== null)
        expect(normalizeEmail(form)).toBe(form)
        expect(form).toMatch(/^[\x21-\x7e]+$/)
        expect(form).not.toMatch(/[\s<>,;:"()[\]\\]/)
      }),
    )
  })
})

describe('a digit code', () => {
  it('has as many digits as it should have', () => {
    expect(['123456', '000000'].every(code => isDigitCode(code))).toBe(true)
    expect(isDigitCode('1234', 4)).toBe(true)
    for (const text of ['', '12345', '1234567', '12345a', '１２３４５６', '12345\n', ' 12345'])
      expect(isDigitCode(text), text).toBe(false)
    expect(isDigitCode('', 0)).toBe(false)
  })
})

describe('a mobile number of mainland China', () => {
  it.each(['13800138000', '19912345678', '+8613800138000', '008617012345678'])('is %s', text =>
    expect(isMainlandMobile(text)).toBe(true),
  )
  it.each([
    '12800138000',
    '1380013800',
    '138001380000',
    '+86 13800138000',
    '8613800138000',
    '１３８００１３８０００',
  ])('is not %s', text => expect(isMainlandMobile(text)).toBe(false))
})

/** The check digit by its definition: the weighted sum of all 18 is 1 modulo 11. */
function sumsToOne(text: string): boolean {
  const value = (sign: string) => (sign.toUpperCase() === 'X' ? 10 : Number(sign))
  const sum = [...text].reduce((total, sign, i) => total + value(sign) * (2 ** (17 - i) % 11), 0)
  return sum % 11 === 1
}

describe('an identity card', () => {
  it('is read by its check sign, small or large', () => {
    expect(isIdCard('11010519491231002X')).toBe(true)
    expect(isIdCard('11010519491231002x')).toBe(true)
    fc.assert(
      fc.property(
        fc.constantFrom('110105', '310101', '440524', '820000'),
        fc.date({ min: new Date('1900-01-01'), max: new Date('2026-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 999 }),
        (region, born, order) => {
          const day = born.toISOString().slice(0, 10).replaceAll('-', '')
          const body = `${region}${day}${String(order).padStart(3, '0')}`
          for (const sign of '0123456789X')
            expect(isIdCard(body + sign), body + sign).toBe(sumsToOne(body + sign))
        },
      ),
    )
  })

  it.each([
    '',
    '110105194912310021',
    '110105194912310020',
    '11010519491331002X',
    '11010518991231002X',
    '99010519491231002X',
    '11010519490230002X',
    '110105491231002',
    '1101051949123100２X',
  ])('is not %j', text => expect(isIdCard(text)).toBe(false))
})

describe('a number plate', () => {
  it.each([
    '京A12345',
    '粤B1234A',
    '沪c8f88z',
    '京AD12345',
    '粤BF12345',
    '沪A12345D',
    '京A1234学',
    '粤Z1234港',
    '京A1234警',
    '使123456',
    '沪A1234领',
  ])('is %s', text => expect(isCarNumber(text)).toBe(true))
  it.each([
    '',
    'A12345',
    '京112345',
    '京A1234',
    '京A123456',
    '京I12345',
    '京A1234O',
    '京A123 5',
    '美A12345',
    '京AD1234A',
    '京A12345E7',
  ])('is not %j', text => expect(isCarNumber(text)).toBe(false))
})

describe('a web address', () => {
  it.each([
    'http://example.org',
    'https://example.org/',
    'https://sub.example.org:8443/a?b=c#d',
    'https://例子.中国/路',
    'http://127.0.0.1:8080',
    'http://[::1]/',
    'HTTPS://EXAMPLE.ORG',
    'http://localhost',
    'https://example.org?a=1',
  ])('is %s', text => expect(isUrl(text)).toBe(true))
  it.each([
    '',
    'example.org',
    '//example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'http://',
    'http:///path',
    'http://user:pass@example.org',
    'http://exa mple.org',
    'http://example.org\\@evil',
    'http://a..b',
    'http://-a.org',
    'http://example.org:0',
    'http://example.org:70000',
    'http://1.2.3',
    'http://999.1.1.1',
    'http://example.org/a b',
    'http://example.org\n',
    'data:text/html,x',
  ])('is not %j', text => expect(isUrl(text)).toBe(false))

  it('is valid for the browser too', () => {
    // The characters allowed in a path, in a query and in a fragment: RFC 3986, 3.3 to 3.5.
    const plain = fc.constantFrom(..."abcxyzABCXYZ0189-._~!$&'()*+,;=:@/?")
    const part = fc.string({ unit: fc.oneof(plain, anySign.map(encodeURIComponent)) })
    const behind = (sign: string) =>
      fc.oneof(
        fc.constant(''),
        part.map(text => sign + text),
      )
    const anyUrl = fc
      .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), ...['/', '?', '#'].map(behind))
      .map(([scheme, ...rest]) => `${scheme}://${rest.join('')}`)
    fc.assert(
      fc.property(anyUrl, text => {
        expect(isUrl(text)).toBe(true)
        expect(URL.canParse(text)).toBe(true)
      }),
    )
  })
})
