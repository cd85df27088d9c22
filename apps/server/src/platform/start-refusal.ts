import { ConfigError } from './config.ts'
import { sqlState } from './database/unavailable.ts'

/** What a person does about a fault of the database, by the class of its SQLSTATE. */
const databaseMends: readonly [RegExp, string][] = [
  [
    /^28/,
    'The database refuses the user or the password of DATABASE_URL: mend the address, or what pg_hba.conf allows.',
  ],
  [
    /^3D000/,
    'The database that DATABASE_URL names does not exist: create it, or mend the address.',
  ],
  [
    /^42501/,
    'The user of DATABASE_URL lacks a right: it must own the database, and the role banyan_app must be granted to it.',
  ],
  [
    /^(42P01|42703|42883)/,
    'The database of DATABASE_URL is empty or older than this program: run the migration.',
  ],
  [/^(53100|58030)/, 'The disk of the database is full or cannot be written: free some of it.'],
  [
    /^53300/,
    'The database accepts no more connections: raise max_connections, or lower POOL_SIZE of the programs.',
  ],
  [
    /^57P03/,
    'The database is starting, or is a standby that accepts no connections: wait for it, or connect to the primary.',
  ],
  [
    /^25006/,
    'The database accepts no changes: it is a standby, or was set to be read-only. Connect to the primary.',
  ],
  [
    /^55P03/,
    'Another program holds a lock on the tables: wait until it has ended, then start again.',
  ],
]

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
])

/**
 * Says in one sentence why a program could not start, and what to do about it; null for an error
 * that nobody has foreseen. It repeats no address, which may hold a password.
 */
export function startRefusal(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message
  const { code, message = '', syscall, port, address, path } = faultOf(error)
  if (syscall === 'listen') return portRefusal({ code, port, address })
  if (/unsupported startup parameter/.test(message))
    return 'DATABASE_URL leads to a pooler that refuses start-up options: set ignore_startup_parameters = options and pool_mode = session in it, or connect to PostgreSQL itself.'
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code))
    return databaseMends.find(([states]) => states.test(code))?.[1] ?? null
  if (/does not support SSL/.test(message))
    return 'The database does not speak TLS, which DATABASE_URL asks for: switch ssl on in it.'
  if (isOfTls(code, message))
    return `The certificate of the database is not accepted (${code ?? message}): name its authority with sslrootcert in DATABASE_URL, and reach it by the name in the certificate.`
  if (code === 'ENOSPC')
    return `The disk is full${path === undefined ? '' : ` (${path})`}: free some of it.`
  if (path !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'].includes(code ?? ''))
    return `${path} cannot be used (${code}): make it readable and writable for this user, or mend the setting that names it.`
  const isAway =
    (code !== undefined && unreachable.has(code)) ||
    /timeout expired|timeout exceeded|Connection terminated|Query read timeout/.test(message)
  return isAway
    ? `The database of DATABASE_URL does not answer (${code ?? 'no answer in time'}): start it, or mend the address.`
    : null
}

interface Fault {
  code: string | undefined
  message: string
  syscall?: string | undefined
  port?: number | undefined
  address?: string | undefined
  path?: string | undefined
}

/** The fields of an error; of several tries to connect, those of the first. */
function faultOf(error: unknown): Fault {
  const one = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return { ...(one as Fault), code: sqlState(one), message: (one as Error)?.message ?? String(one) }
}

const isOfTls = (code: string | undefined, message: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/.test(code ?? '') ||
  /self.signed|certificate/.test(message)

function portRefusal({ code, port, address }: Pick<Fault, 'code' | 'port' | 'address'>): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is taken by another program: stop that one, or set another port.`
  if (code === 'EACCES')
    return `Port ${port} is kept for the system's administrator: set one from 1024 up.`
  return `${address} is no address of this machine (${code}): mend the setting that names it.`
}
