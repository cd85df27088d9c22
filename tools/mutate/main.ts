import { createHash, randomInt } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '../bootstrap/repository.ts'
import { importsOf, sourcesOf } from '../tidy/imports.ts'
import { isWellTyped, mayBeRefused, typesKept, type Verdict } from './check.ts'
import { type Covering, coveringOf } from './covering.ts'
import { nameOf, reasonFor } from './equivalent.ts'
import { faultsOf, planted } from './grammar.ts'
import { type Bug, type Reach, reachOf } from './reach.ts'
import { type Scope, scopeOfLastChange, scopeOfWords } from './scope.ts'
import { readScore, writeScore } from './scores.ts'
import { Tests } from './tests.ts'
import { copiedTree } from './tree.ts'

const usage = `npm run mutate -- [--minutes 10] [--bugs 60] [--seed n] [--unit] [--kind boundary]
  [--tests word,word] [--record module] [--again] [words]
Plants one small bug at a time in a copy of the sources, and lists those that no test finds: in the
lines of the last change, or in the files whose path contains one of the words. Ends after so many
minutes or bugs. The seed repeats the order. --unit leaves the integration tests out, --kind plants
bugs of one kind, --tests runs the tests whose path contains one of the words and no others.
--record writes the score into docs/figures.md; --again plants only what that did not find.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    bugs: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    kind: { type: 'string' },
    tests: { type: 'string' },
    record: { type: 'string' },
    again: { type: 'boolean', default: false },
    unit: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Plants bugs until the time is over. Returns the exit code. */
async function main(): Promise<number> {
  const until = Date.now() + Number(values.minutes) * 60_000
  if (values.help || Number.isNaN(until)) {
    console.log(usage)
    return values.help ? 0 : 1
  }
  const drawn = drawnBugs()
  const bugs = drawn.filter(bug => reasonFor(bug) === undefined)
  const coverings = coveringsIn(repository)
  const tree = copiedTree(repository)
  mkdirSync(join(tree.root, '.cache'))
  const types = join(repository, '.cache/mutate/types')
  if (existsSync(types)) copyFileSync(types, join(tree.root, typesKept))
  const unit = new Tests(tree.root, 'unit')
  const integration = new Tests(tree.root, 'integration')
  let isOver = false
  // With what was found so far; a second one ends it at once.
  process.once('SIGINT', () => {
    isOver = true
    process.once('SIGINT', () => process.exit(130))
  })
  process.once('exit', () => {
    unit.stop()
    integration.stop()
    tree.remove()
  })
  const reach = await reachOf(tree.root, bugs, coverings, { unit, integration })
  for (const file of reach.broken) console.log(`${file}: fails without a bug, and is left out`)
  const isTyped = !bugs.some(({ kind }) => mayBeRefused(kind)) || (await isWellTyped(tree.root))
  if (!isTyped) console.log('The compiler refuses the sources without a bug, and is left out')
  const verdicts = new Map<Bug, Verdict>()
  for (const bug of bugs) {
    if (isOver || Date.now() >= until) break
    const began = Date.now()
    const verdict = await verdictOf(bug, { root: tree.root, reach, isTyped }, { unit, integration })
    verdicts.set(bug, verdict)
    const seconds = Math.round((Date.now() - began) / 1000)
    console.log(`${verdict ?? 'NOT FOUND'} (${seconds} s) ${bug.line} ${nameOf(bug)}`)
  }
  console.log(summaryOf([...verdicts.values()]))
  for (const [bug, verdict] of verdicts) if (verdict === null) console.log(`- ${nameOf(bug)}`)
  if (values.record) record(values.record, verdicts, drawn.length - bugs.length)
  if (existsSync(join(tree.root, typesKept))) {
    mkdirSync(dirname(types), { recursive: true })
    copyFileSync(join(tree.root, typesKept), types)
  }
  await unit.close()
  await integration.close()
  return reach.broken.length > 0 || !isTyped ? 1 : 0
}

/** The bugs of this run, in the order that only the seed decides. */
function drawnBugs(): Bug[] {
  const scope =
    positionals.length > 0 ? scopeOfWords(repository, positionals) : scopeOfLastChange(repository)
  const all = bugsIn(scope).filter(({ kind }) => kind === (values.kind ?? kind))
  const last = values.again && values.record ? readScore(repository, values.record) : undefined
  if (last) {
    console.log(`${last.survivors.length} that ${last.command} did not find`)
    const missed = new Set(last.survivors)
    return all.filter(bug => missed.has(nameOf(bug)))
  }
  console.log(`${all.length} bugs in ${scope.size} files; seed ${values.seed}`)
  return shuffled(all, values.seed).slice(0, Number(values.bugs))
}

/** What notices the bug. */
async function verdictOf(
  bug: Bug,
  { root, reach, isTyped }: { root: string; reach: Reach; isTyped: boolean },
  tests: Record<'unit' | 'integration', Tests>,
): Promise<Verdict> {
  const changed = join(root, bug.file)
  const files = reach.testsOf(bug)
  const finds = async (project: 'unit' | 'integration') =>
    files[project].length > 0 &&
    !(await tests[project].run(files[project], false, reach.hungMs(files[project]))).passed
  const write = (text: string) => {
    writeFileSync(changed, text)
    tests.unit.changed(changed)
    tests.integration.changed(changed)
  }
  write(planted(bug.source, bug))
  try {
    if (await finds('unit')) return 'unit'
    if (isTyped && mayBeRefused(bug.kind) && !(await isWellTyped(root))) return 'types'
    if (!values.unit && (await finds('integration'))) return 'integration'
    return null
  } finally {
    write(bug.source)
  }
}

/** Writes the score of a run, or of a first run and what was found since. */
function record(module: string, verdicts: ReadonlyMap<Bug, Verdict>, equivalent: number): void {
  const survivors = [...verdicts].flatMap(([bug, verdict]) => (verdict ? [] : [nameOf(bug)]))
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
  const found = verdicts.size - survivors.length
  if (values.again) {
    const last = readScore(repository, module)
    const score = {
      ...last,
      planted: last.planted - equivalent,
      found: last.found + found,
      equivalent: last.equivalent + equivalent,
      survivors,
    }
    writeScore(repository, module, score, day)
    return
  }
  const options = [
    `--minutes ${values.minutes} --bugs ${values.bugs} --seed ${values.seed}`,
    ...(values.unit ? ['--unit'] : []),
    ...(values.kind ? [`--kind ${values.kind}`] : []),
    ...(values.tests ? [`--tests ${values.tests}`] : []),
  ]
  const command = `mutate -- ${options.join(' ')} ${positionals.join(' ')}`
  const planted = verdicts.size
  const score = { command, planted, foundAtFirst: found, found, equivalent, survivors }
  writeScore(repository, module, score, day)
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
  const words = values.tests?.split(',') ?? []
  const known = new Map<string, Covering>()
  return file => {
    const covering = known.get(file) ?? coveringOf(file, files, imports, words)
    known.set(file, covering)
    return values.unit ? { ...covering, integration: [] } : covering
  }
}

function summaryOf(verdicts: readonly Verdict[]): string {
  const caught = verdicts.filter(verdict => verdict !== null)
  const by = (kind: Verdict) => `${caught.filter(verdict => verdict === kind).length} by ${kind}`
  const share = Math.round((100 * caught.length) / Math.max(verdicts.length, 1))
  return `Planted ${verdicts.length}, found ${caught.length} (${share} %): ${by('unit')}, ${by('types')}, ${by('integration')}`
}

process.exit(await main())
