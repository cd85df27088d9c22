import { startChildProcess } from '../platform/child-process.ts'

/** Settles what is due in a process of its own. */
export interface ApartSettlement {
  /**
   * Returns when that process has ended.
   * @throws Error when it ended with a fault.
   */
  settle(): Promise<void>
  /** Ends it; the next run continues where it was. */
  end(): void
}

/**
 * A settlement of many members computes for seconds: in a process of its own it delays neither calls
 * nor other jobs, and its memory is given back at its end.
 */
export function settlingApart(env: NodeJS.ProcessEnv = process.env): ApartSettlement {
  let end = () => {}
  return {
    settle: () =>
      new Promise((resolve, reject) => {
        // It reads the same settings, and has a channel only to notice the end of this process.
        const child = startChildProcess('settlement', {
          env,
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        })
        let isWanted = true
        end = () => {
          isWanted = false
          child.kill()
        }
        child.once('error', reject)
        child.once('exit', (code, signal) => {
          end = () => {}
          if (code === 0 || !isWanted) resolve()
          else reject(new Error(`the process that settles ended with ${signal ?? code}`))
        })
      }),
    end: () => end(),
  }
}
