import { describe, expect, it } from 'vitest'
import { checkedBsc, checkedTron, compareReceiving } from './receiving-account.ts'

/** The examples of EIP-55. */
const mixed = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

describe('a BSC address', () => {
  it.each(mixed)('%s is accepted as it is, and in lower case', address => {
    expect(checkedBsc(address)).toBe(address)
    expect(checkedBsc(address.toLowerCase())).toBe(address)
  })

  it('is refused when the case of one letter is wrong', () => {
    for (const address of mixed) {
      for (let i = 2; i < address.length; i++) {
        const sign = address[i] ?? ''
        const flipped = sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()
        if (flipped === sign) continue
        expect(checkedBsc(address.slice(0, i) + flipped + address.slice(i + 1))).toBeNull()
      }
    }
  })

  it('is not the zero address', () => {
    expect(checkedBsc(`0x${'0'.repeat(40)}`)).toBeNull()
  })
})

describe('a TRON address', () => {
  const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

  it('is accepted with its checksum', () => {
    expect(checkedTron(usdt)).toBe(usdt)
  })

  it('is refused with any character changed, and with two swapped', () => {
    for (let i = 1; i < usdt.length; i++) {
      const other = usdt[i] === '2' ? '3' : '2'
      expect(checkedTron(usdt.slice(0, i) + other + usdt.slice(i + 1))).toBeNull()
    }
    expect(checkedTron(usdt.replace('Lj6t', 'Ljt6'))).toBeNull()
  })

  it('is refused when it is an address of another chain', () => {
    expect(checkedTron('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBeNull()
  })
})

describe('a change of the receiving account', () => {
  const with_ = (bsc: string | null, tron: string | null, known = { bsc: true, tron: true }) => ({
    account: { bsc, tron },
    known,
  })
  const onlyBsc = { bsc: true, tron: false }

  it('is no change when both addresses stay', () => {
    expect(compareReceiving(with_('A', 'T'), { bsc: 'A', tron: 'T' })).toEqual({
      moved: false,
      guarded: false,
      known: { bsc: true, tron: true },
    })
  })

  it('is guarded when a network that had an address gets another one', () => {
    expect(compareReceiving(with_('A', null, onlyBsc), { bsc: 'B', tron: null })).toEqual({
      moved: true,
      guarded: true,
      known: onlyBsc,
    })
  })

  it('is a first entry, and not guarded, the first time of each network', () => {
    expect(compareReceiving(null, { bsc: 'A', tron: null })).toEqual({
      moved: true,
      guarded: false,
      known: onlyBsc,
    })
    expect(compareReceiving(with_('A', null, onlyBsc), { bsc: 'A', tron: 'T' })).toEqual({
      moved: true,
      guarded: false,
      known: { bsc: true, tron: true },
    })
  })

  it('stays guarded when the field was empty in between', () => {
    expect(compareReceiving(with_('A', 'T'), { bsc: null, tron: 'T' })).toMatchObject({
      moved: true,
      guarded: false,
    })
    expect(compareReceiving(with_(null, 'T'), { bsc: 'B', tron: 'T' }).guarded).toBe(true)
  })
})
