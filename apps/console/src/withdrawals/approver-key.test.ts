import { expect, it } from 'vitest'
import { newKey, readKeyFile, signatureOf, signedText } from './approver-key.ts'

const toBase64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

const order = 'withdrawal wdr_1\namount 99000000\n'

it('signs the order with role and name on lines of their own', () => {
  expect(signedText(order, 'reviewer', 'mei')).toBe(`${order}role reviewer\napprover mei\n`)
})

it('reads a key file, signs with it, and cannot give it out again', async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', pair.privateKey)
  const privateKey = toBase64Url(pkcs8)
  const key = await readKeyFile(JSON.stringify({ publicKey: 'B…', privateKey }))
  expect(key.extractable).toBe(false)
  const text = signedText(order, 'treasurer', 'wei')
  const signature = await signatureOf(key, text)
  expect(signature).toMatch(/^[A-Za-z0-9_-]{86}$/)
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const bytes = bytesOf(signature)
  const verifies = (of: string) =>
    crypto.subtle.verify(algorithm, pair.publicKey, bytes, new TextEncoder().encode(of))
  expect(await verifies(text)).toBe(true)
  expect(await verifies(signedText(order, 'reviewer', 'wei'))).toBe(false)
})

it('makes a key that stays, with the public half of the list', async () => {
  const { key, publicKey } = await newKey()
  expect(key.extractable).toBe(false)
  expect(bytesOf(publicKey)).toHaveLength(65)
})

it('takes no other file', async () => {
  await expect(readKeyFile('{}')).rejects.toThrow()
  await expect(readKeyFile('not json')).rejects.toThrow()
})
