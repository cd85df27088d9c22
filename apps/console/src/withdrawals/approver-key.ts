/** P-256 is the curve of browsers and of the signer's list. */
const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
const algorithm = { name: 'ECDSA', hash: 'SHA-256' } as const

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

/**
 * What is signed: the order as the server wrote it, and who approves it in which role. Each is a line
 * of its own, so an approval is valid in no other role and name.
 */
export const signedText = (order: string, role: 'reviewer' | 'treasurer', approver: string) =>
  `${order}role ${role}\napprover ${approver}\n`

/** The signature of a text, r and s of 32 bytes each, in base64url. */
export async function signatureOf(key: CryptoKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(text))
  return toBase64Url(new Uint8Array(signature))
}

/**
 * Reads a key file of `npm run operator -- key`; the key cannot leave the browser again.
 * @throws when the text is none.
 */
export async function readKeyFile(text: string): Promise<CryptoKey> {
  const { privateKey } = JSON.parse(text) as { privateKey: string }
  return crypto.subtle.importKey('pkcs8', fromBase64Url(privateKey), curve, false, ['sign'])
}

/** A new pair whose private half cannot leave the browser; the public half as the signer's list has it. */
export async function newKey(): Promise<{ key: CryptoKey; publicKey: string }> {
  const pair = await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  return { key: pair.privateKey, publicKey: toBase64Url(new Uint8Array(raw)) }
}
