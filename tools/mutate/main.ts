import { createHash, randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '../bootstrap/repository.ts'
import { importsOf, sourcesOf } from '../tidy/imports.ts'
import { type Check, checksOf, passes, type Verdict } from './check.ts'
import { type Covering, coveringOf } from './covering.ts'
import { type Fault, faultsOf, planted } from './grammar.ts'
import { type Scope, scopeOfLastChange, scopeOfWords } from './scope.ts'
import { copiedTree } from './tree.ts'

const usage = `npm run mutate -- [--minutes 10] [--seed n] [--unit] [--kind boundary] [words]
Plants one small bug at a time in a copy of the sources, and lists those that no test finds: in the
lines of the last change, or in the files whose path contains one of the words. --unit leaves the
integration tests out, --kind plants bugs of one kind. The seed repeats the order.`

interface Bug extends Fault {
  file: string
  /** The file without the bug. */
  source: string
}

/** Plants bugs until the time is over. Returns the exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      kind: { type: 'string' },
      unit: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const until = Date.now() + Number(values.minutes) * 60_000
  if (values.help || Number.isNaN(until)) {
    console.log(usage)
    return values.help ? 0 : 1
  }
  const scope =
    positionals.length > 0 ? scopeOfWords(repository, positionals) : scopeOfLastChange(repository)
  const wanted = bugsIn(scope).filter(({ kind }) => kind === (values.kind ?? kind))
  const bugs = shuffled(wanted, values.seed)
  console.log(`${bugs.length} bugs in ${scope.size} files; seed ${values.seed}`)
  const coverings = coveringsIn(repository)
  const tree = copiedTree(repository)
  process.once('SIGINT', () => process.exit(130))
  process.once('exit', () => tree.remove())
  const verdicts: Verdict[] = []
  const broken = new Set<string>()
  for (const bug of bugs) {
    if (Date.now() >= until) break
    const checks = checksOf(coverings(bug.file), bug.kind, values.unit)
    const verdict = await verdictOf(bug, tree.root, checks)
    if (verdict === 'broken') broken.add(bug.file)
    else verdicts.push(verdict)
    if (verdict === null) console.log(lineOf(bug))
  }
  for (const file of broken) console.log(`${file}: its tests fail without a bug`)
  console.log(summaryOf(verdicts))
  return broken.size > 0 ? 1 : 0
}

/** Checks that passed without a bug. */
const sound = new Set<string>()

/** What notices the bug; `broken` when that check fails without it too. */
async function verdictOf(
  bug: Bug,
  root: string,
  checks: readonly Check[],
): Promise<Verdict | 'broken'> {
  const path = join(root, bug.file)
  writeFileSync(path, planted(bug.source, bug))
  try {
    for (const check of checks) {
      if (await passes(root, check)) continue
      writeFileSync(path, bug.source)
      const name = check.words.join(' ')
      if (!sound.has(name) && !(await passes(root, check))) return 'broken'
      sound.add(name)
      return check.by
    }
    return null
  } finally {
    writeFileSync(path, bug.source)
  }
}

const bugsIn = (scope: Scope): Bug[] =>
  [...scope].flatMap(([file, lines]) => {
    const source = readFileSync(join(repository, file), 'utf8')
    return faultsOf(file, source)
      .filter(fault => lines === 'all' || lines.has(fault.line))
      .map(fault => ({ ...fault, file, source }))
  })

/** An order that only the seed decides. */
function shuffled(bugs: readonly Bug[], seed: string): Bug[] {
  const place = ({ file, start, kind, text }: Bug) =>
    createHash('sha256').update(`${seed} ${file} ${start} ${kind} ${text}`).digest('hex')
  return bugs
    .map(bug => ({ bug, at: place(bug) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ bug }) => bug)
}

function coveringsIn(root: string): (file: string) => Covering {
  const sources = sourcesOf(root)
  const files = sources.map(({ path }) => path)
  const imports = sources.flatMap(importsOf)
  const times = JSON.parse(readFileSync(join(root, 'tools/test-run/times.json'), 'utf8'))
  const long = new Set(Object.keys(times))
  return file => coveringOf(file, files, imports, long)
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 100)

const lineOf = ({ file, source, line, kind, start, end, text: bug }: Bug) =>
  `${file}:${line} ${kind}: ${oneLine(source.slice(start, end))} → ${oneLine(bug) || '(nothing)'}`

function summaryOf(verdicts: readonly Verdict[]): string {
  const caught = verdicts.filter(verdict => verdict !== null)
  const by = (kind: Verdict) => `${caught.filter(verdict => verdict === kind).length} by ${kind}`
  const share = Math.round((100 * caught.length) / Math.max(verdicts.length, 1))
  return `Planted ${verdicts.length}, found ${caught.length} (${share} %): ${by('unit')}, ${by('types')}, ${by('integration')}`
}

process.exit(await main())
