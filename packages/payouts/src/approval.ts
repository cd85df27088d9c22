import { z } from 'zod'
import { canonicalOrder, type PayoutOrder } from './order.ts'

/**
 * The role in which an order is approved. `reviewer` and `treasurer` are two different people;
 * `automatic` is the server's own rule check for small amounts, alone.
 */
export const approvalRoles = ['reviewer', 'treasurer', 'automatic'] as const
export type ApprovalRole = (typeof approvalRoles)[number]

/** The name of the server's rule check in the signer's list. */
export const ruleCheckName = 'server'

/** One approval of an order: the approver, the role, and the signature that proves it. */
export const approval = z.strictObject({
  role: z.enum(approvalRoles),
  /** The name of the operator in the signer's list of approvers. */
  approver: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** ECDSA over P-256 with SHA-256, r and s of 32 bytes each, in base64url. */
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
})

export type Approval = z.output<typeof approval>

/** P-256 is the curve of browsers and passkeys as well. */
const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
const algorithm = { name: 'ECDSA', hash: 'SHA-256' } as const

/** A private key that WebCrypto holds. */
export type ApproverKey = Parameters<typeof crypto.subtle.sign>[1]

/** The role and the approver are signed too: an approval is not valid in another role or name. */
const signedBytes = (order: PayoutOrder, { role, approver }: Omit<Approval, 'signature'>) =>
  new TextEncoder().encode(`${canonicalOrder(order)}role ${role}\napprover ${approver}\n`)

/** Approves an order with an approver's private key. */
export async function approve(
  order: PayoutOrder,
  as: Omit<Approval, 'signature'>,
  privateKey: ApproverKey,
): Promise<Approval> {
  const signature = await crypto.subtle.sign(algorithm, privateKey, signedBytes(order, as))
  return { ...as, signature: toBase64Url(new Uint8Array(signature)) }
}

/**
 * True when this approval was made over this order by the holder of the public key (65 bytes,
 * base64url).
 */
export async function isApprovedBy(
  order: PayoutOrder,
  given: Approval,
  publicKey: string,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', fromBase64Url(publicKey), curve, true, [
    'verify',
  ])
  const { signature, ...as } = given
  const bytes = signedBytes(order, as)
  return crypto.subtle.verify(algorithm, key, fromBase64Url(signature), bytes)
}

/** A new pair: the public key as in the signer's list, the private one as PKCS #8 in base64url. */
export async function newApproverKey(): Promise<{ publicKey: string; privateKey: string }> {
  const pair = await crypto.subtle.generateKey(curve, true, ['sign', 'verify'])
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ])
  return {
    publicKey: toBase64Url(new Uint8Array(publicKey)),
    privateKey: toBase64Url(new Uint8Array(privateKey)),
  }
}

/** Reads a private key as written by `newApproverKey`; it cannot be exported again. */
export const readApproverKey = (privateKey: string): Promise<ApproverKey> =>
  crypto.subtle.importKey('pkcs8', fromBase64Url(privateKey), curve, false, ['sign'])

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, character => character.charCodeAt(0))
}
