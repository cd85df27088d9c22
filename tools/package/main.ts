import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildWhenStale } from '../bootstrap/build.ts'
import { runCommand } from '../bootstrap/command.ts'
import { lockfilePath } from '../bootstrap/lockfile.ts'
import { StartRefused } from '../bootstrap/refusal.ts'
import { repository } from '../bootstrap/repository.ts'
import { dependenciesOf } from './production.ts'
import { productionLock } from './production-lock.ts'

/** What a running platform needs of the repository, besides packages of the registry. */
const parts = [
  'apps/server/dist',
  'apps/signer/dist',
  'apps/member/dist',
  'apps/console/dist',
  'docs',
  'ops',
  'LICENSE',
]

/**
 * Makes one file for another machine: the built programs and apps, the units, the documents, a
 * lockfile of what the programs need, checksums of every file, and a bill of materials (CycloneDX).
 * There it needs neither sources nor builds nor packages of tests.
 */
await runCommand(async () => {
  await buildWhenStale()
  const own = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  const name = `banyan-${own.version}`
  const work = mkdtempSync(join(tmpdir(), 'banyan-package-'))
  try {
    const file = pack(stage(join(work, name), own), work, name)
    console.log(file)
  } finally {
    rmSync(work, { recursive: true })
  }
  return 0
})

/** Lays everything out in a folder. */
function stage(folder: string, own: { version: string; license: string; engines: object }): string {
  mkdirSync(folder)
  for (const part of parts) {
    if (!existsSync(join(repository, part))) throw new StartRefused(`${part} is missing: build it.`)
    cpSync(join(repository, part), join(folder, part), {
      recursive: true,
      filter: path => path !== join(repository, 'docs/pictures'),
    })
  }
  const root = {
    name: 'banyan',
    version: own.version,
    private: true,
    license: own.license,
    type: 'module',
    engines: own.engines,
    dependencies: dependenciesOf(['server', 'signer']),
  }
  write(folder, 'package.json', root)
  write(folder, 'package-lock.json', productionLock(readJson(lockfilePath), root))
  writeFileSync(join(folder, '.npmrc'), readFileSync(join(repository, '.npmrc')))
  const bill = execFileSync(
    'npm',
    [
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--package-lock-only',
      '--omit=dev',
    ],
    { cwd: folder, maxBuffer: 64 * 1024 ** 2, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  writeFileSync(join(folder, 'sbom.cdx.json'), bill)
  const sums = filesIn(folder).map(path => `${sha256(join(folder, path))}  ${path}`)
  writeFileSync(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`)
  return folder
}

/** Packs the folder, with the same bytes for the same files, and a checksum of the file beside it. */
function pack(folder: string, work: string, name: string): string {
  const archive = join(work, `${name}.tar.gz`)
  execFileSync('tar', [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    '--mtime=@0',
    '--use-compress-program=gzip -n',
    '-cf',
    archive,
    '-C',
    work,
    relative(work, folder),
  ])
  const out = join(repository, 'dist')
  mkdirSync(out, { recursive: true })
  const file = join(out, `${name}.tar.gz`)
  cpSync(archive, `${file}.new`)
  renameSync(`${file}.new`, file)
  writeFileSync(`${file}.sha256`, `${sha256(file)}  ${name}.tar.gz\n`)
  return file
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function write(folder: string, name: string, what: object): void {
  writeFileSync(join(folder, name), `${JSON.stringify(what, null, 2)}\n`)
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}
