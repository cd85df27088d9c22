import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { cacheFolder } from '../bootstrap/postgres-binaries.ts'
import { StartRefused } from '../bootstrap/refusal.ts'
import { until } from '../testing/until.ts'

/** The release of Debian, which has a Node.js that is new enough. */
export const suite = 'trixie'

/** What a command has done. */
export interface Outcome {
  exit: number
  output: string
  ms: number
}

/** The longest that one command may take; it only ends what hangs. */
const COMMAND_MS = 1_200_000

const needed = ['mmdebstrap', 'systemd-nspawn', 'slirp4netns', 'nsenter', 'ip'] as const

/**
 * A machine with Debian and its systemd as the first process, in namespaces of its own: processes,
 * mounts, network, host name. It reaches the network through a process (slirp4netns), so no rule of
 * this machine's firewall is changed. Needs root.
 */
export class Machine {
  readonly root: string
  /** The name of its network, for programs of this machine that are to be on it. */
  readonly network = `banyan-guide-${process.pid}`
  #nspawn: ChildProcess | null = null
  #slirp: ChildProcess | null = null
  #leader = 0

  private constructor(root: string) {
    this.root = root
  }

  /** Makes the disk of a new machine; it is not started yet. */
  static make(): Machine {
    if (process.getuid?.() !== 0)
      throw new StartRefused('A machine in namespaces is made here: run it as root.')
    for (const program of needed)
      if (spawnSync('which', [program]).status !== 0)
        throw new StartRefused(
          `${program} is missing: apt-get install mmdebstrap systemd-container slirp4netns.`,
        )
    const root = mkdtempSync(join(cacheFolder(), 'guide-'))
    // In memory: packages are unpacked in a fraction of the time, and nothing is left after a crash.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=755,size=6g', 'tmpfs', root])
    execFileSync('tar', ['--numeric-owner', '-xpf', baseOfDebian(), '-C', root])
    const machine = new Machine(root)
    process.once('exit', () => machine.#abandon())
    machine.#prepare()
    return machine
  }

  #prepare(): void {
    const at = (path: string) => join(this.root, path)
    writeFileSync(at('etc/hostname'), 'banyan\n')
    writeFileSync(
      at('etc/hosts'),
      '127.0.0.1 localhost banyan app.example.org console.example.org\n::1 localhost\n',
    )
    rmSync(at('etc/resolv.conf'), { force: true })
    writeFileSync(at('etc/resolv.conf'), 'nameserver 10.0.2.3\n')
    // A network that opens TLS has an authority of its own, which this machine trusts already.
    const authorities = process.env.NODE_EXTRA_CA_CERTS
    if (authorities) copyFileSync(authorities, at('etc/ssl/authorities-outside.pem'))
    execFileSync('ip', ['netns', 'add', this.network])
    execFileSync('ip', ['-n', this.network, 'link', 'set', 'lo', 'up'])
  }

