import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

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
