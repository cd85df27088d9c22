import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { birthOf } from './processes.ts'
import { StartRefused } from './refusal.ts'

/** All data of the platform, in one folder. No code deletes it or any member's data in it. */
export interface DataFolder {
  root: string
  postgres: string
  chain: string
  /** The ports of the development mail server; its e-mails are kept in memory only. */
  mail: string
  logs: string
  demoAccounts: string
  /** True when the last start over this folder ended without saying goodbye. */
  wasCrashed: boolean
  release(): void
}

interface Holder {
  pid: number
  since: string
}

/** A log beyond this size is started anew; the previous one is kept beside it. */
const largestLogBytes = 20_000_000

/**
 * Makes the folder ready and takes it for this start alone.
 * @throws StartRefused when it cannot be written, or another start is using it.
 */
export function openDataFolder(root: string): DataFolder {
  const isRoot = process.getuid?.() === 0
  try {
    // As root, PostgreSQL runs as another user, who must be able to pass through.
    makeFolder(root, isRoot ? 0o711 : 0o700)
    if (!statSync(root).isDirectory()) throw new Error('there is a file of that name')
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartRefused(
      `DATA_DIR is ${root}, which cannot be written (${(error as Error).message}): ` +
        'make it writable for this user or set DATA_DIR to another folder.',
    )
  }
  const { wasCrashed, release } = lock(root)
  const logs = join(root, 'logs')
  for (const folder of [logs, join(root, 'files')]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }
  return {
    root,
    postgres: join(root, 'postgres'),
    chain: join(root, 'chain'),
    mail: join(root, 'mail'),
    logs,
    demoAccounts: join(root, 'demo-accounts.json'),
    wasCrashed,
    release,
  }
}

/** Step by step: where a folder cannot be (/proc), Node's recursive way never comes back. */
function makeFolder(path: string, mode: number) {
  if (existsSync(path)) return
  makeFolder(dirname(path), 0o755)
  mkdirSync(path, { mode })
}

/** A fresh place to append to; a log that has grown large steps aside. */
export function logFile(folder: DataFolder, name: string): string {
  const file = join(folder.logs, `${name}.log`)
  if (existsSync(file) && statSync(file).size > largestLogBytes) renameSync(file, `${file}.1`)
  return file
}

/** The process of a start that is using the folder at this moment. */
export function holderOf(root: string): number | undefined {
  const holder = readHolder(join(root, 'start.lock'))
  return holder !== undefined && birthOf(holder.pid) === holder.since ? holder.pid : undefined
}

function lock(root: string): { wasCrashed: boolean; release: () => void } {
  const file = join(root, 'start.lock')
  const other = holderOf(root)
  if (other !== undefined) {
    throw new StartRefused(
      `DATA_DIR ${root} is in use by another running start (process ${other}): ` +
        'stop that one, or set DATA_DIR and PORT for this one.',
    )
  }
  const wasCrashed = existsSync(file)
  // Of two starts that find the same stale lock, the rename and the creation let only one through.
  if (wasCrashed) renameSync(file, `${file}.stale`)
  const holder: Holder = { pid: process.pid, since: birthOf(process.pid) ?? '' }
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600 })
  } catch {
    throw new StartRefused(
      `DATA_DIR ${root} was taken by another start at this very moment: stop that one first.`,
    )
  }
  return {
    wasCrashed,
    release: () => {
      if (readHolder(file)?.pid === process.pid) rmSync(file)
    },
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
