import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repository } from '../bootstrap/repository.ts'
import { type Step, withStep } from './steps.ts'

/** Folders with a package of the project's own. */
const workspaces = ['packages', 'apps']

const git = (cwd: string, ...given: string[]): string =>
  execFileSync('git', given, { cwd, encoding: 'utf8', maxBuffer: 1 << 24 })

/** The project's own files, those that are not committed yet among them. */
const filesOf = (root: string): string[] =>
  git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter(path => path !== '' && existsSync(join(root, path)))

/** What a program needs to know of the machine. */
const ofMachine = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'CHROMIUM_PATH'] as const

/** A copy of the project's sources in a folder of its own, with the installed packages linked. */
export class Copy {
  readonly root = mkdtempSync(join(tmpdir(), 'banyan-copy-'))

  constructor() {
    for (const path of filesOf(repository)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true })
      cpSync(join(repository, path), join(this.root, path))
    }
    git(this.root, 'init', '--quiet')
    this.#linkPackages()
  }

  /** The project's own packages are the copy's; all others are the installed ones. */
  #linkPackages(): void {
    const installed = join(repository, 'node_modules')
    const linked = join(this.root, 'node_modules')
    mkdirSync(join(linked, '@banyan'), { recursive: true })
    for (const entry of readdirSync(installed))
      if (entry !== '@banyan' && entry !== '.vite')
        symlinkSync(join(installed, entry), join(linked, entry))
    const folders = workspaces.flatMap(folder =>
      readdirSync(join(this.root, folder)).map(name => join(this.root, folder, name)),
    )
    for (const folder of [...folders, join(this.root, 'tools'), join(this.root, 'e2e')]) {
      const manifest = join(folder, 'package.json')
      if (!existsSync(manifest)) continue
      const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string }
      symlinkSync(folder, join(linked, name))
    }
  }

  apply(step: Step): void {
    const file = join(this.root, step.path)
    if (step.after === null) {
      if (existsSync(file)) throw new Error(`${step.path} is not a new file`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, step.lines)
    } else writeFileSync(file, withStep(readFileSync(file, 'utf8'), step))
  }

  /** Runs an installed program in the copy. Rejects with what it printed when it fails. */
  run(program: string, ...given: string[]): Promise<void> {
    const child = spawn(join(this.root, 'node_modules/.bin', program), given, {
      cwd: this.root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Nothing of the run that this is a part of.
      env: Object.fromEntries(ofMachine.map(name => [name, process.env[name]])),
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', bytes => {
        printed += bytes
      })
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', code =>
        code === 0
          ? resolve()
          : reject(new Error(`${program} ${given.join(' ')} failed\n${printed}`)),
      )
    })
  }

  remove(): void {
    rmSync(this.root, { recursive: true })
  }
}
