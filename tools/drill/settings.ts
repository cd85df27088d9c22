import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { choosePostgresUser } from '../bootstrap/postgres-binaries.ts'
import { storeSettings } from '../testing/object-store.ts'
import type { Certificates } from './certificates.ts'
import type { Packages } from './packages.ts'
import { fillIn, templateText, variablesIn } from './templates.ts'
import { addresses, type HostName, network, publicHost } from './topology.ts'

/** Everything that belongs to one drill: its folder, its passwords, and how templates are filled in. */
export interface Drill {
  folder: string
  packages: Packages
  certificates: Certificates
  /** The user of PostgreSQL, Patroni and PgBouncer. */
  user: { uid: number; gid: number }
  passwords: Passwords
}

interface Passwords {
  superuser: string
  replication: string
  rewind: string
  rest: string
  database: string
}

const password = (): string => randomBytes(18).toString('hex')

/** Begins a drill in a folder. */
export function openDrill(folder: string, packages: Packages, certificates: Certificates): Drill {
  const user = choosePostgresUser()
  if (user === undefined) throw new Error('the drill runs as root')
  return {
    folder,
    packages,
    certificates,
    user,
    passwords: {
      superuser: password(),
      replication: password(),
      rewind: password(),
      rest: password(),
      database: password(),
    },
  }
}

/** The folders of a machine. */
export const placesOf = (drill: Drill, host: HostName) => {
  const root = join(drill.folder, host)
  return {
    root,
    logs: join(root, 'logs'),
    keys: join(root, 'keys'),
    data: join(root, 'postgres'),
    etcd: join(root, 'etcd'),
    sockets: join(root, 'sockets'),
  }
}

/** The values of the templates on a machine. */
export function valuesFor(drill: Drill, host: HostName): Record<string, string> {
  const places = placesOf(drill, host)
  const { passwords, packages } = drill
  return {
    NAME: host,
    ADDRESS: addresses[host],
    M1: addresses.m1,
    M2: addresses.m2,
    M3: addresses.m3,
    FRONT: addresses.front,
    STORE: addresses.store,
    S3_BUCKET: storeSettings.bucket,
    S3_ACCESS_KEY_ID: storeSettings.accessKeyId,
    S3_SECRET_ACCESS_KEY: storeSettings.secretAccessKey,
    NETWORK: network,
    HOST: publicHost,
    BIN: packages.postgres,
    DATA: places.data,
    ETCD_DATA: places.etcd,
    SOCKETS: places.sockets,
    KEYS: places.keys,
    FRONT_KEYS: drill.certificates.folder,
    PGPASS: join(places.root, 'pgpass'),
    PGBOUNCER_USERS: join(places.root, 'userlist.txt'),
    SHARED_BUFFERS: '64MB',
    POOL_SIZE: '10',
    SUPERUSER_PASSWORD: passwords.superuser,
    REPLICATION_PASSWORD: passwords.replication,
    REWIND_PASSWORD: passwords.rewind,
    REST_PASSWORD: passwords.rest,
    DATABASE_PASSWORD: passwords.database,
  }
}

/** Writes a file that PostgreSQL's user alone may read. Returns its path. */
export function writeOwned(drill: Drill, file: string, text: string | Buffer): string {
  writeFileSync(file, text, { mode: 0o600 })
  chownSync(file, drill.user.uid, drill.user.gid)
  return file
}

/** Makes a folder of PostgreSQL's user. */
export function makeOwned(drill: Drill, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, drill.user.uid, drill.user.gid)
}

/** The settings of the product that three machines need besides those of one. */
export const settingsOnThree = (drill: Drill, host: HostName): Record<string, string> =>
  variablesIn(fillIn(templateText('banyan.env'), valuesFor(drill, host)))
