import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Unpacked, unpackFromDebian } from '../bootstrap/debian.ts'
import { StartRefused } from '../bootstrap/refusal.ts'

/** As whom and for what the store is asked; `region` is the one that it signs for. */
export const storeSettings = {
  region: 'us-east-1',
  bucket: 'uploads',
  accessKeyId: 'banyan:uploads',
  secretAccessKey: 'a-secret-of-a-test',
} as const

/** Unpacks OpenStack Swift, once; `versions` says which one it is. */
export const unpackObjectStore = (): Unpacked =>
  unpackFromDebian('object-store-debian-1', 'The store of objects', ['python3-swift'])

/** Why there is none on this machine; null where it is unpacked. */
export function whyNoObjectStore(): string | null {
  try {
    unpackObjectStore()
    return null
  } catch (error) {
    if (error instanceof StartRefused) return error.message
    throw error
  }
}

/** How the store is started; it ends when its input is closed, where that is a pipe. */
export function objectStoreProgram(
  { root, env }: Unpacked,
  { folder, host, port }: { folder: string; host: string; port: number },
): { command: [string, ...string[]]; env: NodeJS.ProcessEnv } {
  const { accessKeyId, secretAccessKey, bucket } = storeSettings
  const program = fileURLToPath(new URL('object-store.py', import.meta.url))
  return {
    command: [
      '/usr/bin/python3',
      program,
      folder,
      host,
      String(port),
      accessKeyId,
      secretAccessKey,
      bucket,
    ],
    // Read as source it takes seconds longer to begin.
    env: {
      ...env,
      PYTHONDONTWRITEBYTECODE: '',
      PYTHONPYCACHEPREFIX: join(root, 'bytecode'),
    },
  }
}

/** A store that runs. */
export interface ObjectStoreRun {
  port: number
  /** What it is, such as python3-swift_2.30.1-0+deb12u3_all.deb. */
  version: string
  stop(): Promise<void>
}

/**
 * Starts OpenStack Swift with its S3 interface, with one empty bucket, in a folder of its own.
 * @throws when it does not begin.
 */
export async function startObjectStore(): Promise<ObjectStoreRun> {
  const unpacked = unpackObjectStore()
  const folder = mkdtempSync(join(tmpdir(), 'banyan-object-store-'))
  const { command, env } = objectStoreProgram(unpacked, { folder, host: '127.0.0.1', port: 0 })
  const [program, ...args] = command
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', part => {
    said = `${said}${part}`.slice(-4_000)
  })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', line => resolve(Number(line)))
    child.once('error', reject)
    void ended.then(() => reject(new Error(`the store of objects did not begin: ${said}`)))
  })
  return {
    port,
    version: unpacked.versions[0] ?? '',
    stop: async () => {
      child.stdin.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
