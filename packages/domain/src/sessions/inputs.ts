import { z } from 'zod'
import { rule } from '../contract/wire.ts'

/** Made by the device from 32 random bytes; names the device and proves nothing. */
export const deviceCode = z.string(rule('deviceCode')).regex(/^[0-9a-f]{64}$/, rule('deviceCode'))
/** An Ed25519 public key, hex. */
export const publicKey = z.string(rule('publicKey')).regex(/^[0-9a-f]{64}$/, rule('publicKey'))
/** An Ed25519 signature, hex. */
export const signature = z.string(rule('signature')).regex(/^[0-9a-f]{128}$/, rule('signature'))
/** A server nonce, hex. */
export const nonce = z.string(rule('nonce')).regex(/^[0-9a-f]{64}$/, rule('nonce'))
/** A bearer token that is the subject of a call, not its authentication. */
export const spokenToken = z.string(rule('token')).regex(/^mt1_[A-Za-z0-9_-]{43}$/, rule('token'))
/** A login password given for an act: only its presence is checked here; the server compares. */
export const givenLoginPassword = z
  .string(rule('loginPasswordRequired'))
  .min(1, rule('loginPasswordRequired'))
  .max(256, rule('tooLong'))