  /** Starts it, and waits until its systemd has started everything that is enabled. */
  async boot(): Promise<void> {
    const isSystemd = existsSync('/run/systemd/system')
    const shared = (name: string) => {
      const folder = join(cacheFolder(), name)
      mkdirSync(folder, { recursive: true })
      return folder
    }
    mkdirSync(join(shared('guide-apt'), 'partial'), { recursive: true })
    const args = [
      `--directory=${this.root}`,
      '--boot',
      `--machine=${this.network}`,
      '--register=no',
      ...(isSystemd ? [] : ['--keep-unit']),
      `--network-namespace-path=/run/netns/${this.network}`,
      '--resolv-conf=off',
      '--timezone=off',
      '--console=pipe',
      // Packages that were fetched for an earlier run.
      `--bind=${shared('guide-apt')}:/var/cache/apt/archives`,
      `--bind=${shared('guide-npm')}:/root/.npm`,
    ]
    const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }
    const nspawn = spawn('systemd-nspawn', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [nspawn.stdout, nspawn.stderr])
      stream.on('data', part => {
        said = `${said}${part}`.slice(-4_000)
      })
    this.#nspawn = nspawn
    this.#leader = await until(
      () => `a systemd of the machine: ${said}`,
      () => {
        if (nspawn.exitCode !== null) throw new Error(`systemd-nspawn has ended: ${said}`)
        const { stdout } = spawnSync('ps', ['--ppid', String(nspawn.pid), '-o', 'pid=,comm='], {
          encoding: 'utf8',
        })
        return Number(/^\s*(\d+) systemd$/m.exec(stdout)?.[1] ?? 0) || null
      },
      { everyMs: 50 },
    )
    if (this.#slirp === null) {
      const slirpArgs = [
        '--configure',
        '--mtu=1400',
        '--disable-host-loopback',
        '--netns-type=path',
      ]
      this.#slirp = spawn('slirp4netns', [...slirpArgs, `/run/netns/${this.network}`, 'tap0'], {
        stdio: 'ignore',
      })
    }
    await until('systemd to have started everything', () => this.#state() !== null, {
      everyMs: 200,
    })
  }

  #state(): string | null {
    const { stdout } = spawnSync('nsenter', [...this.inside, 'systemctl', 'is-system-running'], {
      encoding: 'utf8',
    })
    const state = stdout.trim()
    return state === 'running' || state === 'degraded' ? state : null
  }

  /** Arguments of nsenter for a program that runs as root within the machine. */
  get inside(): string[] {
    const authorities = existsSync(join(this.root, 'etc/ssl/authorities-outside.pem'))
      ? ['npm_config_cafile=/etc/ssl/authorities-outside.pem']
      : []
    const env = [
      'HOME=/root',
      'USER=root',
      'LANG=C.UTF-8',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'DEBIAN_FRONTEND=noninteractive',
      'SYSTEMD_PAGER=',
      ...authorities,
    ]
    return [
      '-t',
      String(this.#leader),
      '-m',
      '-u',
      '-i',
      '-p',
      '-n',
      '-r',
      '-w',
      'env',
      '-i',
      ...env,
    ]
  }

  /** Arguments of nsenter for a program of this machine, with its files, that is on the network of that one. */
  get onNetwork(): string[] {
    return [`--net=/run/netns/${this.network}`]
  }

  /** Runs a command in a shell of its own, with the output of both kinds. */
  run(command: string): Outcome {
    const begun = performance.now()
    const { status, stdout, stderr } = spawnSync(
      'nsenter',
      [...this.inside, 'bash', '-c', command],
      { encoding: 'utf8', timeout: COMMAND_MS, maxBuffer: 64 * 1024 ** 2 },
    )
    return { exit: status ?? -1, output: `${stdout}${stderr}`, ms: performance.now() - begun }
  }

  /** Writes a file of the machine. */
  write(path: string, text: string, mode = 0o644): void {
    writeFileSync(join(this.root, path), text, { mode })
  }

  /** Brings a file into a folder of the machine. */
  bring(file: string, folder: string, name = basename(file)): void {
    copyFileSync(file, join(this.root, folder, name))
  }

  /** Opens a shell in which one command follows the other, as at a terminal. */
  openShell(): Shell {
    return new Shell(this)
  }

  /** Stops it in order and starts it anew. */
  async reboot(): Promise<void> {
    await this.#halt()
    await this.boot()
  }

  async #halt(): Promise<void> {
    const nspawn = this.#nspawn
    if (nspawn === null || nspawn.exitCode !== null) return
    const ended = new Promise<void>(resolve => nspawn.once('exit', () => resolve()))
    nspawn.kill('SIGTERM')
    await ended
    this.#nspawn = null
  }

  /** Ends it in order, and takes its disk and its network away. */
  async remove(): Promise<void> {
    await this.#halt()
    this.#abandon()
  }

  /** Takes away what is left of it, also when this program is ended. */
  #abandon(): void {
    if (!existsSync(this.root)) return
    // Its first process, and with it every other, ends with this one.
    this.#nspawn?.kill('SIGKILL')
    this.#slirp?.kill('SIGKILL')
    spawnSync('ip', ['netns', 'del', this.network])
    spawnSync('umount', ['--lazy', this.root])
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** A shell that keeps its folder and its functions from one command to the next. */
export class Shell {
  readonly #machine: Machine
  readonly #bash: ChildProcess
  #reply = ''

  constructor(machine: Machine) {
    this.#machine = machine
    mkdirSync(join(machine.root, 'var/tmp/guide'), { recursive: true })
    this.#bash = spawn('nsenter', [...machine.inside, 'bash'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#bash.stdout?.on('data', part => {
      this.#reply += part
    })
    this.#bash.stdin?.write('cd /root\n')
  }

  /** Runs a command, whose text is taken as it is. */
  async run(command: string): Promise<Outcome> {
    const begun = performance.now()
    const file = '/var/tmp/guide/command'
    this.#machine.write(file, `${command}\n`)
    this.#reply = ''
    this.#bash.stdin?.write(`. ${file} </dev/null >${file}.out 2>&1; echo "exit $?"\n`)
    const exit = await until(
      `the end of: ${command}`,
      () => {
        if (this.#bash.exitCode !== null) return -1
        return /^exit (\d+)$/m.exec(this.#reply)?.[1] ?? null
      },
      { ms: COMMAND_MS, everyMs: 20 },
    )
    const output = readFileSync(join(this.#machine.root, `${file}.out`), 'utf8')
    return { exit: Number(exit), output, ms: performance.now() - begun }
  }

  close(): void {
    this.#bash.stdin?.end()
  }
}

/** The disk of a Debian on which nothing was installed, as a file that is made once. */
function baseOfDebian(): string {
  const file = join(cacheFolder(), `guide-${suite}.tar`)
  if (existsSync(file)) return file
  console.log('  Making a Debian (once)…')
  // Its name tells mmdebstrap the form.
  const partial = join(cacheFolder(), `guide-${suite}.${process.pid}.tar`)
  execFileSync(
    'mmdebstrap',
    [
      '--variant=important',
      '--include=systemd-sysv,dbus,ca-certificates',
      '--quiet',
      suite,
      partial,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  renameSync(partial, file)
  return file
}
