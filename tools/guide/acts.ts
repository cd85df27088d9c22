import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { repository } from '../bootstrap/repository.ts'
import { until } from '../testing/until.ts'
import type { Seen, Surroundings } from './beside.ts'
import type { Command } from './blocks.ts'
import type { Machine, Shell } from './machine.ts'
import { files, fillIn, isAt, type Place, type Values } from './plan.ts'

/** Everything that belongs to one run. */
export interface Run {
  machine: Machine
  shell: Shell
  values: Values
  /** Every block of the pages. */
  blocks: readonly Command[]
  /** What commands have printed, by their beginning. */
  printed: (begins: string) => string
  /** The folder of what is beside the machine. */
  folder: string
  beside: Beside | null
  opened: Surroundings | null
}

/** What is on the machine's network besides it. */
export class Beside {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  readonly #reader: Interface

  constructor(machine: Machine, args: readonly string[]) {
    const program = join(repository, 'tools/guide/beside.ts')
    const node = [process.execPath, '--import', 'tsx', program, ...args]
    this.#child = spawn('nsenter', [...machine.onNetwork, ...node], {
      cwd: repository,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (this.#child.stdout === null) throw new Error('a pipe was asked for')
    this.#reader = createInterface({ input: this.#child.stdout })
    this.#lines = this.#reader[Symbol.asyncIterator]()
  }

  /** The next answer. */
  async #answer<T>(): Promise<T> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('what is beside the machine has ended')
    const answer = JSON.parse(value) as T & { failed?: string }
    if (answer.failed !== undefined) throw new Error(answer.failed)
    return answer
  }

  opened(): Promise<Surroundings> {
    return this.#answer()
  }

  #ask(line: string): Promise<Seen> {
    this.#child.stdin?.write(`${line}\n`)
    return this.#answer()
  }

  /** Somebody becomes a member, sends a picture and recharges. */
  join(invitation: string): Promise<Seen> {
    return this.#ask(`join ${invitation}`)
  }

  /** What the member sees. */
  look(): Promise<Seen> {
    return this.#ask('look')
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = new Promise<void>(resolve => this.#child.once('exit', () => resolve()))
    this.#child.stdin?.end()
    await ended
  }
}

const blockAt = ({ blocks, values }: Run, place: Place): string => {
  const block = blocks.find(one => isAt(place, one))
  if (block === undefined) throw new Error(`${place.page} has no block "${place.begins}"`)
  return fillIn(block.text, values)
}

const must = ({ machine }: Run, command: string): string => {
  const { exit, output } = machine.run(command)
  if (exit !== 0) throw new Error(`${command}: ${output}`)
  return output
}

/** What a person does between two commands. */
export interface ByHand {
  before: Place
  what: string
  does: (run: Run) => void | Promise<void>
}

const readme = (begins: string): Place => ({ page: 'README.md', begins })

