import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { CannotWork } from './refusal.ts'

/**
 * Locks the folder for this process. The name is one that Linux keeps in memory: of two processes
 * only one gets it, and it is free again when the process is gone, also after kill -9.
 * @throws CannotWork when another signer works over the folder.
 */
export async function takeFolder(folder: string): Promise<Server> {
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex')
  const lock = createServer(socket => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    lock.once('error', reject)
    lock.listen(`\0banyan-signer-${name}`, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new CannotWork(
      `Another signer works over ${folder}: two would use the same nonces. Stop that one first.`,
    )
  })
  return lock
}
