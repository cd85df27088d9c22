import { BlockList, isIP } from 'node:net'

/**
 * The browsers' push services: Chromium's, Mozilla's, Apple's and Microsoft's. The server later
 * calls an address that a member names, so it calls no other hosts (security.md: no request to an
 * address from untrusted input).
 */
const services: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
]

/**
 * True for an address of a known push service: https, default port, no user name. `testService` is
 * the origin of a service that a test has started.
 */
export function isPushService(endpoint: string, testService: string | null): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (testService !== null && url.origin === testService) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    services.some(service => service.test(url.hostname))
  )
}

/** Networks that are not part of the public Internet (RFC 6890 and its IPv6 counterparts). */
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4')

/** Allows only publicly routed IPv6, without the ranges that contain an IPv4 address. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
const closed6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(network, bits, 'ipv6')

/**
 * False for an address of this machine or a private network, and for text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closed.check(address, 'ipv4')
  if (version === 6) return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
  return false
}
