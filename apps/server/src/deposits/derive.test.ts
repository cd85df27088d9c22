import { HDKey } from '@scure/bip32'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../platform/config.ts'
import { openDerivation } from './derive.ts'

/** Of the well-known words "test test … junk", at m/44'/60'/0'. */
const seed = Buffer.from(
  '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0',
  'hex',
)
const account = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'")

describe('deposit addresses', () => {
  it('are those that every wallet derives at m/44h/60h/0h/0/index', () => {
    const derive = openDerivation(account.publicExtendedKey)
    expect([0, 1, 2].map(derive)).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ])
  })

  it.each(['', 'xpub', 'xpub6CUGRU', `${account.publicExtendedKey.slice(0, -1)}x`])(
    'of "%s" are refused with a sentence that explains the remedy',
    text => {
      expect(() => openDerivation(text)).toThrow(ConfigError)
    },
  )
})