export const byHand: readonly ByHand[] = [
  {
    before: readme('install -m 640 -g banyan'),
    what: 'a node of a chain, a mail server and a store of objects begin on the machine’s network, and `config.json` of the signer is written as signer.md and collection.md show it',
    does: async run => {
      const hot = run.printed('signer make-key').trim()
      const xpub = run.printed('signer make-deposit-key').trim()
      run.beside = new Beside(run.machine, [join(run.folder, 'chain'), hot, xpub])
      run.opened = await run.beside.opened()
      const { rpcUrl, chainId, usdt, founding, income, cold, s3 } = run.opened
      run.values.store = s3
      const config = {
        chainId,
        token: usdt,
        rpcUrls: [rpcUrl],
        socket: '/run/banyan-signer/signer.sock',
        socketForGroup: true,
        caps: { payout: '1000', hour: '5000', day: '20000' },
        automaticCaps: { payout: '100', hour: '500', day: '2000' },
        coolingSeconds: 86_400,
        approvers: [],
        forbidden: [founding, income, cold],
        fees: { leastGwei: '0.05', mostGwei: '5', replaceAfterSeconds: 30 },
        collection: { cold, hotCap: '20000', least: '20', bnbADay: '0.05', bnbKept: '0.02' },
      }
      run.machine.write('var/lib/banyan-signer/config.json', JSON.stringify(config, null, 2))
      must(
        run,
        'cd /var/lib/banyan-signer && chown banyan-signer:banyan config.json && chmod 600 config.json',
      )
    },
  },
  {
    before: readme('cp /opt/banyan/current/ops/systemd/* '),
    what: 'what is empty in `banyan.env` is filled in: the addresses, `DEPOSIT_XPUB`, the node and the token of the chain (a local one with the number of BSC), the mail server',
    does: run => {
      if (run.opened === null) throw new Error('nothing is beside the machine')
      const { rpcUrl, usdt, founding, income, cold, smtpUrl } = run.opened
      const lines: Record<string, string> = {
        DEPOSIT_XPUB: run.printed('signer make-deposit-key').trim(),
        HOT_WALLET_ADDRESS: run.printed('signer make-key').trim(),
        TREASURY_FOUNDING_ADDRESS: founding,
        TREASURY_INCOME_ADDRESS: income,
        COLD_WALLET_ADDRESS: cold,
        CHAIN_RPC_URLS: rpcUrl,
        USDT_CONTRACT: usdt,
        SMTP_URL: smtpUrl,
      }
      const file = '/etc/banyan/banyan.env'
      for (const [name, value] of Object.entries(lines))
        must(run, `grep -q '^${name}=' ${file} && sed -i 's|^${name}=.*|${name}=${value}|' ${file}`)
      must(run, `sed -i 's|PASSWORD|${run.values.password}|' ${file}`)
    },
  },
  {
    before: readme('ln -sf ../sites-available/banyan'),
    what: 'both hosts are written into the site of nginx, from the block of the guide; their certificates are made by an authority that the machine trusts',
    does: run => {
      const site = blockAt(run, files.site)
      const console = site
        .replaceAll('app.example.org', 'console.example.org')
        .replace(':8080', ':8081')
      run.machine.write('etc/nginx/sites-available/banyan', `${site}\n${console}\n`)
      for (const host of ['app.example.org', 'console.example.org'])
        must(
          run,
          `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=${host} -addext subjectAltName=DNS:${host} \
            -keyout /etc/ssl/private/${host}.key -out /etc/ssl/${host}.pem && cp /etc/ssl/${host}.pem /usr/local/share/ca-certificates/${host}.crt`,
        )
      must(run, 'update-ca-certificates')
    },
  },
  {
    before: { page: 'README.md', begins: 'curl -sS --retry 9 --retry-delay 1' },
    what: 'the file of the contact is written, and its line into the site of nginx, before nginx is reloaded once more',
    does: run => {
      run.machine.write('etc/nginx/security.txt', `${blockAt(run, files.contact)}\n`)
      const line = blockAt(run, files.contactInSite)
      run.machine.write(
        'etc/nginx/sites-available/banyan',
        must(run, 'cat /etc/nginx/sites-available/banyan').replace(
          'location / {',
          `${line.trim()}\n  location / {`,
        ),
      )
      must(run, 'nginx -t && systemctl reload nginx')
    },
  },
  {
    before: readme('sha256sum -c banyan-NEW.tar.gz.sha256'),
    what: 'the file of the next version and its checksum are brought into `/root`, and the person goes there',
    does: async run => {
      await run.shell.run('cd /root')
    },
  },
  {
    before: readme('sha256sum -c banyan-'),
    what: 'the file of `npm run package` and its checksum are brought into `/root`, and the person goes there',
    does: async run => {
      await run.shell.run('cd /root')
    },
  },
]

/** What is claimed after a command; says what is wrong, or nothing. */
export interface Claim {
  after: Place
  what: string
  wrong: (run: Run) => string | null | Promise<string | null>
}

const units = [
  'banyan-api@8080',
  'banyan-console',
  'banyan-worker',
  'banyan-watcher',
  'banyan-signer',
]
const privatePorts = [9101, 9102, 9103, 9104]

/** Waits for everything to run and to be ready; says what is not. */
async function notRunning(run: Run): Promise<string | null> {
  const faults = () => {
    const states = units.map(
      unit => `${unit}: ${run.machine.run(`systemctl is-active ${unit}`).output.trim()}`,
    )
    const ready = privatePorts.map(
      port => `${port}: ${run.machine.run(`curl -s http://127.0.0.1:${port}/readyz`).output}`,
    )
    return [
      ...states.filter(state => !state.endsWith(': active')),
      ...ready.filter(answer => !answer.includes('"ok":true')),
    ]
  }
  let missing: string[] = []
  await until(
    'it',
    () => {
      missing = faults()
      return missing.length === 0
    },
    { ms: 90_000, everyMs: 500 },
  ).catch(() => {})
  return missing.join('; ') || null
}

/** What the member has and sees after everything that was done. */
async function notWhole(run: Run): Promise<string | null> {
  const seen = await run.beside?.look()
  if (seen?.usdt === '100' && seen.picture === 200) return null
  return JSON.stringify(seen)
}

const activations = (run: Run, unit: string) =>
  run.machine.run(`systemctl show -P NRestarts ${unit}`).output.trim()

