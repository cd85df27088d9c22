import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * The path of a program of `bin`: as it was built beside this file. From the sources it is the one
 * in BUILT_SERVER, a folder that these sources were built to; without that, it is TypeScript.
 */
function programOf(name: string): { url: URL; isSource: boolean } {
  if (!import.meta.url.endsWith('.ts'))
    return { url: new URL(`../bin/${name}.js`, import.meta.url), isSource: false }
  const { BUILT_SERVER } = process.env
  return BUILT_SERVER
    ? { url: pathToFileURL(join(BUILT_SERVER, `${name}.js`)), isSource: false }
    : { url: new URL(`../bin/${name}.ts`, import.meta.url), isSource: true }
}

/**
 * Starts a program of `bin` as its own process. Its environment contains where programs are, and
 * nothing else, unless another one is given.
 */
export function startChildProcess(
  name: string,
  {
    execArgv = [],
    env = { PATH: process.env.PATH },
    ...options
  }: Pick<ForkOptions, 'env' | 'execArgv' | 'stdio' | 'serialization'>,
): ChildProcess {
  const { url, isSource } = programOf(name)
  return fork(fileURLToPath(url), {
    ...options,
    env,
    execArgv: [...execArgv, ...(isSource ? ['--import', 'tsx'] : [])],
  })
}

/**
 * Starts a program of `bin` as a thread of this process. A thread needs its own loader for
 * TypeScript: the loader that its program was started with does not apply to it.
 */
export function startThread(name: string, workerData: unknown): Worker {
  const { url, isSource } = programOf(name)
  if (!isSource) return new Worker(url, { workerData })
  const begin = `import('tsx/esm/api').then(tsx => { tsx.register(); return import('${url.href}') })`
  return new Worker(begin, { eval: true, workerData })
}

/**
 * The result of a thread that does one thing and ends.
 * @throws Error when it ends without a message.
 */
export const answerOfThread = <Answer>(name: string, workerData: unknown): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const thread = startThread(name, workerData)
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', code => reject(new Error(`the thread ${name} ended with ${code}`)))
  })

/**
 * The next message of such a process.
 * @throws Error when it ends, or could not start, before its message.
 */
export function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = () => settle(() => reject(new Error('a process ended before it answered')))
    const failed = (error: Error) => settle(() => reject(error))
    const answered = (answer: unknown) => settle(() => resolve(answer as Answer))
    const settle = (finish: () => void) => {
      child.off('exit', ended).off('error', failed).off('message', answered)
      finish()
    }
    child.once('exit', ended).once('error', failed).once('message', answered)
  })
}
