import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../bootstrap/postgres-binaries.ts'
import { StartRefused } from '../bootstrap/refusal.ts'

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
  haproxy: string
  pgbouncer: string
  nginx: string
  /** The folder of PostgreSQL's programs. */
  postgres: string
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
  const root = join(cacheFolder(), 'drill-debian-1')
  if (!existsSync(root)) {
    if (!existsSync('/usr/bin/apt-get'))
      throw new StartRefused('The drill needs the packages of Debian, and there is no apt-get.')
    console.log('  Fetching packages of Debian (once)…')
    unpackInto(root)
  }
  const modules = join(root, 'usr/lib/python3/dist-packages')
  const libraries = ['usr/lib/x86_64-linux-gnu', 'usr/lib', 'lib/x86_64-linux-gnu']
  const packages = readdirSync(join(root, 'packages'))
  return {
    etcd: join(root, 'usr/bin/etcd'),
    etcdctl: join(root, 'usr/bin/etcdctl'),
    patroni: join(root, 'usr/bin/patroni'),
    haproxy: join(root, 'usr/sbin/haproxy'),
    pgbouncer: join(root, 'usr/sbin/pgbouncer'),
    nginx: join(root, 'usr/sbin/nginx'),
    postgres: join(root, 'usr/lib/postgresql/15/bin'),
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      PYTHONPATH: modules,
      PYTHONDONTWRITEBYTECODE: '1',
      LD_LIBRARY_PATH: libraries.map(path => join(root, path)).join(':'),
    },
    versions: wanted.flatMap(name => packages.filter(file => file.startsWith(`${name}_`))),
  }
}

/** In a folder of another name first, so that the cache has all of them or none. */
function unpackInto(root: string): void {
  const partial = mkdtempSync(`${root}-`)
  const files = join(partial, 'packages')
  mkdirSync(files)
  const apt = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      '/usr/bin/apt-get',
      ['-q', '-o', 'APT::Sandbox::User=root', ...args],
      { cwd: files, encoding: 'utf8' },
    )
    return { isWell: status === 0, stdout, stderr }
  }
  const simulate = () => apt('install', '--simulate', '--no-install-recommends', ...wanted)
  const first = simulate()
  if (!first.isWell) apt('update')
  const { stdout } = first.isWell ? first : simulate()
  const missing = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '')
  const fetched = apt('download', ...new Set([...wanted, ...missing]))
  if (!fetched.isWell) {
    rmSync(partial, { recursive: true })
    throw new StartRefused(
      `The packages of Debian could not be fetched: ${fetched.stderr.trim().split('\n').at(-1)}`,
    )
  }
  for (const file of readdirSync(files))
    execFileSync('dpkg', ['-x', join(files, file), partial], { stdio: 'pipe' })
  execFileSync('chmod', ['-R', 'a+rX', partial])
  renameSync(partial, root)
}
