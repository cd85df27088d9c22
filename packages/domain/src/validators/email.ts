const LONGEST = 254
/** The unquoted local part of RFC 5321: ASCII, single dots inside. */
const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const topLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * The one form of an e-mail address that is stored and used: full-width letters of an input method
 * become plain ones (NFKC), the domain is lower case. Null for text that is no address. A domain
 * with non-ASCII letters is refused rather than guessed (its `xn--` form is accepted), and so is
 * anything that could end a header line.
 */
export function normalizeEmail(text: string): string | null {
  const given = text.trim()
  if (/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/u.test(given)) return null
  const address = given.normalize('NFKC')
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at)
  const domain = address.slice(at + 1).toLowerCase()
  const labels = domain.split('.')
  const fits =
    at > 0 &&
    address.length <= LONGEST &&
    name.length <= 64 &&
    local.test(name) &&
    labels.length >= 2 &&
    labels.every(part => label.test(part)) &&
    topLabel.test(labels.at(-1) ?? '')
  return fits ? `${name}@${domain}` : null
}

/** True for a text that names a mailbox. */
export const isEmail = (text: string): boolean => normalizeEmail(text) !== null
