/** Browsers provide no cryptography to a page that was loaded over plain HTTP from another machine. */
export const canHash = globalThis.crypto?.subtle !== undefined

/**
 * Whether this is the published text: SHA-256 of its UTF-8 bytes, computed on the device, equals
 * the hash that the server shows, hexadecimal.
 */
export async function hasHash(text: string, hash: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return (
    [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('') === hash
  )
}
