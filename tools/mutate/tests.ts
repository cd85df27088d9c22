import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Test files to run after files were changed. */
export interface Order {
  files: readonly string[]
  /** The changed files, as absolute paths. */
  changed: readonly string[]
  /** Whether a failure does not end the run. */
  toTheEnd: boolean
}

export interface Answer {
  passed: boolean
  results: readonly { file: string; passed: boolean; seconds: number }[]
}

/** What covers a file takes a few minutes, when all of it is run. */
const HUNG_MS = 30 * 60_000

/** The test files of one project in a copy; see runner.ts. */
export class Tests {
  #child: ChildProcess | undefined
  readonly #words: readonly string[]
  /** What was changed since the last run. */
  #changed = new Set<string>()

  constructor(root: string, project: 'unit' | 'integration') {
    this.#words = [root, project]
  }

  /** That a file is another one than when it was read. */
  changed(file: string): void {
    this.#changed.add(file)
  }

  /** Runs the files in that order; a run that hangs does not pass. */
  async run(files: readonly string[], toTheEnd = false, hungMs = HUNG_MS): Promise<Answer> {
    const child = this.#child ?? (await this.#start())
    this.#child = child
    const order: Order = { files, changed: [...this.#changed], toTheEnd }
    this.#changed.clear()
    return new Promise(resolve => {
      const failed = () => {
        this.stop()
        resolve({ passed: false, results: [] })
      }
      const hung = setTimeout(failed, hungMs)
      child.once('exit', failed)
      child.once('message', answer => {
        clearTimeout(hung)
        child.off('exit', failed)
        resolve(answer as Answer)
      })
      child.send(order)
    })
  }

  /** Ends it in order, with what it started. */
  async close(): Promise<void> {
    const child = this.#child
    if (!child) return
    this.#child = undefined
    child.send('end')
    if (child.exitCode === null) await once(child, 'exit')
  }

  /** Ends it at once. */
  stop(): void {
    const pid = this.#child?.pid
    this.#child = undefined
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }

  async #start(): Promise<ChildProcess> {
    const runner = new URL('./runner.ts', import.meta.url).pathname
    // A group of its own: what it started ends with it.
    const child = spawn(process.execPath, ['--import', 'tsx', runner, ...this.#words], {
      cwd: this.#words[0],
      detached: true,
      stdio: ['ignore', 'ignore', process.env.MUTATE_DEBUG ? 'inherit' : 'ignore', 'ipc'],
    })
    await once(child, 'message')
    return child
  }
}
