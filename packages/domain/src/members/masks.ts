const hidden = '•••'

/** An e-mail address of which only its first character and its last part can be read: `m•••@•••.com`. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@')
  const dot = address.lastIndexOf('.')
  const end = dot > at ? address.slice(dot) : ''
  return `${at > 1 ? address.slice(0, 1) : ''}${hidden}@${hidden}${end}`
}

/** An address of a chain, by its beginning and its end: `0x9c3d…cc66`. */
export const maskedAddress = (address: string): string =>
  address.length <= 16 ? hidden : `${address.slice(0, 6)}…${address.slice(-4)}`

/** How a member can be reached: nothing of it can be read. */
export const maskedContact = (contact: string): string => (contact === '' ? '' : hidden)
