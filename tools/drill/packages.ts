import { join } from 'node:path'
import { type Unpacked, unpackFromDebian } from '../bootstrap/debian.ts'
import { unpackObjectStore } from '../testing/object-store.ts'

const wanted = [
  'patroni',
  'etcd-server',
  'etcd-client',
  'haproxy',
  'pgbouncer',
  'nginx',
  'postgresql-15',
  'postgresql-client-15',
]

/** Debian's programs, unpacked into a folder of their own; nothing is installed. */
export interface Packages {
  etcd: string
  etcdctl: string
  patroni: string
  patronictl: string
  haproxy: string
  pgbouncer: string
  nginx: string
  /** The folder of PostgreSQL's programs. */
  postgres: string
  /** The store of uploads. */
  objectStore: Unpacked
  /** What those programs need to find their libraries and modules. */
  env: NodeJS.ProcessEnv
  /** The versions, as Debian calls them. */
  versions: readonly string[]
}

/**
 * Fetches the packages once and unpacks them into the cache folder.
 * @throws StartRefused where there is no Debian, or its packages cannot be had.
 */
export function fetchPackages(): Packages {
  const { root, env, versions } = unpackFromDebian('drill-debian-1', 'The drill', wanted)
  const objectStore = unpackObjectStore()
  return {
    etcd: join(root, 'usr/bin/etcd'),
    etcdctl: join(root, 'usr/bin/etcdctl'),
    patroni: join(root, 'usr/bin/patroni'),
    patronictl: join(root, 'usr/bin/patronictl'),
    haproxy: join(root, 'usr/sbin/haproxy'),
    pgbouncer: join(root, 'usr/sbin/pgbouncer'),
    nginx: join(root, 'usr/sbin/nginx'),
    postgres: join(root, 'usr/lib/postgresql/15/bin'),
    objectStore,
    env,
    versions: [...versions, ...objectStore.versions],
  }
}
