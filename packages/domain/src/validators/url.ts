/**
 * True for an absolute http or https address of a named host: no other scheme, no password inside,
 * no spaces or control characters that a browser would silently repair.
 */
export function isUrl(text: string): boolean {
  const match = /^https?:\/\/([^/?#\\]+)(?:[/?#]\S*)?$/i.exec(text)
  if (!match?.[1] || /[\p{Cc}\s\\]/u.test(text)) return false
  return isAuthority(match[1])
}

/** A host name, an IPv4 or a bracketed IPv6 address, and a port from 1 to 65535 where there is one. */
function isAuthority(text: string): boolean {
  const match = /^(\[[0-9a-f:.]+\]|[^:@[\]]+)(?::(\d{1,5}))?$/i.exec(text)
  if (!match?.[1]) return false
  if (match[2] !== undefined && (Number(match[2]) < 1 || Number(match[2]) > 65_535)) return false
  return match[1].startsWith('[') || isHost(match[1])
}

const isHost = (host: string): boolean =>
  host.length <= 253 &&
  host
    .split('.')
    .every(part => /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u.test(part)) &&
  (!/^[\d.]+$/.test(host) || /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(host))
