import { expect, it } from 'vitest'
import { type BreakerFacts, mostOf, pauseOf } from './breakers.ts'

const usdt = (whole: number) => BigInt(whole) * 1_000_000n
const holding = (whole: number) => ({
  halted: false,
  usdt: usdt(whole),
  leftThisHour: usdt(9_999),
  leftToday: usdt(9_999),
})
const fine: BreakerFacts = {
  connected: true,
  signer: holding(1_000),
  unknownTransfer: false,
  restored: null,
  solvency: null,
  handedThisHour: 0n,
  handedToday: 0n,
  next: usdt(200),
  isWoundDown: false,
}
const pause = (change: Partial<BreakerFacts>) => pauseOf({ ...fine, ...change })

it('pays a fifth of the hot wallet in an hour, and not a unit more', () => {
  expect(pause({})).toBe(null)
  expect(pause({ next: usdt(200) + 1n })).not.toBe(null)
  const half = { handedThisHour: usdt(100), handedToday: usdt(100) }
  const signer = holding(900)
  expect(pause({ ...half, signer, next: usdt(100) })).toBe(null)
  expect(pause({ ...half, signer, next: usdt(100) + 1n })).toBe('hourlyLimit')
})

it('pays half of the hot wallet in a day', () => {
  const signer = holding(600)
  expect(pause({ signer, handedToday: usdt(400), next: usdt(100) })).toBe(null)
  expect(pause({ signer, handedToday: usdt(400), next: usdt(100) + 1n })).toBe('dailyLimit')
})

it('of a platform that was wound down also pays the last members, one a day beyond the parts', () => {
  const last = { isWoundDown: true, next: usdt(1_000) }
  expect(pause(last)).toBe(null)
  expect(pause({ ...last, isWoundDown: false })).toBe('hotWalletShort')
  expect(pause({ ...last, next: usdt(1_000) + 1n })).toBe('hotWalletShort')
  expect(pause({ ...last, signer: { ...holding(1_000), leftThisHour: usdt(999) } })).toBe(
    'hourlyLimit',
  )
  const another = { ...last, handedToday: 1n }
  expect(pause(another)).toBe('dailyLimit')
  expect(pause({ ...another, next: usdt(200) })).toBe(null)
})

it('names the hour only where the next hour can pay it: a larger amount needs a fuller hot wallet', () => {
  const handed = { handedThisHour: usdt(150), handedToday: usdt(150), signer: holding(850) }
  expect(pause({ ...handed, next: usdt(170) })).toBe('hourlyLimit')
  expect(pause({ ...handed, next: usdt(170) + 1n })).toBe('hotWalletShort')
  expect(pause({ ...handed, next: usdt(170) + 1n, isWoundDown: true })).toBe('dailyLimit')
})

it('never reports more as payable than the hot wallet holds', () => {
  expect(pause({ next: usdt(1_000) + 1n })).toBe('hotWalletShort')
})

it('the limits do not shrink by what is paid within them', () => {
  const before = mostOf({ handedThisHour: 0n, handedToday: 0n }, usdt(1_000))
  const after = mostOf({ handedThisHour: usdt(150), handedToday: usdt(150) }, usdt(850))
  expect(after).toEqual(before)
})

it.each<[Partial<BreakerFacts>, ReturnType<typeof pauseOf>]>([
  [{ connected: false }, 'notConnected'],
  [{ signer: null }, 'signerAway'],
  [{ signer: { ...holding(1_000), halted: true } }, 'signerHalted'],
  [{ signer: { ...holding(1_000), leftThisHour: usdt(199) } }, 'hourlyLimit'],
  [{ signer: { ...holding(1_000), leftToday: usdt(199) } }, 'dailyLimit'],
  [{ unknownTransfer: true }, 'unknownTransfer'],
  [{ unknownTransfer: true, signer: null }, 'unknownTransfer'],
  [{ solvency: 'booksBroken' }, 'booksBroken'],
  [{ solvency: 'short' }, 'short'],
  [{ solvency: 'unproven', next: 0n }, 'unproven'],
])('%o pauses by itself', (change, cause) => {
  expect(pause(change)).toBe(cause)
})

it('after a restore names the cause: a signer that can be asked comes first', () => {
  expect(pause({ restored: 'restored' })).toBe('restored')
  expect(pause({ restored: 'signerBehind' })).toBe('signerBehind')
  expect(pause({ restored: 'restored', unknownTransfer: true, solvency: 'short' })).toBe('restored')
  expect(pause({ restored: 'restored', signer: null })).toBe('signerAway')
  const signer = { ...holding(1_000), halted: true }
  expect(pause({ restored: 'signerBehind', signer })).toBe('signerHalted')
})
