import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addresses, publicHost } from './topology.ts'

/** The files of the drill's own authority, which end with its folder. */
export interface Certificates {
  folder: string
  ca: string
}

/** Words without spaces in one text, and one last name that may have some. */
function openssl(folder: string, words: string, ...more: string[]): void {
  execFileSync('openssl', words.split(' ').concat(more), { cwd: folder, stdio: 'pipe' })
}

/** Makes an authority and, by it, certificates of the database and of the app, once for a folder. */
export function makeCertificates(folder: string): Certificates {
  const ca = join(folder, 'ca.pem')
  if (existsSync(ca)) return { folder, ca }
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  openssl(
    folder,
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -keyout ca.key -out ca.pem -subj',
    '/CN=Authority of a drill',
  )
  const all = Object.values(addresses).map(address => `IP:${address}`)
  certify(folder, 'database', ['IP:127.0.0.1', ...all])
  certify(folder, 'app', [`DNS:${publicHost}`, `IP:${addresses.front}`])
  return { folder, ca }
}

function certify(folder: string, name: string, names: readonly string[]): void {
  writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${names.join(',')}\n`)
  openssl(
    folder,
    `req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`,
  )
  openssl(
    folder,
    `x509 -req -days 30 -CA ca.pem -CAkey ca.key -CAcreateserial -in ${name}.csr -extfile ${name}.ext -out ${name}.pem`,
  )
  chmodSync(join(folder, `${name}.key`), 0o600)
}
