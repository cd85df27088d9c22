import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { type Address, bytesToHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { ConfigError } from '../platform/config.ts'

/** Derives the deposit address of an index. Uses public keys only; no key here can spend. */
export type DeriveAddress = (index: number) => Address

/**
 * Addresses at `<xpub>/0/index` (BIP-32, external chain), in EIP-55 form.
 * @throws ConfigError when the text is not an extended public key.
 */
export function openDerivation(xpub: string): DeriveAddress {
  const external = readKey(xpub).deriveChild(0)
  return index => {
    const { publicKey } = external.deriveChild(index)
    if (publicKey === null) throw new Error(`index ${index} has no key`)
    const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
    return publicKeyToAddress(bytesToHex(point))
  }
}

function readKey(xpub: string): HDKey {
  try {
    return HDKey.fromExtendedKey(xpub)
  } catch {
    throw new ConfigError(
      'DEPOSIT_XPUB is not usable: set it to the extended public key (xpub…) of the deposit addresses, or to several with commas between them.',
    )
  }
}
