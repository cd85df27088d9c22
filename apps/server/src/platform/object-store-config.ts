import type { z } from 'zod'
import type { checks } from './config-checks.ts'
import { ConfigError } from './config-error.ts'

/** An S3-compatible store of uploads, and the key that it is asked with. */
export interface ObjectStoreConfig {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The file of the authority that signed the store's certificate; null: those of the system. */
  caFile: string | null
}

const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
type Names = (typeof needed)[number] | 'S3_REGION' | 'S3_CA_FILE'
type Checked = { [name in Names]: z.output<(typeof checks)[name]['schema']> }

/**
 * The store of uploads; null where none is set, and the data folder keeps them.
 * @throws ConfigError where only some of its settings are set, or the way to it has no TLS.
 */
export function objectStoreOf(checked: Checked, production: boolean): ObjectStoreConfig | null {
  if ([...needed, 'S3_CA_FILE' as const].every(name => checked[name] === undefined)) return null
  const missing = needed.filter(name => checked[name] === undefined)
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = checked
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = checked
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    throw new ConfigError(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing while a store of uploads is set: set all of ${needed.join(', ')}, or none of them.`,
    )
  const { protocol, hostname, pathname, search, username } = new URL(endpoint)
  if (pathname !== '/' || search !== '' || username !== '')
    throw new ConfigError(
      'S3_ENDPOINT has more than a host and a port: set it to an address such as https://s3.example.org, and the bucket with S3_BUCKET.',
    )
  if (production && protocol === 'http:' && !isThisMachine(hostname))
    throw new ConfigError(
      'S3_ENDPOINT leads to another machine without TLS with NODE_ENV=production: set an address that begins with https://, and S3_CA_FILE where an authority of your own signed its certificate.',
    )
  const { S3_REGION: region, S3_CA_FILE: caFile = null } = checked
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    caFile,
  }
}

const isThisMachine = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