export const claims: readonly Claim[] = [
  {
    after: readme('ready  '),
    what: 'the five units are active, and the four private ports say that they are ready',
    wrong: notRunning,
  },
  {
    after: readme('ready  '),
    what: 'no process runs as root, each has a filter of system calls, and can get no new rights',
    wrong: run => {
      const of = units
        .map(unit => {
          const status = run.machine.run(
            `pid=$(systemctl show -P MainPID ${unit}); grep -E '^(Uid|Seccomp|NoNewPrivs|CapEff):' /proc/$pid/status`,
          ).output
          const holds =
            /^Seccomp:\s2$/m.test(status) &&
            /^NoNewPrivs:\s1$/m.test(status) &&
            /^CapEff:\s0+$/m.test(status) &&
            !/^Uid:\s0\s/m.test(status)
          return holds ? null : `${unit}: ${status}`
        })
        .filter(one => one !== null)
      return of.join('; ') || null
    },
  },
  {
    after: readme('ready  '),
    what: '`systemd-analyze security` says at most 2.0 of each running unit',
    wrong: run => {
      const exposed = units
        .map(unit => {
          const { output } = run.machine.run(`systemd-analyze security --no-pager ${unit}`)
          return [unit, Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1])] as const
        })
        .filter(([, level]) => !(level <= 2))
      return exposed.join('; ') || null
    },
  },
  {
    after: readme('ready  '),
    what: 'the signer works and has not halted',
    wrong: async run => {
      const { output } = await run.shell.run('signer reconcile')
      return output.includes('The signer is not halted.') ? null : output
    },
  },
  {
    after: readme('ready  '),
    what: 'a person joins by the invitation that `migrate` printed, sends a picture, and a recharge of 100 USDT is credited',
    wrong: async run => {
      const printed = /"rootInviteCode":"([^"]+)"/.exec(
        run.printed('systemctl start banyan-migrate'),
      )
      if (printed === null) return 'no invitation was printed'
      const seen = await run.beside?.join(printed[1] ?? '')
      return seen?.usdt === '100' && seen.picture === 200 ? null : JSON.stringify(seen)
    },
  },
  {
    after: readme('ready  '),
    what: 'after a restart of the machine everything runs again by itself',
    wrong: async run => {
      run.shell.close()
      await run.machine.reboot()
      run.shell = run.machine.openShell()
      // A person who logs in again types the functions of the guide again.
      for (const name of ['signer() {', 'ready() {'])
        await run.shell.run(run.blocks.find(({ text }) => text.startsWith(name))?.text ?? '')
      return (await notRunning(run)) ?? notWhole(run)
    },
  },
  {
    after: readme('systemctl restart prometheus'),
    what: 'Prometheus reads the four private ports, and listens on this machine alone',
    wrong: async run => {
      let up = ''
      await until(
        'it',
        () => {
          up = run.machine.run("curl -s 'http://127.0.0.1:9090/api/v1/query?query=sum(up)'").output
          return up.includes('"4"')
        },
        { ms: 90_000, everyMs: 1_000 },
      ).catch(() => {})
      const listens = run.machine.run("ss -ltn | grep ':9090 '").output
      if (!up.includes('"4"')) return up
      return listens.includes('127.0.0.1:9090') && !/(\*|0\.0\.0\.0):9090/.test(listens)
        ? null
        : listens
    },
  },
  {
    after: readme('systemctl start banyan.target && ready'),
    what: 'after the restore everything runs, and the member has what it had',
    wrong: async run => (await notRunning(run)) ?? notWhole(run),
  },
  {
    after: readme('systemctl restart banyan-api@8080 && ready'),
    what: 'the processes are those of the next version, and the member has what it had',
    wrong: async run => {
      const folder = run.machine.run(
        'readlink /proc/$(systemctl show -P MainPID banyan-api@8080)/cwd',
      ).output
      if (!folder.includes(run.values.next)) return folder
      return (await notRunning(run)) ?? notWhole(run)
    },
  },
  {
    after: { page: 'upgrades.md', begins: 'systemctl restart banyan-api@8080' },
    what: 'the processes are those of the first version again, and the member has what it had',
    wrong: async run => {
      const missing = await notRunning(run)
      const folder = run.machine.run(
        'readlink /proc/$(systemctl show -P MainPID banyan-api@8080)/cwd',
      ).output
      if (!folder.includes(run.values.version)) return folder
      return missing ?? notWhole(run)
    },
  },
  {
    after: { page: 'keys.md', begins: 'systemctl start banyan-rotate@status' },
    what: 'every process uses the new key, and the member has what it had',
    wrong: async run => {
      const printed = run.printed('systemctl start banyan-rotate@fieldKey')
      if (!printed.includes('4 of 4 running processes use it.')) return printed
      return notWhole(run)
    },
  },
  {
    after: {
      page: 'uploads.md',
      begins: 'systemctl start banyan-uploads@to-store && systemctl start',
    },
    what: 'the member sees the picture from the store, without the folder',
    wrong: async run => {
      const missing = await notRunning(run)
      must(run, 'mv /var/lib/banyan/files /var/lib/banyan/files-before')
      return missing ?? notWhole(run)
    },
  },
  {
    after: { page: 'uploads.md', begins: 'systemctl start banyan-uploads@check' },
    what: 'no unit was ever started again because it had failed, and no log has a refused right, or an error but that the local chain stood still or payouts wait',
    wrong: run => {
      const again = units.filter(unit => activations(run, unit) !== '0')
      const { output } = run.machine.run(
        `journalctl -o cat -u 'banyan-*' | grep -E '"level":(50|60)|EPERM|EACCES|[Pp]ermission denied|not permitted' | grep -vE '"msg":"(the chain is not followed|payouts are paused)"' | head -20`,
      )
      return [...again, output.trim()].filter(Boolean).join('; ') || null
    },
  },
]
