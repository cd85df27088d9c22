import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../bootstrap/command.ts'
import { repository } from '../bootstrap/repository.ts'
import { byHand, claims, type Run } from './acts.ts'
import { type Command, commandsIn } from './blocks.ts'
import { Machine } from './machine.ts'
import { fillIn, isAt, notRun, runPages } from './plan.ts'
import { type Claimed, renderReport, type Tried } from './report.ts'

/**
 * Runs the commands of the guide on a new Debian, and says what came of each; with --write it writes the
 * page about it. Needs root, Debian's mmdebstrap, systemd-container and slirp4netns, and ten to twenty minutes.
 *   npm run guide:try -- [--write] [--go-on]
 */
const { values: options } = parseArgs({
  options: { write: { type: 'boolean' }, 'go-on': { type: 'boolean' } },
})

const folderOfPages = join(repository, 'docs/operations')

/** Every command of every page, in the order in which they are run. */
function allCommands(): Command[] {
  const pages = readdirSync(folderOfPages).filter(name => name.endsWith('.md'))
  const inOrder = [...runPages, ...pages.filter(page => !runPages.some(one => one === page))]
  return inOrder.flatMap(page => commandsIn(page, readFileSync(join(folderOfPages, page), 'utf8')))
}

await runCommand(async () => {
  execFileSync('npm', ['run', 'package', '--silent'], { cwd: repository, stdio: 'inherit' })
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  const folder = mkdtempSync(join(tmpdir(), 'banyan-guide-'))
  const machine = Machine.make()
  let run: Run | null = null
  try {
    await machine.boot()
    const next = String(version).replace(/\d+$/, last => String(Number(last) + 1))
    bringPackages(machine, folder, version, next)
    const printed = new Map<string, string>()
    run = {
      machine,
      shell: machine.openShell(),
      folder,
      blocks: allCommands(),
      printed: begins =>
        [...printed].findLast(([command]) => command.startsWith(begins))?.[1] ?? '',
      values: {
        password: randomBytes(18).toString('hex'),
        version,
        next,
        store: { endpoint: '', bucket: '', region: '', keyId: '', secret: '' },
      },
      beside: null,
      opened: null,
    }
    return await tryGuide(run, printed)
  } finally {
    await run?.beside?.close()
    run?.shell.close()
    await machine.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Brings the file of the package, and the same programs once more as the next version. */
function bringPackages(machine: Machine, folder: string, version: string, next: string): void {
  const file = join(repository, 'dist', `banyan-${version}.tar.gz`)
  machine.bring(file, 'root')
  machine.bring(`${file}.sha256`, 'root')
  execFileSync('tar', [
    '-xzf',
    file,
    '-C',
    folder,
    `--transform=s,^banyan-${version},banyan-${next},`,
  ])
  const named = join(folder, `banyan-${next}.tar.gz`)
  execFileSync('tar', ['-czf', named, '-C', folder, `banyan-${next}`])
  const sum = createHash('sha256').update(readFileSync(named)).digest('hex')
  machine.bring(named, 'root')
  machine.write(`root/banyan-${next}.tar.gz.sha256`, `${sum}  banyan-${next}.tar.gz\n`)
}

async function tryGuide(run: Run, printed: Map<string, string>): Promise<number> {
  const tried: Tried[] = []
  const claimed: Claimed[] = []
  const left = run.blocks.flatMap(command => {
    const why = notRun.find(one => isAt(one, command))?.why
    return why === undefined ? [] : [{ command, why }]
  })
  for (const command of run.blocks) {
    if (command.language !== 'sh' || left.some(one => one.command === command)) continue
    const hand = byHand.find(({ before }) => isAt(before, command))
    if (hand !== undefined) await hand.does(run)
    const { exit, output, ms } = await run.shell.run(fillIn(command.text, run.values))
    printed.set(command.text, output)
    tried.push({ command, exit, ms })
    const seconds = (ms / 1000).toFixed(1)
    console.log(
      `${exit === 0 ? 'done' : `EXIT ${exit}`} ${seconds} s  ${command.text.split('\n')[0]}`,
    )
    const isBroken = exit !== 0
    if (isBroken) console.log(output.trim().split('\n').slice(-30).join('\n'))
    for (const claim of claims.filter(({ after }) => isAt(after, command))) {
      const wrong = await Promise.resolve(claim.wrong(run)).catch(
        (error: unknown) => (error as Error).message,
      )
      claimed.push({ claim, wrong })
      console.log(
        `  ${wrong === null ? 'yes' : 'NO '}  ${claim.what}${wrong === null ? '' : `: ${wrong}`}`,
      )
    }
    if (isBroken && !options['go-on']) break
  }
  const isWell =
    tried.every(({ exit }) => exit === 0) && claimed.every(({ wrong }) => wrong === null)
  if (options.write) {
    const versions = versionsOf(run)
    const text = renderReport(tried, claimed, left, byHand, {
      versions,
      at: new Date().toISOString(),
    })
    writeFileSync(join(folderOfPages, 'guide-tried.md'), text)
  }
  return isWell ? 0 : 1
}

/** Debian's names of what matters. */
function versionsOf({ machine }: Run): string[] {
  const packages = ['systemd', 'nodejs', 'npm', 'postgresql-17', 'nginx', 'prometheus']
  const { output } = machine.run(
    `echo "Debian $(cat /etc/debian_version)"; dpkg-query -W -f '\${Package} \${Version}\\n' ${packages.join(' ')}`,
  )
  return output.trim().split('\n')
}
