import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { objectStoreProgram } from '../testing/object-store.ts'
import type { ServiceSpec } from './processes.ts'
import { type Drill, makeOwned, placesOf, valuesFor, writeOwned } from './settings.ts'
import { fillIn, type Template, templateText, variablesIn } from './templates.ts'
import { addresses, type HostName, type MachineName } from './topology.ts'

/** What a machine runs of Debian: etcd, Patroni with PostgreSQL, PgBouncer, HAProxy. */
export function servicesOf(drill: Drill, machine: MachineName): ServiceSpec[] {
  const places = placesOf(drill, machine)
  const { packages, passwords } = drill
  mkdirSync(places.logs, { recursive: true, mode: 0o755 })
  for (const folder of [places.keys, places.sockets, places.etcd]) makeOwned(drill, folder)
  for (const file of ['database.pem', 'database.key', 'ca.pem'])
    writeOwned(drill, join(places.keys, file), readFileSync(join(drill.certificates.folder, file)))
  const filled = (name: Template) => fillIn(templateText(name), valuesFor(drill, machine))
  const owned = (file: string, text: string) => writeOwned(drill, join(places.root, file), text)
  const etcd = variablesIn(filled('etcd.env'))
  const patroni = owned('patroni.yml', filled('patroni.yml'))
  owned('userlist.txt', `"banyan" "${passwords.database}"\n`)
  const pgbouncer = owned('pgbouncer.ini', filled('pgbouncer.ini'))
  const haproxy = owned('haproxy.cfg', filled('haproxy.cfg'))
  makeOwned(drill, places.root)
  const asUser = { user: drill.user, env: packages.env }
  return [
    { name: 'etcd', ...asUser, env: { ...packages.env, ...etcd }, command: [packages.etcd] },
    // Debian's Python: another one may come first on the path.
    { name: 'patroni', ...asUser, command: ['/usr/bin/python3', packages.patroni, patroni] },
    { name: 'pgbouncer', ...asUser, command: [packages.pgbouncer, pgbouncer] },
    { name: 'haproxy', ...asUser, command: [packages.haproxy, '-db', '-f', haproxy] },
  ]
}

/** What the front machine runs: nginx with TLS, and HAProxy behind it. */
export function frontServices(drill: Drill): ServiceSpec[] {
  const host: HostName = 'front'
  const places = placesOf(drill, host)
  const { packages } = drill
  mkdirSync(places.logs, { recursive: true, mode: 0o755 })
  const values = valuesFor(drill, host)
  const haproxy = join(places.root, 'haproxy.cfg')
  writeFileSync(haproxy, fillIn(templateText('haproxy-front.cfg'), values))
  const site = join(places.root, 'site.conf')
  writeFileSync(site, fillIn(templateText('nginx-site.conf'), values))
  const nginx = join(places.root, 'nginx.conf')
  writeFileSync(nginx, nginxAround(site, places.root))
  return [
    { name: 'haproxy', env: packages.env, command: [packages.haproxy, '-db', '-f', haproxy] },
    { name: 'nginx', env: packages.env, command: [packages.nginx, '-c', nginx, '-e', 'stderr'] },
  ]
}

/** What the machine of uploads runs: the store, and nginx with TLS before it. */
export function storeServices(drill: Drill): ServiceSpec[] {
  const { root, logs } = placesOf(drill, 'store')
  mkdirSync(logs, { recursive: true, mode: 0o755 })
  const { packages, certificates } = drill
  const place = { folder: join(root, 'objects'), host: '127.0.0.1', port: STORE_PORT }
  mkdirSync(place.folder, { recursive: true })
  const site = join(root, 'site.conf')
  writeFileSync(site, storeSite(certificates.folder))
  const nginx = join(root, 'nginx.conf')
  writeFileSync(nginx, nginxAround(site, root))
  return [
    { name: 'objects', ...objectStoreProgram(packages.objectStore, place) },
    { name: 'nginx', env: packages.env, command: [packages.nginx, '-c', nginx, '-e', 'stderr'] },
  ]
}

const STORE_PORT = 8090

/** The host that was asked for is part of what is signed. */
const storeSite = (keys: string): string => `server {
  listen ${addresses.store}:443 ssl;
  ssl_certificate ${keys}/database.pem;
  ssl_certificate_key ${keys}/database.key;
  client_max_body_size 110m;
  location / {
    proxy_pass http://127.0.0.1:${STORE_PORT};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_buffering off;
    proxy_request_buffering off;
  }
}
`

/** Debian's own nginx.conf, with its folders elsewhere, and one site. */
const nginxAround = (site: string, root: string): string => `user root;
daemon off;
worker_processes 1;
pid ${root}/nginx.pid;
error_log stderr;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${root}/body;
  proxy_temp_path ${root}/proxy;
  fastcgi_temp_path ${root}/fastcgi;
  uwsgi_temp_path ${root}/uwsgi;
  scgi_temp_path ${root}/scgi;
  include ${site};
}
`

/** Where a machine's Patroni says what it is. */
export const patroniUrl = (machine: MachineName, path: string): string =>
  `http://${addresses[machine]}:8008${path}`
