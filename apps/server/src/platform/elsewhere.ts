import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * Starts a door of the house (a file of `bin`) as a process of its own, from the sources or as
 * built. Of the environment it is told where programs are, and nothing else.
 */
export function startElsewhere(
  door: string,
  { execArgv = [], ...options }: Pick<ForkOptions, 'execArgv' | 'stdio' | 'serialization'>,
): ChildProcess {
  const fromSource = import.meta.url.endsWith('.ts')
  const file = new URL(`../bin/${door}.${fromSource ? 'ts' : 'js'}`, import.meta.url)
  return fork(fileURLToPath(file), {
    ...options,
    env: { PATH: process.env.PATH },
    execArgv: [...execArgv, ...(fromSource ? ['--import', 'tsx'] : [])],
  })
}

/**
 * Starts a door as a thread of this process. In the sources a door is TypeScript, which a thread has
 * to be taught to read: the loader that its program was started with does not reach into it.
 */
export function startThread(door: string, workerData: unknown): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL(`../bin/${door}.js`, import.meta.url), { workerData })
  const file = new URL(`../bin/${door}.ts`, import.meta.url).href
  const begin = `import('tsx/esm/api').then(tsx => { tsx.register(); return import('${file}') })`
  return new Worker(begin, { eval: true, workerData })
}

/**
 * The next message of such a process.
 * @throws Error when it ends, or could not begin, before it says anything.
 */
export function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = () => settle(() => reject(new Error('a process ended before it answered')))
    const failed = (error: Error) => settle(() => reject(error))
    const answered = (answer: unknown) => settle(() => resolve(answer as Answer))
    const settle = (tell: () => void) => {
      child.off('exit', ended).off('error', failed).off('message', answered)
      tell()
    }
    child.once('exit', ended).once('error', failed).once('message', answered)
  })
}
