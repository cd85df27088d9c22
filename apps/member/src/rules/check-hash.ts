/** Browsers give no cryptography to a page that came over plain HTTP from another machine. */
export const canHash = globalThis.crypto?.subtle !== undefined

/**
 * Is this the text that was published? SHA-256 of its UTF-8 bytes, made on the device, against the
 * hash that the house shows, hexadecimal.
 */
export async function hasHash(text: string, hash: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return (
    [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('') === hash
  )
}
