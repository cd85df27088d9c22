import { expect, test } from 'vitest'
import { bscChecksumHolds, tronChecksumHolds } from './chain-address.ts'

// The examples of EIP-55 itself.
const right = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test.each(right)('%s is valid, and invalid with the case of any one letter changed', address => {
  expect(bscChecksumHolds(address)).toBe(true)
  for (let place = 2; place < address.length; place++) {
    const email = address.charAt(place)
    const turned = email === email.toLowerCase() ? email.toUpperCase() : email.toLowerCase()
    if (turned === email) continue
    const misspelt = address.slice(0, place) + turned + address.slice(place + 1)
    expect(bscChecksumHolds(misspelt), misspelt).toBe(false)
  }
})
test('letters of one case carry no checksum', () => {
  const [address = ''] = right
  expect(bscChecksumHolds(address.toLowerCase())).toBe(true)
  expect(bscChecksumHolds(`0x${address.slice(2).toUpperCase()}`)).toBe(true)
})
test('a TRON address is valid, and invalid with one letter changed', () => {
  expect(tronChecksumHolds('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(true)
  expect(tronChecksumHolds('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toBe(false)
})
