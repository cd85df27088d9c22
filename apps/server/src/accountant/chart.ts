import { createHash } from 'node:crypto'

/** The accounts of the rule book 2.1, written a second time on purpose. */
const HOUSE = '00000000-0000-7000-8000-000000000001'
const houseKinds: Readonly<Record<string, readonly string[]>> = {
  USDT: [
    'EXT',
    'RESERVE',
    'INCOME',
    'POOL.static',
    'POOL.dynamic',
    'OPS',
    'RISK',
    'LOSS',
    'PAYOUTS',
  ],
  LEAF: ['ISSUE', 'FEE.coin', 'SEED', 'SPLIT'],
}
const memberKinds = ['available', 'locked', 'escrow']
const mayOwe = ['USDT EXT', 'USDT LOSS', 'LEAF ISSUE', 'LEAF SPLIT']

/** Whether the rule book has such an account. */
export const inChart = (owner: string, asset: string, kind: string): boolean =>
  owner === HOUSE
    ? (houseKinds[asset]?.includes(kind) ?? false)
    : asset in houseKinds && memberKinds.includes(kind)

/** Whether it may go below zero. */
export const mayGoBelowZero = (owner: string, asset: string, kind: string): boolean =>
  owner === HOUSE && mayOwe.includes(`${asset} ${kind}`)

/** The id that an account's name determines: 16 bytes of SHA-256, marked as a UUID of version 8. */
export function idOfName(owner: string, asset: string, kind: string): string {
  const hex = createHash('sha256').update([owner, asset, kind].join('/')).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
