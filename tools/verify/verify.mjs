#!/usr/bin/env node
/*
 * Checks a Banyan platform from outside, with nothing but Node 20 or later and this one file. No line of
 * the product is used here: it is written from docs/verify.md, docs/solvency-proof.md, docs/pay-proof.md,
 * docs/audit-log.md and docs/ledger.md, so that the product and this program can be compared.
 *
 *   node verify.mjs <address of the product> [--rpc <BSC node>] [--proof <file>] [--key <hex>]
 *                   [--state <file>] [--minutes <most>]
 *   node verify.mjs --proof <file> --root <64 digits, or a file> [--key <hex>]
 *   node verify.mjs [<address>] --audit <file> [--roots <file>] [--audit-key <hex>]
 *
 * It ends with 0 when everything that it looked at holds, with 1 when something does not, and with 2 when
 * something could not be read. What it saw is kept in a small file (banyan-verify-state.json beside this
 * program, or --state), so that the next run can tell whether history was changed in between.
 *
 * How to read it: "Reporting" and "Reading" are tools. Then come the checks, one section for each thing
 * that the product publishes. "The run" at the end calls them in order.
 */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'

const USAGE = `usage: node verify.mjs <address of the product> [--rpc <address of a BSC node>] [--proof <file>]
       [--key <login key, hex>] [--state <file>] [--minutes <most, 60>]
   or: node verify.mjs --proof <file> --root <64 digits or a file> [--key <login key, hex>]
   or: node verify.mjs [<address>] --audit <saved log> [--roots <saved roots>] [--audit-key <hex>]`

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A proof of solvency that is older than this shows nothing any more. */
const STALE_MS = 26 * HOUR
/** The newest settlements whose pay roots are checked. */
const PAY_ROOTS = 30
/**
 * Longer lists than these are not processed: entries of a list with one for each day, versions,
 * addresses.
 */
const MOST_DAYS = 20_000
const MOST_VERSIONS = 10_000
const MOST_ADDRESSES = 1_500_000
/** The number of recharge addresses that are kept for the next run. */
const MOST_KEPT = 1_000_000
/** The number of newest receipts that are checked on the chain. */
const RECEIPTS = 200
/** USDT on BNB Smart Chain, written here so that nobody can point this program to another token. */
const BSC = { chainId: 56, token: '0x55d398326f99059ff775485246999027b3197955', decimals: 18 }

// ── Reporting ────────────────────────────────────────────────────────────────────────────────────────

/** Published data does not hold. */
class Wrong extends Error {}
/** Data could not be checked: no answer, no file, no arguments. */
class Unread extends Error {}

const demand = (holds, why) => {
  if (!holds) throw new Wrong(why)
}

/**
 * Text of others in a printable form: no control characters, which could rewrite what the terminal
 * shows, no marks that turn the direction of writing, no columns of its own, and not too long.
 */
const safe = text =>
  stripVTControlCharacters(String(text).slice(0, 2_000))
    .replace(/\s+/g, ' ')
    .slice(0, 200)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '?')

const counts = { held: 0, failed: 0, unread: 0 }
const say = (word, name, text) =>
  console.log(`  ${word.padEnd(7)} ${name.padEnd(20)} ${safe(text)}`)

/** Makes one check and prints its result. Returns what the check found, or null when it failed. */
async function check(name, run) {
  try {
    const [text, value] = [await run()].flat(1)
    counts.held += 1
    say('holds', name, text)
    return value ?? true
  } catch (error) {
    if (error instanceof Unread) {
      counts.unread += 1
      say('UNREAD', name, error.message)
    } else {
      // A field that is missing or of another kind is as wrong as one that does not fit.
      const isWrong = error instanceof Wrong
      counts.failed += 1
      say(
        'FAILED',
        name,
        isWrong ? error.message : `it does not have the documented form: ${error.message}`,
      )
    }
    return null
  }
}

/** Not a failure: something that this run cannot know, and why. */
const note = (name, text) => say('unknown', name, text)
const section = title => console.log(`\n${title}`)

// ── Reading ──────────────────────────────────────────────────────────────────────────────────────────

const CALL_MS = 30_000
const MOST_BYTES = 16 * 2 ** 20
const MOST_BYTES_OF_RUN = 512 * 2 ** 20
const MOST_PAGES = 20_000
/** When the run began, its bounds, and what it has read so far. */
const run = { from: Date.now(), until: Date.now() + HOUR, bytes: 0 }

/** The answer of an address. Size, time and redirects are bounded, because the server may be hostile. */
async function read(url, post) {
  for (let tries = 1; ; tries++) {
    const { status, location, retryAfter, text } = await exchange(url, post, takeAnswer)
    if (status === 429 && tries < 20) {
      // Too many requests: the product says when to try again.
      const wait = Math.min(Math.max(Number(retryAfter) || 5, 0), 60) * 1_000
      if (Date.now() + wait >= run.until) throw tookTooLong()
      await sleep(wait)
      continue
    }
    if (status >= 300 && status < 400)
      throw new Unread(`it sends us on to ${location}: give that address`)
    if (status !== 200) throw new Unread(`it answered ${status}: ${text.slice(0, 120)}`)
    try {
      return JSON.parse(text)
    } catch {
      throw new Unread('it answered something that is no JSON')
    }
  }
}

const tookTooLong = () => new Unread('the run took too long: allow more with --minutes')

/**
 * Sends a request and passes the answer to `take`. Both are bounded in time by a timer of this
 * program, because current versions of Node may drop a signal of AbortSignal.any() with its timer.
 */
async function exchange(url, post, take) {
  const stop = new AbortController()
  const timer = setTimeout(
    () => stop.abort(),
    Math.min(CALL_MS, Math.max(run.until - Date.now(), 1)),
  )
  const headers = post ? { 'content-type': 'application/json' } : { accept: 'application/json' }
  const body = post ? { method: 'POST', body: JSON.stringify(post) } : {}
  const options = { ...body, headers, redirect: 'manual', credentials: 'omit' }
  try {
    return await take(await fetch(url, { ...options, signal: stop.signal }))
  } catch (error) {
    if (error instanceof Unread) throw error
    if (Date.now() >= run.until) throw tookTooLong()
    if (stop.signal.aborted) throw new Unread(`no whole answer within ${CALL_MS / 1_000} s`)
    throw new Unread(`it cannot be reached (${error.cause?.code ?? error.message})`)
  } finally {
    clearTimeout(timer)
    // The rest of the answer is not needed.
    stop.abort()
  }
}

/** The status of an answer, its headers that matter, and its text. */
async function takeAnswer(response) {
  const parts = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    run.bytes += part.length
    if (size > MOST_BYTES || run.bytes > MOST_BYTES_OF_RUN)
      throw new Unread(`it answered more than ${MOST_BYTES} bytes, or too much in one run`)
    parts.push(part)
  }
  const [location, retryAfter] = ['location', 'retry-after'].map(name => response.headers.get(name))
  return {
    status: response.status,
    location,
    retryAfter,
    text: Buffer.concat(parts).toString('utf8'),
  }
}

/** Reads public data of the product. No token is sent: everybody gets this answer. */
async function ask(product, path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))
  const answer = await read(`${product}${path}?${search}`)
  if (answer?.code !== 1) throw new Unread(`${path} was refused: ${answer?.msg ?? 'no reason'}`)
  return answer.data
}

/** All pages of a list with a cursor, or its first `most` entries; no list longer than `bound`. */
async function pagesOf(product, path, { limit = 100, most = Infinity, bound = MOST_DAYS } = {}) {
  const all = []
  const seen = new Set()
  let cursor = null
  for (let page = 0; page < MOST_PAGES && all.length < most; page++) {
    const { items, nextCursor } = await ask(product, path, { cursor, limit })
    demand(list(items, 'the page').length <= limit, `a page of ${path} is longer than asked for`)
    all.push(...items)
    bounded(all, bound, path)
    if (nextCursor === null) return all
    demand(
      typeof nextCursor === 'string' && items.length > 0 && !seen.has(nextCursor),
      `the pages of ${path} do not go on`,
    )
    seen.add(nextCursor)
    cursor = nextCursor
  }
  if (all.length < most) throw new Unread(`${path} has more than ${MOST_PAGES} pages`)
  return all.slice(0, most)
}

/** A list that takes too long to process is not checked. */
function bounded(all, most, what) {
  if (all.length > most) throw new Unread(`${what} has more than ${most} entries`)
}

/** A JSON file of this machine. */
async function jsonFile(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new Unread(`cannot read ${path}: ${error.message}`)
  }
}

// Fields, read strictly.

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const hex = bytes => bytes.toString('hex')
const isDigest = text => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)

/** 32 bytes from their 64 digits. */
function digest(text, what) {
  demand(isDigest(text), `${what} is no SHA-256 in lower-case hex`)
  return Buffer.from(text, 'hex')
}

/** A whole number of micro-units below a limit, from its digits. */
function units(text, limit, what) {
  demand(
    typeof text === 'string' && /^(0|[1-9][0-9]{0,38})$/.test(text),
    `${what} is no whole amount`,
  )
  demand(BigInt(text) < limit, `${what} is larger than can be`)
  return BigInt(text)
}

/** Micro-units from an amount as it is shown, such as "12.5". */
function micro(text, what) {
  const match = /^(-?)(\d{1,32})(?:\.(\d{1,6}))?$/.exec(typeof text === 'string' ? text : '')
  demand(match, `${what} is no amount`)
  const amount = BigInt(match[2] + (match[3] ?? '').padEnd(6, '0'))
  return match[1] ? -amount : amount
}

/** A number of things, in words. */
const many = (number, thing) => `${number} ${thing}${number === 1 ? '' : 's'}`

/** Micro-units as people write them. */
const decimal = amount => {
  const size = amount < 0n ? -amount : amount
  const decimals = `${size % 1_000_000n}`.padStart(6, '0')
  return `${amount < 0n ? '-' : ''}${size / 1_000_000n}.${decimals}`
}

/** Big-endian, of a fixed length. */
function bytesOf(number, length, what) {
  const value = BigInt(number)
  demand(value >= 0n && value < 1n << BigInt(8 * length), `${what} does not fit ${length} bytes`)
  return Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex')
}

function count(value, most, what) {
  const fits = Number.isSafeInteger(value) && value >= 0 && value <= most
  demand(fits, `${what} is no number of its kind`)
  return value
}

function list(value, what) {
  demand(Array.isArray(value), `${what} is no list`)
  return value
}

function time(text, what) {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  demand(Number.isFinite(at), `${what} is no instant`)
  return at
}

const sumOf = amounts => amounts.reduce((sum, one) => sum + one, 0n)
const address = (text, what) => {
  demand(typeof text === 'string' && /^0x[0-9a-fA-F]{40}$/.test(text), `${what} is no address`)
  return text.toLowerCase()
}
const ZEROS = '0'.repeat(64)

// ── The rule book ────────────────────────────────────────────────────────────────────────────────────
// Each version is a text. Its SHA-256 is its hash, and it holds the hash of the version before: so no
// version can be changed or dropped without changing every later hash.

async function checkRules(product, memory, clock) {
  const askedAt = clock()
  const { items } = await ask(product, '/api/rules/versions')
  const answeredAt = clock()
  const versions = list(items, 'the list of versions').toReversed()
  bounded(versions, MOST_VERSIONS, 'the list of versions')
  demand(versions.length > 0, 'there is no version')
  const kept = {}
  let before = ZEROS
  for (const [i, version] of versions.entries()) {
    const name = `version ${i + 1}`
    demand(version.version === i + 1, `${name} is not in the list`)
    digest(version.hash, `the hash of ${name}`)
    demand(version.previousHash === before, `${name} does not follow the version before it`)
    demand(
      time(version.publishedAt, 'the publication') <= answeredAt + HOUR,
      `${name} was published in the future`,
    )
    demand(
      i === 0 || time(version.effectiveAt, 'its effect') >= Date.parse(version.publishedAt),
      `${name} took effect before it was published`,
    )
    const known = memory.rules?.[i + 1]
    demand(!known || known === version.hash, `${name} is another one than in an earlier run`)
    const book = await ask(product, '/api/rules/book', { version: i + 1 })
    checkRuleText(book, version, name)
    kept[i + 1] = version.hash
    before = version.hash
  }
  const most = Object.keys(memory.rules ?? {}).length
  demand(versions.length >= most, `there were ${most} versions in an earlier run`)
  const inForce = inForceBy(versions)
  // The clock of the product is known to some seconds: a version may take effect while it answers.
  const due = [inForce(askedAt - MINUTE), inForce(answeredAt + MINUTE)]
  const holding = due.find(one =>
    versions.every(other => (other.standing === 'in_force') === (other === one)),
  )
  demand(holding, `version ${due[1].version} is the one in force, and the list says otherwise`)
  memory.rules = kept
  const text = `${many(versions.length, 'version')}, each with the hash of the one before; ${holding.version} is in force`
  return [text, versions]
}

function checkRuleText(book, version, name) {
  demand(typeof book.text === 'string', `${name} has no text`)
  demand(
    hex(sha256(book.text)) === version.hash,
    `the text of ${name} is not the one that its hash was made of`,
  )
  const { parameters, previousHash } = JSON.parse(book.text)
  demand(previousHash === version.previousHash, `the text of ${name} follows another version`)
  demand(parameters?.version === version.version, `the text of ${name} is of another version`)
  demand(
    time(parameters.effectiveAt, 'the text') === time(version.effectiveAt, 'the list'),
    `${name} takes effect at another time than its text says`,
  )
}

/** Returns the newest version that was in force at a time. */
function inForceBy(versions) {
  const effects = versions.map(one => Date.parse(one.effectiveAt))
  return at =>
    versions[
      Math.max(
        effects.findLastIndex(effect => effect <= at),
        0,
      )
    ]
}

// ── Settlements and roots ────────────────────────────────────────────────────────────────────────────
// Once a day the product settles. It publishes hashes of everything that the settlement read and did,
// one root over everything that is owed (solvency) and one over everything that was paid (static pay).

const ASSETS = ['USDT', 'LEAF']
const SHARES = 4
const MOST_SUM = 1n << 128n
const MOST_BALANCE = 1n << 120n

/** The session of a solvency root is made of the values published beside it. */
function checkSession(published) {
  const { domain, sequence, blockHash } = published
  demand(typeof domain === 'string', 'the domain is missing')
  const expected = sha256(
    'sol-v1',
    domain,
    bytesOf(count(sequence, Number.MAX_SAFE_INTEGER, 'the sequence'), 8, 'the sequence'),
    bytesOf(time(published.takenAt, 'the time of the root'), 8, 'the time'),
    blockHash === null ? Buffer.alloc(32) : digest(blockHash, 'the block hash'),
  )
  demand(
    expected.equals(digest(published.sid, 'the session')),
    'the session is not made of domain, sequence, time and block',
  )
  return `sid ${published.sid}`
}

/** A solvency root is the hash over all values published with it. */
function checkSolvencyRoot(published) {
  const trees = list(published.trees, 'the list of trees')
  demand(
    trees.map(tree => tree?.asset).join() === ASSETS.join(),
    'the trees are not USDT, then LEAF',
  )
  const given = trees.map(tree => {
    const total = units(tree.total, MOST_SUM, `the ${tree.asset} total`)
    const own = list(tree.house, `the platform's ${tree.asset} leaves`).map(leaf =>
      units(leaf.amount, MOST_BALANCE, `the platform's ${leaf.name}`),
    )
    demand(
      sumOf(own) <= total,
      `the platform's own ${tree.asset} leaves are more than the whole total`,
    )
    return Buffer.concat([
      Buffer.from(tree.asset),
      digest(tree.root, `the ${tree.asset} root`),
      bytesOf(total, 16, `the ${tree.asset} total`),
      bytesOf(count(tree.depth, 32, 'the depth'), 1, 'the depth'),
    ])
  })
  const expected = sha256(
    'sol-root-v1',
    digest(published.sid, 'the session'),
    digest(published.previous, 'the root before'),
    bytesOf(count(published.members, 0xffffffff, 'the members'), 4, 'the members'),
    ...given,
  )
  demand(
    expected.equals(digest(published.root, 'the root')),
    'the root is not the hash over what is published with it',
  )
  return trees.map(tree => `${tree.asset} owed ${decimal(BigInt(tree.total))}`).join(', ')
}

/** Every solvency root holds the one before it, back to the first. */
async function checkSolvencyRoots(product, memory) {
  const roots = await pagesOf(product, '/api/solvency/roots')
  if (roots.length === 0) {
    demand(!memory.root, 'there were roots in an earlier run, and now there is none')
    return ['none yet: the first settlement publishes the first root', []]
  }
  for (const [i, root] of roots.entries()) {
    const older = roots[i + 1]
    inDay(root.period, () => {
      checkSession(root)
      checkSolvencyRoot(root)
      demand(root.previous === (older?.root ?? ZEROS), 'the root does not follow the one before')
      demand(!older || root.period > older.period, 'the days of the roots are not in order')
    })
  }
  const { period, root } = memory.root ?? {}
  demand(
    !root || roots.some(one => one.period === period && one.root === root),
    `the root of ${period} that an earlier run saw is not in the chain`,
  )
  memory.root = { period: roots[0].period, root: roots[0].root }
  const text = `${many(roots.length, 'root')}, each with the one before; the newest is ${roots[0].root}`
  return [text, roots]
}

/** The newest root is recent enough. */
async function checkAge(product, [newest], windDown) {
  const takenAt = time(newest.takenAt, 'the time of the root')
  const age = Date.now() - takenAt
  demand(age > -HOUR, 'the newest root was made in the future')
  const text = `the newest root is ${hours(age)} h old`
  if (age <= STALE_MS) return text
  demand(windDown?.state === 'closed', `${text}: it shows nothing after 26 h`)
  // Nothing is settled after a wind-down: where no root follows its end, the last one is of that day.
  const { items } = await ask(product, '/api/wind-down')
  const closed = list(items, 'the wind-downs').find(one => one?.state === 'closed')
  const before = time(closed?.closedAt, 'the end of the wind-down') - takenAt
  demand(before >= 0, `${text}, and roots went on after the end of the wind-down`)
  demand(before <= STALE_MS, `${text}, and ${hours(before)} h older than the end of the wind-down`)
  return `the platform is closed and nothing is settled any more; its last root is ${hours(age)} h old`
}

const hours = ms => (ms / HOUR).toFixed(1)

/** The platform's own accounts are leaves with their names: each leads to the root. */
async function checkPlatformLeaves(product, [newest]) {
  const { period } = newest
  const proof = await ask(product, '/api/solvency/house', { period })
  demand(proof.root === newest.root, 'the paths are of another root')
  const sid = digest(newest.sid, 'the session')
  let leaves = 0
  for (const tree of newest.trees) {
    const own = list(proof.trees, 'the trees').find(one => one?.asset === tree.asset)
    demand(own?.leaves.length === tree.house.length, `${tree.asset}: not every account has a path`)
    for (const [i, { name, amount }] of tree.house.entries()) {
      const leaf = own.leaves[i]
      const what = `${name} in ${tree.asset}`
      demand(leaf?.name === name && leaf.amount === amount, `${what} is published otherwise`)
      const owner = sha256('sol-house-v1', sid, name)
      climbSolvency({ tree, sid, owner, share: leaf, place: [0, 1], what })
      leaves += 1
    }
  }
  return `${many(leaves, 'account')} of the platform counted in the root of ${period}`
}

/** Follows a leaf of a solvency tree to the top. `place` is which of how many shares of its owner it is. */
function climbSolvency({ tree, sid, owner, share, place, what }) {
  const sum = units(share.amount, MOST_BALANCE, what)
  const leaf = sha256(
    Buffer.of(0),
    sid,
    tree.asset,
    owner,
    Buffer.of(...place),
    bytesOf(sum, 16, what),
  )
  const given = node => ({
    hash: digest(node?.hash, `a node of ${what}`),
    sum: units(node?.sum, MOST_SUM, `a sum of ${what}`),
  })
  const above = (left, right) => {
    const both = left.sum + right.sum
    demand(both < MOST_SUM, `${what}: a sum does not fit`)
    const [l, r] = [left, right].map(one => bytesOf(one.sum, 16, what))
    return { hash: sha256(Buffer.of(1), left.hash, l, right.hash, r), sum: both }
  }
  const path = { place: share.position, beside: share.beside, depth: tree.depth, what }
  const top = climb({ hash: leaf, sum }, path, given, above)
  demand(
    hex(top.hash) === tree.root && top.sum === BigInt(tree.total),
    `${what} does not lead to the published root: it is not counted`,
  )
}

/**
 * Follows a leaf to the top of its tree. `given` reads a node that the proof brings, `above` makes the node
 * over two others; bit n of the place says on which side the path stands at level n.
 */
function climb(leaf, { place, beside, depth, what }, given, above) {
  const path = list(beside, `the path of ${what}`)
  demand(path.length === depth, `${what}: the path is not as long as the tree is high`)
  const position = BigInt(count(place, 2 ** depth - 1, `the place of ${what}`))
  return path.reduce((own, node, level) => {
    const other = given(node)
    return (position >> BigInt(level)) & 1n ? above(other, own) : above(own, other)
  }, leaf)
}

/**
 * The parts of a settlement that never change. Its solvency root comes a little later, and is in a
 * chain of its own.
 */
const LASTING = [
  'period',
  'cutoffAt',
  'publishedAt',
  'rules',
  'price',
  'exitPrice',
  'inputHash',
  'resultHash',
  'payRoot',
]

/**
 * Settlements: rules that were in force, roots that are in their chains, and no change since an
 * earlier run.
 */
async function checkSettlements(product, memory, { versions, roots, windDown }) {
  const runs = await pagesOf(product, '/api/settlements')
  // A root may be published between the two lists: then the roots are read once more.
  const isNewer = runs[0]?.solvencyRoot && !(roots?.[0]?.period >= runs[0].period)
  const chain = roots && isNewer ? (await checkSolvencyRoots(product, memory))[1] : roots
  const rootOf = chain && new Map(chain.map(({ period, root }) => [period, root]))
  const inForce = versions && inForceBy(versions)
  const kept = {}
  for (const [i, run] of runs.entries()) {
    const older = runs[i + 1]
    inDay(run.period, () => {
      demand(!older || run.period > older.period, 'the days are not in order')
      const hashes = [run.inputHash, run.resultHash].map(text => digest(text, 'a hash'))
      demand(hashes.length === 2 && time(run.publishedAt, 'the publication'), 'it has no hashes')
      if (inForce) checkRulesOf(run, inForce)
      if (rootOf)
        demand(
          (run.solvencyRoot ?? null) === (rootOf.get(run.period) ?? null),
          'its solvency root is not the one in the chain of roots',
        )
      kept[run.period] = hex(sha256(JSON.stringify(LASTING.map(name => run[name]))))
      const known = memory.settlements?.[run.period]
      demand(!known || known === kept[run.period], 'it is another one than in an earlier run')
    })
  }
  for (const period of Object.keys(memory.settlements ?? {}))
    demand(kept[period], `the settlement of ${period} that an earlier run saw is gone`)
  const settled = new Set(runs.map(one => one.period))
  const isOver = ['paying', 'closed'].includes(windDown?.state)
  for (const { period } of chain ?? [])
    demand(
      // Nothing is settled after the books of a wind-down are frozen: roots may go on.
      settled.has(period) || (isOver && period > (runs[0]?.period ?? '')),
      `there is a root of ${period} and no settlement`,
    )
  memory.settlements = kept
  const text = `${many(runs.length, 'settlement')}, by the rules in force then, with the roots that are published`
  return [text, runs]
}

function checkRulesOf(run, inForce) {
  const { version } = inForce(time(run.cutoffAt, 'the cut-off'))
  demand(
    run.rules === version,
    `it was settled by version ${run.rules} of the rule book, and version ${version} was in force`,
  )
}

/** The pay roots of the newest settlements belong to them and are the hash over their figures. */
async function checkPayRoots(product, runs) {
  const newest = runs.filter(one => one.payRoot !== null).slice(0, PAY_ROOTS)
  for (const run of newest) {
    const published = await ask(product, '/api/earnings/pay-root', { period: run.period })
    inDay(run.period, () => {
      demand(published.root === run.payRoot, 'its pay root is not the one of the settlement')
      demand(
        published.inputHash === run.inputHash && published.resultHash === run.resultHash,
        'its pay root was made of other hashes',
      )
      demand(published.period === run.period, 'its pay root is of another day')
      checkPayId(published)
      checkPayRoot(published)
    })
  }
  const older = runs.filter(one => one.payRoot !== null).length - newest.length
  const rest = older > 0 ? `; ${older} older ones can be checked by the paid` : ''
  return `${many(newest.length, 'root')} of static pay made again from their figures${rest}`
}

/** Reports the failure of one day, with the day. */
function inDay(period, run) {
  demand(typeof period === 'string' && /^\d{4}-\d\d-\d\d$/.test(period), 'an entry has no day')
  try {
    run()
  } catch (error) {
    throw new Wrong(`${period}: ${error.message}`)
  }
}

/** The id of a pay tree is made of the hashes that the settlement published. */
function checkPayId({ pid, domain, period, inputHash, resultHash }) {
  demand(typeof domain === 'string' && /^\d{4}-\d\d-\d\d$/.test(period), 'no domain or no day')
  const hashes = [digest(inputHash, 'the input hash'), digest(resultHash, 'the result hash')]
  demand(
    sha256('pay-v1', domain, period, ...hashes).equals(digest(pid, 'the id')),
    'the id is not made of domain, day and the hashes of the settlement',
  )
  return `pid ${pid}`
}

/** A pay root is the hash over its figures, and they are possible. */
function checkPayRoot(published) {
  const amounts = ['released', 'weight', 'paid', 'coins'].map(name =>
    units(published[name], MOST_SUM, name),
  )
  const [released, weight, paid, coins] = amounts
  const positions = count(published.positions, 0xffffffff, 'the number of positions')
  const depth = count(published.depth, 32, 'the depth')
  const expected = sha256(
    'pay-root-v1',
    digest(published.pid, 'the id'),
    ...amounts.map(amount => bytesOf(amount, 16, 'an amount')),
    bytesOf(positions, 4, 'the number of positions'),
    digest(published.tree, 'the tree'),
    bytesOf(depth, 1, 'the depth'),
  )
  demand(
    expected.equals(digest(published.root, 'the root')),
    'the root is not the hash over what is published with it',
  )
  demand(paid <= released, 'more was paid than was offered')
  demand(weight <= coins, 'all positions weigh more than there are coins')
  demand(positions <= 2 ** depth, 'there are more positions than leaves')
  return `D ${decimal(released)} USDT, W ${decimal(weight)} LEAF, paid ${decimal(paid)} USDT`
}

// ── Custody ──────────────────────────────────────────────────────────────────────────────────────────
// What is held is on the chain. The product publishes every address, the block at which it read them, and
// what it read. With --rpc this program reads the same addresses at the same block itself.

/** The figures of the solvency page add up, are of today, and its verdict follows from them. */
function checkFigures({ newest }) {
  const { state, chain, check: books } = newest
  const sums = ['held', 'owes'].map(name => sumLines(list(newest[name], `the list ${name}`)))
  const [custody, owed] = [micro(newest.custody, 'custody'), micro(newest.owed, 'what is owed')]
  demand(
    sums[1] === owed,
    `the parts of what is owed sum to ${decimal(sums[1])}, not ${decimal(owed)}`,
  )
  demand(chain, 'nothing that is held was read from the chain')
  demand(
    sums[0] === custody,
    `the parts of custody sum to ${decimal(sums[0])} and not to ${decimal(custody)}`,
  )
  for (const { name, amount } of newest.held)
    demand(
      !UNCLAIMED.includes(name) || micro(amount, name) <= 0n,
      `${name} is in no account and can only be taken off, and ${amount} is added`,
    )
  const onChain = newest.held.filter(({ name }) => !UNCLAIMED.includes(name))
  demand(
    sumLines(onChain) === micro(chain.held, 'what the chain shows'),
    'the addresses by their use do not sum to what the chain is said to show',
  )
  const age = Date.now() - time(newest.readAt, 'the reading')
  demand(age <= STALE_MS, `custody was read ${hours(age)} h ago: it shows nothing after 26 h`)
  if (state === 'whole')
    demand(
      custody >= owed && books?.breaches === 0,
      `it calls itself whole with ${decimal(custody)} held, ${decimal(owed)} owed and ${books?.breaches ?? 'no look at'} breaches`,
    )
  demand(state === 'whole', `the platform itself says "${state}": not all that is owed is shown`)
  return `held ${decimal(custody)} USDT, owed ${decimal(owed)} USDT, read ${hours(age)} h ago`
}

/** What came in and is in no account yet: lines that are below zero. */
const UNCLAIMED = ['uncredited', 'unclassified']
const sumLines = lines =>
  sumOf(lines.map(line => micro(line?.amount, `the amount of ${line?.name}`)))

/** Every address of custody: the platform's own, then the members' recharge addresses. */
async function checkAddresses(product, memory) {
  const { chain, items } = await ask(product, '/api/solvency/custody')
  const recharges = await pagesOf(product, '/api/solvency/addresses', {
    limit: 1_000,
    bound: MOST_ADDRESSES,
  })
  const all = [
    ...list(items, 'the list of addresses').map(one => ({ ...one, isOwn: true })),
    ...recharges.map(one => ({ ...one, use: 'recharges', isOwn: false })),
  ].map(one => ({
    ...one,
    address: address(one.address, `an address (${one.use})`),
    held: one.held === null ? null : micro(one.held, `what ${one.address} holds`),
    block: one.block === null ? null : count(one.block, Number.MAX_SAFE_INTEGER, 'a block'),
  }))
  const names = new Set(all.map(one => one.address))
  demand(names.size === all.length, 'an address is listed twice: it would be counted twice')
  const seen = checkAgainstMemory(all, names, memory)
  const own = all.filter(one => one.isOwn)
  memory.own = Object.fromEntries(own.map(one => [one.address, one.use]))
  memory.recharges = shorts(all.filter(one => !one.isOwn && (one.held > 0n || seen(one.address))))
  memory.addressesAt = new Date().toISOString()
  const text = `${own.length} of the platform and ${recharges.length} for recharges, each listed once`
  return [text, { chain, all }]
}

/** Nothing that an earlier run kept is gone. Returns whether a recharge address was kept. */
function checkAgainstMemory(all, names, memory) {
  const { own = {}, recharges, addressesAt } = memory
  for (const known of Object.keys(own))
    demand(names.has(known), `${known} was published in an earlier run and is gone`)
  for (const address of all)
    demand(
      !address.isOwn ||
        !addressesAt ||
        own[address.address] ||
        time(address.publishedAt, 'the publication') >= Date.parse(addressesAt) - HOUR,
      `${address.address} is said to be published before ${addressesAt}, when it was not in the list`,
    )
  // The first state files had only a number here.
  const kept = Buffer.from(typeof recharges === 'string' ? recharges : '', 'base64')
  const known = new Set()
  for (let at = 0; at < kept.length; at += SHORT) known.add(kept.toString('hex', at, at + SHORT))
  const there = all.filter(one => known.has(hex(short(one.address)))).length
  demand(
    there >= known.size,
    `${many(known.size - there, 'recharge address')} that held USDT in an earlier run: gone from the list`,
  )
  return name => known.has(hex(short(name)))
}

/** Recharge addresses are kept as the beginnings of their hashes, so that a million of them fit the state file. */
const SHORT = 8
const short = name => sha256(name).subarray(0, SHORT)
const shorts = all =>
  Buffer.concat(all.slice(0, MOST_KEPT).map(one => short(one.address))).toString('base64')

// The node.

async function rpc(node, method, params) {
  const answer = await read(node, { jsonrpc: '2.0', id: 1, method, params }).catch(error => {
    throw new Unread(`the node, ${method}: ${error.message}`)
  })
  if (answer?.error || answer?.result === undefined)
    throw new Unread(`the node, ${method}: ${answer?.error?.message ?? 'no result'}`)
  return answer.result
}

const quantity = number => `0x${number.toString(16)}`

/** The node is of the chain that the product names, and the token is the real one. */
async function checkChain(node, chain, testChain) {
  demand(chain, 'the product is connected to no chain')
  const real = chain.chainId === BSC.chainId
  const token = address(chain.token, 'the token')
  demand(
    real ? token === BSC.token && chain.decimals === BSC.decimals : testChain,
    `${token} on chain ${chain.chainId} is not USDT on BNB Smart Chain`,
  )
  const own = Number(await rpc(node, 'eth_chainId', []))
  if (own !== chain.chainId)
    throw new Unread(`the node is of chain ${own}, the product of chain ${chain.chainId}`)
  const decimals = count(chain.decimals, 30, 'the decimals')
  demand(decimals >= 6, 'the token has fewer than six decimals')
  const text = real ? 'BNB Smart Chain, USDT' : `TEST CHAIN ${own}: its coins are worth nothing`
  return [text, { token, unit: 10n ** BigInt(decimals - 6), real }]
}

/** A block of the chain has the hash that the product published. Returns its time. */
async function checkBlock(node, { block, blockHash, at, real }) {
  const number = count(block, Number.MAX_SAFE_INTEGER, 'the block')
  const header = await rpc(node, 'eth_getBlockByNumber', [quantity(number), false])
  if (header === null) throw new Unread(`the node does not have block ${number} (yet)`)
  demand(
    typeof header.hash === 'string' && header.hash.slice(2) === blockHash,
    `block ${number} has the hash ${header.hash}, and ${blockHash} was published`,
  )
  // A test chain rests while nothing happens on it, so its newest block may be old.
  const behind = at - Number(header.timestamp) * 1_000
  demand(
    !real || (behind <= STALE_MS && behind >= -HOUR),
    `block ${number} is ${hours(behind)} h older than what it is to show`,
  )
  return `block ${number} is ${blockHash}`
}

const MULTICALL = '0xca11bde05977b3631167028862be2a173976ca11'
const MOST_OWNERS = 400
const word = value => value.toString(16).padStart(64, '0')
const balanceCall = owner => `70a08231${owner.slice(2).padStart(64, '0')}`

/** What addresses hold at a block, in the token's own units. */
async function balancesAt(node, token, owners, block) {
  const code = await rpc(node, 'eth_getCode', [MULTICALL, quantity(block)])
  const balances = new Map()
  const size = code === '0x' ? 1 : MOST_OWNERS
  for (let from = 0; from < owners.length; from += size) {
    const some = owners.slice(from, from + size)
    const read =
      size === 1
        ? await balanceOf(node, token, some[0], block)
        : await together(node, token, some, block)
    for (const [i, owner] of some.entries()) balances.set(owner, read[i])
  }
  return balances
}

async function balanceOf(node, token, owner, block) {
  const call = { to: token, data: `0x${balanceCall(owner)}` }
  const answer = await rpc(node, 'eth_call', [call, quantity(block)])
  if (!/^0x[0-9a-f]{64}$/.test(answer)) throw new Unread('the node answered no balance')
  return [BigInt(answer)]
}

/**
 * Multicall3's aggregate((address,bytes)[]): many balances of one block in one call. Arguments are words of
 * 32 bytes: where the list begins, its length, where each call begins, then the calls.
 */
async function together(node, token, owners, block) {
  const starts = owners.map((_, i) => word(owners.length * 32 + i * 160))
  const calls = owners.map(owner =>
    [
      word(0).slice(40),
      token.slice(2),
      word(64),
      word(36),
      balanceCall(owner).padEnd(128, '0'),
    ].join(''),
  )
  const data = `0x252dba42${word(32)}${word(owners.length)}${starts.join('')}${calls.join('')}`
  const answer = await rpc(node, 'eth_call', [{ to: MULTICALL, data }, quantity(block)])
  const n = owners.length
  if (!/^0x([0-9a-f]{64})*$/.test(answer) || answer.length !== 2 + 64 * (3 + 3 * n))
    throw new Unread('the node answered no list of balances')
  const words = answer.slice(2).match(/.{64}/g)
  // The block, where the list begins, its length, where each answer begins; then each answer: 32
  // bytes long, a balance.
  const frame = [word(block), word(64), word(n), ...owners.map((_, i) => word(n * 32 + i * 64))]
  if (frame.some((one, i) => words[i] !== one)) throw new Unread('the node answered another block')
  const answers = words.slice(3 + n)
  if (answers.some((one, i) => i % 2 === 0 && one !== word(32)))
    throw new Unread('the node answered something that is no balance')
  return owners.map((_, i) => BigInt(`0x${answers[2 * i + 1]}`))
}

/** Every address holds on the chain what is published of it, and together they hold the published total. */
async function checkBalances(node, { token, unit }, all, newest) {
  const { block, held, addresses } = newest.chain
  const blocks = new Set([block, ...all.flatMap(one => (one.block === null ? [] : [one.block]))])
  demand(blocks.size <= 20, 'the addresses were read at too many different blocks')
  // Block by block, so that only the balances of one are in memory.
  let sum = 0n
  for (const at of blocks) {
    const some = all.filter(one => at === block || one.block === at)
    const owners = some.map(one => one.address)
    const read = await balancesAt(node, token, owners, at)
    for (const one of some) checkHolding(one, at, read.get(one.address) / unit)
    if (at === block) sum = sumOf([...read.values()]) / unit
  }
  demand(
    sum === micro(held, 'what is held'),
    `all addresses hold ${decimal(sum)} USDT at block ${block}, and ${held} is published`,
  )
  demand(
    addresses <= all.length,
    `${addresses} addresses are said to be read, and only ${all.length} are listed`,
  )
  return `${all.length} addresses hold ${decimal(sum)} USDT at block ${block}, as published`
}

/** What is published of an address at a block is what it holds there. */
function checkHolding({ address, use, block, held }, at, shown) {
  demand(
    block !== at || shown === held,
    `${address} (${use}) holds ${decimal(shown)} USDT at block ${at}, and ${held === null ? 'nothing' : decimal(held)} is published`,
  )
}

/** At the block of the newest root the addresses held what the root says is owed. */
async function checkCover(node, chain, all, root) {
  const { token, unit, real } = chain
  await checkBlock(node, { ...root, at: time(root.takenAt, 'the root'), real })
  const owners = all.map(one => one.address)
  const balances = await balancesAt(node, token, owners, root.block)
  const held = sumOf([...balances.values()]) / unit
  const usdt = root.trees[0]
  const total = BigInt(usdt.total)
  // Payouts on the way may have left the hot wallet already while they are still owed.
  const underWay = BigInt(usdt.house.find(leaf => leaf.name === 'PAYOUTS')?.amount ?? 0)
  demand(
    held + underWay >= total,
    `at block ${root.block} the addresses held ${decimal(held)} USDT, and the root says that ${decimal(total)} were owed`,
  )
  return `at block ${root.block} the addresses held ${decimal(held)} USDT, and ${decimal(total)} were owed`
}

/** Every receipt that is final is on the chain: this transfer, of this amount, to this address. */
async function checkReceipts(node, product, { token, unit }) {
  const receipts = await pagesOf(product, '/api/treasury/receipts', { most: RECEIPTS })
  const final = receipts.filter(one => one.state === 'final')
  for (const shown of final) {
    demand(/^0x[0-9a-f]{64}$/.test(shown.hash), 'a receipt has no transaction')
    const receipt = await rpc(node, 'eth_getTransactionReceipt', [shown.hash])
    const name = `receipt ${shown.hash}`
    demand(receipt?.status === '0x1', `${name} is not on the chain, or its transaction failed`)
    demand(Number(receipt.blockNumber) === shown.block, `${name} is in another block`)
    const logs = list(receipt.logs, 'the logs').toSorted((a, b) => a.logIndex - b.logIndex)
    const log = logs[count(shown.position, logs.length, 'the position')]
    const [event, from, to] = log?.topics ?? []
    const words = [shown.from, shown.address].map(
      text => `0x${address(text, name).slice(2).padStart(64, '0')}`,
    )
    demand(
      log?.address?.toLowerCase() === token &&
        event === TRANSFER &&
        from === words[0] &&
        to === words[1],
      `${name} holds no such transfer of USDT`,
    )
    demand(
      /^0x[0-9a-f]{64}$/.test(log.data) && BigInt(log.data) / unit === micro(shown.amount, name),
      `${name} is of another amount`,
    )
  }
  return `${many(final.length, 'receipt')} of the platform found on the chain, the newest ones`
}

/** keccak-256 of "Transfer(address,address,uint256)". */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

// ── Histories that only grow ─────────────────────────────────────────────────────────────────────────
// The books and the log of what operators do are chains of hashes. From the head that an earlier run saw,
// every later head is worked out here: the newest one must come out.

/** The newest head of the books follows from the head that was seen last time. */
async function checkLedger(product, memory) {
  const newest = await ask(product, '/api/ledger/head')
  const last = count(newest.batch, Number.MAX_SAFE_INTEGER, 'the batch')
  const known = memory.ledger
  demand(
    !known || last >= known.batch,
    `batch ${known?.batch} was seen before; now ${last} is the last`,
  )
  // Without an earlier run only the newest links are checked: there is nothing to compare the
  // others with.
  let at = known ? known.batch - 1 : Math.max(0, last - 1_000)
  let head = at === 0 ? ZEROS : null
  const first = at + 1
  while (at < last) {
    const { items } = await ask(product, '/api/ledger/links', { after: at, limit: 1_000 })
    demand(list(items, 'the links').length > 0, `the books have no batch ${at + 1}`)
    for (const link of items.slice(0, last - at)) {
      head = followLink(link, at + 1, head)
      at += 1
      if (at === known?.batch)
        demand(
          link.head === known.head,
          `batch ${at} of the books had the head ${known.head} in an earlier run: history was changed`,
        )
    }
  }
  demand(last === 0 || head === newest.head, 'the newest head does not follow from the links')
  if (last > 0) memory.ledger = { batch: last, head: newest.head }
  const since = known ? `from batch ${known.batch}, seen before,` : `from batch ${first}`
  return `the head of batch ${last} follows link by link ${since} on; ${newest.transfers} transfers`
}

/** A head is the SHA-256 of the head before, the link's text and its body. */
function followLink({ batch, head, text, body }, number, before) {
  demand(batch === number, `the books have no batch ${number}`)
  demand(
    typeof text === 'string' && text.startsWith(`batch|${number}|`),
    `the text of batch ${number} is of another one`,
  )
  digest(head, `the head of batch ${number}`)
  const expected = before && hex(sha256(Buffer.from(before, 'hex'), text, digest(body, 'a body')))
  demand(!before || expected === head, `batch ${number} does not follow the batch before it`)
  return head
}

// ── The audit log ────────────────────────────────────────────────────────────────────────────────────
// Everything that operators did. Each act is a record, canonical JSON with the hash of the act before it;
// its hash is SHA-256(0x00 ‖ record). The hashes are the leaves of a tree (RFC 9162), and each hour the
// product signs its root (docs/audit-log.md). Hashes and roots are public; acts are in files that those
// who may read them have saved in the console.

const MOST_ACTS = 5_000_000
const MOST_ROOTS = 200_000
/** A root is signed every hour. */
const ROOT_STALE_MS = 3 * HOUR
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right)

/** The tree over the leaves that were added, as the roots of its complete subtrees. */
class GrowingTree {
  size = 0
  #peaks = []

  add(leaf) {
    let node = leaf
    for (let rest = this.size; rest % 2 === 1; rest = (rest - 1) / 2)
      node = nodeHash(this.#peaks.pop(), node)
    this.#peaks.push(node)
    this.size += 1
  }

  root() {
    if (this.size === 0) return sha256()
    return this.#peaks.reduceRight((right, left) => nodeHash(left, right))
  }
}

/** Whether an Ed25519 key has signed some lines; hex in, as the product publishes them. */
function isSignedBy(publicKey, signature, lines) {
  const raw = digest(publicKey, 'the public key')
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
    format: 'der',
    type: 'spki',
  })
  const text = [...lines, ''].join('\n')
  return verifySignature(null, Buffer.from(text), key, Buffer.from(signature, 'hex'))
}

const isSignature = text => typeof text === 'string' && /^[0-9a-f]{128}$/.test(text)

/** Checks a signature over a root, as docs/audit-log.md defines the text. */
function checkRootSignature({ number, size, root, at, publicKey, signature }) {
  demand(isSignature(signature), `the signature of root ${number} is none`)
  const lines = ['banyan-audit-root-1', number, size, root, at]
  demand(isSignedBy(publicKey, signature, lines), `root ${number} is not signed by its key`)
}

/** Checks that a root has the key of the one before, or one that this key has signed as its successor. */
function checkRootKey({ number, publicKey, keyChange }, before) {
  if (publicKey === before.publicKey) return
  demand(isSignature(keyChange), `root ${number} has another key`)
  const lines = ['banyan-audit-key-1', number, before.publicKey, publicKey]
  demand(
    isSignedBy(before.publicKey, keyChange, lines),
    `root ${number} has a key that the one before has not signed`,
  )
}

/**
 * Checks a list of roots: counted without gaps, each signed, none smaller or earlier; each with the key
 * of the one before or its signed successor, and one of them with the key that is known.
 */
function checkRoots(roots, trusted) {
  let before = null
  for (const root of roots) {
    count(root?.number, MOST_ROOTS, 'the number of a root')
    count(root.size, MOST_ACTS, `the size of root ${root.number}`)
    digest(root.root, `root ${root.number}`)
    const at = time(root.at, `the time of root ${root.number}`)
    checkRootSignature(root)
    if (before !== null) {
      demand(root.number === before.number + 1, `root ${before.number + 1} is missing`)
      checkRootKey(root, before)
      demand(root.size >= before.size, `root ${root.number} covers fewer acts than the one before`)
      demand(at >= Date.parse(before.at), `root ${root.number} is earlier than the one before`)
    }
    before = root
  }
  demand(
    !trusted || before === null || roots.some(root => root.publicKey === trusted),
    'no root is signed with the key that is known',
  )
}

/** All signed roots that the product publishes, and that the newest one is among them. */
async function checkPublishedRoots(product, memory, trusted) {
  const roots = []
  let newest = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await ask(product, '/api/audit/roots', {
      after: roots.at(-1)?.number ?? 0,
      limit: 1_000,
    })
    newest = answer.newest
    if (list(answer.items, 'the roots').length === 0) break
    roots.push(...answer.items)
    bounded(roots, MOST_ROOTS, 'the list of roots')
  }
  const known = memory.auditRoot
  demand(roots.length === 0 || roots[0]?.number === 1, 'the first root is missing')
  checkRoots(roots, trusted ?? known?.publicKey)
  demand(
    newest === null || same(roots[newest.number - 1], newest),
    'the newest root is not in the list of roots',
  )
  const kept = known && roots[known.number - 1]
  demand(
    !known || same(kept, known),
    `root ${known?.number} of an earlier run is another one now, or gone: history was changed`,
  )
  return [
    roots.length === 0 ? 'none is signed yet' : `${many(roots.length, 'root')}, each signed`,
    roots,
  ]
}

const rootFields = ['number', 'size', 'root', 'at', 'publicKey', 'signature']
const same = (one, other) => rootFields.every(name => one?.[name] === other?.[name])

function checkRootAge(roots, clock) {
  const newest = roots.at(-1)
  const age = clock() - Date.parse(newest.at)
  demand(age >= -HOUR, `root ${newest.number} was signed in the future`)
  demand(
    age <= ROOT_STALE_MS,
    `the newest root is ${hours(age)} h old, and there is one every hour`,
  )
  return `root ${newest.number} covers ${many(newest.size, 'act')}`
}

/**
 * The hashes of the audit log begin with those that were seen last time, and every root is that of the
 * hashes that it covers. Returns the hashes.
 */
async function checkAudit(product, memory, roots) {
  const known = memory.audit
  const tree = new GrowingTree()
  const leaves = []
  let [all, before, next] = [Buffer.alloc(32), null, 0]
  const compare = () => {
    for (; roots[next]?.size === tree.size; next++)
      demand(
        hex(tree.root()) === roots[next].root,
        `root ${roots[next].number} is not that of the ${tree.size} acts that it covers`,
      )
  }
  compare()
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items } = await ask(product, '/api/audit/hashes', { after: tree.size, limit: 1_000 })
    if (list(items, 'the hashes').length === 0) break
    bounded(leaves, MOST_ACTS, 'the audit log')
    for (const act of items) {
      demand(act.seq === tree.size + 1, `act ${tree.size + 1} is not in the audit log`)
      const leaf = digest(act.hash, `the hash of act ${act.seq}`)
      // One digest over all hashes so far, in place of the whole list.
      all = sha256(all, leaf)
      leaves.push(leaf)
      tree.add(leaf)
      if (tree.size === known?.seq) before = hex(all)
      compare()
    }
  }
  demand(
    !known || before === known.digest,
    `the first ${known?.seq} acts of the audit log are not those of an earlier run: history was changed`,
  )
  demand(
    next === roots.length,
    `root ${roots[next]?.number} covers ${roots[next]?.size} acts, and there are ${tree.size}`,
  )
  if (tree.size > 0) memory.audit = { seq: tree.size, digest: hex(all) }
  const newest = roots.at(-1)
  if (newest) memory.auditRoot = Object.fromEntries(rootFields.map(name => [name, newest[name]]))
  const what =
    roots.length === 0 ? many(tree.size, 'act') : `${many(tree.size, 'act')} in its roots`
  return [
    known
      ? `${what}; the first ${known.seq} are those that were seen before`
      : `${what}, without gaps`,
    leaves,
  ]
}

/** The root of an earlier run leads to the newest one by the product's own proof (RFC 9162, 2.1.4). */
async function checkConsistency(product, older, newer) {
  const { path } = await ask(product, '/api/audit/consistency', {
    from: older.size,
    to: newer.size,
  })
  const nodes = list(path, 'the proof').map(one => digest(one, 'a node of the proof'))
  demand(
    isConsistent(older, newer, nodes),
    `root ${newer.number} is not a continuation of root ${older.number} of an earlier run`,
  )
  return `root ${newer.number} continues root ${older.number} of an earlier run`
}

/** RFC 9162, 2.1.4.2. */
function isConsistent(older, newer, nodes) {
  if (older.size === newer.size) return older.root === newer.root && nodes.length === 0
  if (older.size === 0) return nodes.length === 0
  const isPower = (older.size & (older.size - 1)) === 0
  const path = isPower ? [Buffer.from(older.root, 'hex'), ...nodes] : nodes
  if (path.length === 0) return false
  let [fn, sn] = [older.size - 1, newer.size - 1]
  for (; fn % 2 === 1; fn = (fn - 1) / 2) sn = Math.floor(sn / 2)
  let [first, second] = [path[0], path[0]]
  for (const node of path.slice(1)) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      first = nodeHash(node, first)
      second = nodeHash(node, second)
      while (fn % 2 === 0 && fn !== 0) {
        fn /= 2
        sn = Math.floor(sn / 2)
      }
    } else second = nodeHash(second, node)
    fn = Math.floor(fn / 2)
    sn = Math.floor(sn / 2)
  }
  return sn === 0 && hex(first) === older.root && hex(second) === newer.root
}

/** JSON with sorted keys (RFC 8785), of what a record can hold. */
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1))
  return `{${names.map(name => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`
}

const RECORD_1 =
  'action actor afterHash at beforeHash object operatorId prev reason role seq sessionHash'
const RECORD_2 =
  'action actor afterHash at beforeHash members object operatorId prev reasonHash role seq sessionHash v'

/** An act as it is shown is the one in its record, and the record has its hash. */
function checkAct(act, place) {
  demand(isObject(act), `line ${place} is no act`)
  const name = `act ${String(act.seq)}`
  demand(typeof act.record === 'string', `${name} has no record`)
  const record = JSON.parse(act.record)
  demand(
    isObject(record) && canonicalJson(record) === act.record,
    `the record of ${name} is not canonical`,
  )
  digest(act.hash, `the hash of ${name}`)
  demand(
    hex(sha256(Buffer.of(0), act.record)) === act.hash,
    `the record of ${name} is not the one that its hash was made of`,
  )
  const fields = Object.keys(record).sort().join(' ')
  demand(
    fields === (record.v === 2 ? RECORD_2 : RECORD_1),
    `the record of ${name} has other fields than documented`,
  )
  for (const field of ['seq', 'at', 'actor', 'role', 'action', 'object', 'prev'])
    demand(act[field] === record[field], `${name} shows another ${field} than its record`)
  const salts = list(act.memberSalts, `the salts of ${name}`)
  const members = list(act.members, `the members of ${name}`)
  if (record.v !== 2) {
    demand(act.reason === record.reason, `${name} shows another reason than its record`)
    demand(
      members.length === 0 && salts.length === 0,
      `${name} shows members that it does not have`,
    )
    demand(act.salt === null, `${name} shows a salt that it does not have`)
    return { seq: act.seq, prev: record.prev, isDestroyed: false }
  }
  const kept = list(record.members, `the record of ${name}`)
  demand(
    members.length === kept.length && salts.length === kept.length,
    `${name} shows other members than its record`,
  )
  for (const [at, member] of members.entries())
    demand(
      committed(salts[at], 'member', member) === kept[at],
      `${name} shows another member than its record`,
    )
  return { seq: act.seq, prev: record.prev, isDestroyed: checkReason(act, record, name) }
}

const committed = (salt, kind, text) =>
  hex(sha256(digest(salt, 'a salt'), kind, Buffer.of(0), String(text)))

/** Returns whether the reason was destroyed. */
function checkReason(act, { reasonHash, beforeHash, afterHash }, name) {
  if (act.salt === null) {
    demand(act.reason === null, `${name} shows a reason without what proves it`)
    return reasonHash !== null
  }
  digest(act.salt, `the salt of ${name}`)
  demand(
    reasonHash !== null || beforeHash !== null || afterHash !== null,
    `${name} shows a salt that it does not have`,
  )
  if (act.reason === null) demand(reasonHash === null, `${name} does not show its reason`)
  else
    demand(
      committed(act.salt, 'reason', act.reason) === reasonHash,
      `${name} shows another reason than its record`,
    )
  return false
}

/** Acts of a file: lines of JSON after a head, or a table of the console. */
async function readActs(path) {
  const text = await readFile(path, 'utf8').catch(error => {
    throw new Unread(`cannot read ${path}: ${error.message}`)
  })
  if (text.startsWith('\ufeff')) return { head: null, acts: actsOfTable(text.slice(1)) }
  try {
    const [head, ...acts] = text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
    if (head?.format === 'banyan-audit-1') return { head, acts }
  } catch (error) {
    throw new Wrong(`${path} has a line that is no JSON: ${error.message}`)
  }
  throw new Unread(`${path} is no saved audit log`)
}

const COLUMNS = 'seq at actor role action object reason members prev hash record salt memberSalts'

/** The acts of a table (RFC 4180). A text that would be a formula has an apostrophe before it. */
function actsOfTable(text) {
  const rows = []
  let row = []
  const cell = /"((?:[^"]|"")*)"(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const match = cell.exec(text)
    demand(match, `the table cannot be read at character ${at}`)
    row.push(match[1].replaceAll('""', '"'))
    if (match[2] !== ',') {
      rows.push(row)
      row = []
    }
  }
  const [names = [], ...acts] = rows
  demand(names.join(' ') === COLUMNS, 'the table has other columns than documented')
  const plain = value => (/^'[\s\u200b\ufeff]*[=+\-@\t\r]/.test(value) ? value.slice(1) : value)
  return acts.map(cells => {
    demand(cells.length === names.length, 'a row of the table has another length than the first')
    const act = Object.fromEntries(names.map((name, at) => [name, plain(cells[at])]))
    const { v, reason, reasonHash } = JSON.parse(act.record)
    // An empty cell is a reason of no characters only where the record says so.
    const isNone =
      act.reason === '' && (v === 2 ? reasonHash === null || act.salt === '' : reason === null)
    return {
      ...act,
      seq: Number(act.seq),
      members: JSON.parse(act.members),
      memberSalts: JSON.parse(act.memberSalts),
      salt: act.salt === '' ? null : act.salt,
      reason: isNone ? null : act.reason,
    }
  })
}

/** Checks a saved audit log, against what the product publishes or against saved roots. */
async function checkAuditFile(path, { leaves, roots, given, trusted }) {
  section(`Audit log: ${safe(path)}`)
  const file = await check('file', async () => {
    const { head, acts } = await readActs(path)
    bounded(acts, MOST_ACTS, path)
    demand(acts.length > 0, `${path} has no acts`)
    return [
      `${many(acts.length, 'act')}${head ? `, saved at ${head.savedAt}` : ', a table'}`,
      { head, acts },
    ]
  })
  if (!file) return
  const { head, acts } = file
  const isAll = head === null ? acts[0]?.seq === 1 : head.kind === 'all'
  const read = await check('acts', () => checkActs(acts, isAll))
  if (!read) return
  if (leaves) await check('published hashes', () => checkLeaves(acts, leaves))
  const known = await check('its roots', async () => {
    const saved = given ? list((await jsonFile(given))?.data?.items, 'the roots') : null
    const all = roots ?? saved ?? (head?.root ? [head.root] : [])
    checkRoots(all, trusted)
    if (all.length === 0) throw new Unread('no root is signed yet')
    const who = trusted || roots ? '' : '; NOT CHECKED whose key it is: give it with --audit-key'
    return [`${many(all.length, 'signed root')}${who}`, all]
  })
  if (!known) return
  if (isAll) await check('tree', () => checkWholeTree(acts, known, head))
  else if (!leaves)
    await check('tree', () => {
      throw new Unread(
        'a part of the log is checked against the published hashes: give the address',
      )
    })
}

/** Every act by itself, their order, and the chain as far as acts follow one another. */
function checkActs(acts, isAll) {
  let before = isAll ? { seq: 0, hash: ZEROS } : null
  let destroyed = 0
  for (const [at, act] of acts.entries()) {
    const { seq, prev, isDestroyed } = checkAct(act, at + 1)
    if (isDestroyed) destroyed += 1
    count(seq, MOST_ACTS, 'the number of an act')
    demand(!before || seq > before.seq, `act ${seq} stands behind act ${before?.seq}`)
    demand(!isAll || seq === before.seq + 1, `act ${before?.seq + 1} is missing`)
    demand(
      !before || seq !== before.seq + 1 || prev === before.hash,
      `act ${seq} does not follow the act before it`,
    )
    before = { seq, hash: act.hash }
  }
  const left =
    destroyed === 0 ? '' : `; the reasons of ${destroyed} were destroyed with closed accounts`
  return `each is what its hash says${left}`
}

function checkLeaves(acts, leaves) {
  for (const { seq, hash } of acts)
    demand(
      leaves[seq - 1] !== undefined && hex(leaves[seq - 1]) === hash,
      `act ${seq} is not the one that was published`,
    )
  return `${many(acts.length, 'act')} as published`
}

/** The whole log has each root that it reaches, and all that its head says was signed before it. */
function checkWholeTree(acts, roots, head) {
  const tree = new GrowingTree()
  const due = roots.toSorted((a, b) => a.size - b.size)
  let next = 0
  const compare = () => {
    for (; due[next]?.size === tree.size; next++)
      demand(
        hex(tree.root()) === due[next].root,
        `root ${due[next].number} is not that of the ${tree.size} acts that it covers`,
      )
  }
  compare()
  for (const act of acts) {
    tree.add(Buffer.from(act.hash, 'hex'))
    compare()
  }
  const lost = due
    .slice(next)
    .find(root => !head || Date.parse(root.at) <= Date.parse(head.savedAt))
  demand(!lost, `root ${lost?.number} covers ${lost?.size} acts, and the file has ${tree.size}`)
  demand(next > 0, 'no root covers these acts')
  const { number, size, at } = due[next - 1]
  const open = tree.size - size
  return `root ${number} of ${at} covers ${many(size, 'act')}${open === 0 ? '' : `; ${many(open, 'later one')} no root covers yet`}`
}

// ── Own proofs ───────────────────────────────────────────────────────────────────────────────────────
// A member saves them in the app: Solvency › My balance, and the page of each static earning.

/** The proof is of this settlement and of the root that everybody is shown. */
function checkSameRoot({ published, proof, root }, id) {
  demand(
    proof.period === published.period && proof[id] === published[id],
    'the proof is of another settlement',
  )
  demand(root === published.root, 'the root that was given is not the one in the published parts')
  demand(proof.root === root, 'the proof is of another root than the one that was given')
  return root
}

/** The leaves are bound to the member's own login key. */
function checkKey({ proof, key }) {
  digest(proof.publicKey, 'the login key')
  if (key === null) return 'NOT CHECKED: the file has no key of the device; give yours with --key'
  digest(key, 'the login key')
  demand(proof.publicKey === key, 'the proof is bound to another login key')
  return key
}

function treeOf(proof, asset) {
  const tree = list(proof.trees, 'the list of the own trees').find(one => one?.asset === asset)
  demand(tree, `the proof has no ${asset}`)
  return tree
}

/** Four shares in four places sum to the balance. */
function checkShares(proof) {
  return ASSETS.map(asset => {
    const { balance, shares } = treeOf(proof, asset)
    demand(list(shares, `the ${asset} shares`).length === SHARES, `${asset}: not ${SHARES} shares`)
    const amounts = shares.map((share, i) =>
      units(share?.amount, MOST_BALANCE, `${asset} share ${i}`),
    )
    const whole = units(balance, MOST_BALANCE, `the ${asset} balance`)
    demand(sumOf(amounts) === whole, `${asset}: the shares are not the balance`)
    demand(
      new Set(shares.map(share => share.position)).size === SHARES,
      `${asset}: two shares in one place`,
    )
    return `${asset} ${amounts.map(decimal).join(' + ')} = ${decimal(whole)}`
  }).join('; ')
}

/** Every share leads to the published root and total. */
function checkPaths({ published, proof, key }) {
  const sid = digest(published.sid, 'the session')
  const login = digest(key ?? proof.publicKey, 'the login key')
  const owner = sha256('sol-uid-v1', sid, login, digest(proof.nonce, 'the nonce'))
  for (const tree of published.trees)
    for (const [i, share] of treeOf(proof, tree.asset).shares.entries()) {
      const what = `${tree.asset} share ${i}`
      climbSolvency({ tree, sid, owner, share, place: [i, SHARES], what })
    }
  return `${2 * SHARES} paths lead to the published roots and totals`
}

/** Every pay is the smaller of floor6(D × w ÷ W) and what the cap had left. */
function checkPayRule({ published, proof }) {
  const [released, all] = [BigInt(published.released), BigInt(published.weight)]
  const leaves = list(proof.leaves, 'the list of positions')
  for (const name of ['position', 'place'])
    demand(
      new Set(leaves.map(leaf => leaf?.[name])).size === leaves.length,
      `two positions have one ${name}`,
    )
  const paid = leaves.map(({ position, weight, pay, capLeft }) => {
    const own = units(weight, MOST_SUM, `the coins of ${position}`)
    const left = units(capLeft, MOST_SUM, `what the cap of ${position} had left`)
    const share = all === 0n ? 0n : (released * own) / all
    const due = share < left ? share : left
    demand(
      units(pay, MOST_SUM, `the pay of ${position}`) === due,
      `${position} was paid ${pay} and not ${due} micro-USDT`,
    )
    return due
  })
  return `${paid.length} positions were paid ${decimal(sumOf(paid))} USDT`
}

/** Every position leads to the published tree, W and sum paid. */
function checkPayPaths({ published, proof, key }) {
  const pid = digest(published.pid, 'the id')
  const owner = digest(key ?? proof.publicKey, 'the login key')
  for (const leaf of proof.leaves) {
    const { position: what, place, beside } = leaf
    demand(/^pos_[0-9a-f]{32}$/.test(what), `${what} is no position`)
    const id = Buffer.from(what.slice(4), 'hex')
    const own = { weight: BigInt(leaf.weight), pay: BigInt(leaf.pay) }
    const sums = ({ weight, pay }) => [bytesOf(weight, 16, what), bytesOf(pay, 16, what)]
    const nonce = digest(leaf.nonce, `the nonce of ${what}`)
    const hash = sha256(Buffer.of(2), pid, owner, id, nonce, ...sums(own))
    const given = node => ({
      hash: digest(node?.hash, `a node of ${what}`),
      weight: units(node?.weight, MOST_SUM, `a sum of ${what}`),
      pay: units(node?.pay, MOST_SUM, `a sum of ${what}`),
    })
    const above = (left, right) => {
      const both = { weight: left.weight + right.weight, pay: left.pay + right.pay }
      demand(both.weight < MOST_SUM && both.pay < MOST_SUM, `${what}: a sum does not fit`)
      const [l, r] = [left, right].map(node => [node.hash, ...sums(node)])
      return { hash: sha256(Buffer.of(3), ...l, ...r), ...both }
    }
    const path = { place, beside, depth: published.depth, what }
    const top = climb({ hash, ...own }, path, given, above)
    demand(
      `${top.weight}` === published.weight &&
        `${top.pay}` === published.paid &&
        hex(top.hash) === published.tree,
      `${what} does not lead to the published totals: it is not counted in W`,
    )
  }
  return `${proof.leaves.length} paths lead to the published tree, W and sum paid`
}

/** Saved proofs by their format: where their roots are published, and their checks. */
const kinds = {
  'banyan-solvency-proof-1': {
    fetch: (product, period) => rootInPages(product, period),
    checks: asked => [
      ['session', () => checkSession(asked.published)],
      ['published root', () => checkSolvencyRoot(asked.published)],
      ['same root', () => checkSameRoot(asked, 'sid')],
      ['login key', () => checkKey(asked)],
      ['shares', () => checkShares(asked.proof)],
      ['paths', () => checkPaths(asked)],
    ],
  },
  'banyan-pay-proof-1': {
    fetch: (product, period) => ask(product, '/api/earnings/pay-root', { period }),
    checks: asked => [
      ['settlement', () => checkPayId(asked.published)],
      ['published root', () => checkPayRoot(asked.published)],
      ['same root', () => checkSameRoot(asked, 'pid')],
      ['login key', () => checkKey(asked)],
      ['rule', () => checkPayRule(asked)],
      ['paths', () => checkPayPaths(asked)],
    ],
  },
}

async function rootInPages(product, period) {
  const roots = await pagesOf(product, '/api/solvency/roots')
  return roots.find(one => one?.period === period)
}

/** The published root that a proof is checked against: the product's, or the one that was given. */
async function publishedFor(file, { product, given }) {
  const period = file.proof?.period
  if (isDigest(given)) return { root: given, published: file.published }
  const published = given
    ? findRoot(await jsonFile(given), period)
    : await kinds[file.format].fetch(product, period)
  if (!published) throw new Unread(`no root of ${period} is published there`)
  return { root: published.root, published }
}

/** A file with an answer of the product, or with one published root. */
function findRoot(content, period) {
  const one = content?.data ?? content
  const all = [one, one?.items].find(Array.isArray) ?? [one]
  return all.find(entry => entry?.period === period)
}

async function checkProof(path, { product, given, key }) {
  section(`Your proof: ${safe(path)}`)
  const asked = await check('file', async () => {
    const file = await jsonFile(path)
    if (!kinds[file?.format] || !file.proof) throw new Unread(`${path} is no saved proof`)
    const { root, published } = await publishedFor(file, { product, given })
    if (!published) throw new Unread(`${path} has no published parts`)
    return [`${file.format}, ${published.period}`, { ...file, root, published }]
  })
  if (!asked) return
  const request = { ...asked, key: key ?? asked.publicKey ?? null }
  for (const [name, run] of kinds[asked.format].checks(request))
    if (!(await check(name, run))) {
      console.log('\n  NOT COUNTED, or not shown to be. Keep the file: it is evidence.')
      return
    }
  console.log(`\n  COUNTED in the root of ${safe(asked.published.period)}.`)
}

// ── What was seen last time ──────────────────────────────────────────────────────────────────────────

const STATE_FORMAT = 'banyan-verify-state-1'

/** The memory of one product, by its address; empty at a first run. */
async function openMemory(path, product) {
  const text = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return null
    throw new Unread(`cannot read ${path}: ${error.message}`)
  })
  const state = text === null ? { format: STATE_FORMAT, products: {} } : parseState(text, path)
  const memory = state.products[product] ?? {}
  const save = async () => {
    state.products[product] = { ...memory, at: new Date().toISOString() }
    await writeFile(`${path}.new`, `${JSON.stringify(state, null, 1)}\n`)
    await rename(`${path}.new`, path)
  }
  return { memory, save }
}

const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value)

function parseState(text, path) {
  try {
    const state = JSON.parse(text)
    const isOurs = state.format === STATE_FORMAT && isObject(state.products)
    if (isOurs && Object.values(state.products).every(isObject)) return state
  } catch {}
  throw new Unread(`${path} was not written by this program: move it away or name another --state`)
}

// ── The run ──────────────────────────────────────────────────────────────────────────────────────────

/** Checks everything that is public. Returns the roots and hashes of the audit log. */
async function checkProduct(product, { node, memory, trusted }) {
  const about = await check('the product', async () => {
    const answer = await ask(product, '/api/house/about')
    const ahead = time(answer.serverNow, 'its clock') - Date.now()
    demand(Math.abs(ahead) < HOUR / 6, `its clock is ${hours(ahead)} h ahead of this machine's`)
    return [`version ${answer.version}${answer.testChain ? ', on a TEST CHAIN' : ''}`, answer]
  })
  if (!about) return {}

  const ahead = time(about.serverNow, 'its clock') - Date.now()
  const clock = () => Date.now() + ahead
  const { windDown } = about

  section('Custody')
  const custody = await checkCustody(product, { node, memory, testChain: about.testChain === true })

  section('Rule book')
  const versions = await check('versions', () => checkRules(product, memory, clock))

  section('Settlements')
  const roots = await check('solvency roots', () => checkSolvencyRoots(product, memory))
  if (roots?.length > 0) {
    await check('custody', () => checkReached(product, roots, custody))
    await check('age', () => checkAge(product, roots, windDown))
    await check('accounts', () => checkPlatformLeaves(product, roots))
  }
  const runs = await check('settlements', () =>
    checkSettlements(product, memory, { versions, roots, windDown }),
  )
  if (runs) await check('pay roots', () => checkPayRoots(product, runs))

  section('Histories that only grow')
  await check('books', () => checkLedger(product, memory))

  section('Audit log')
  const before = memory.auditRoot
  const signed = await check('signed roots', () => checkPublishedRoots(product, memory, trusted))
  if (signed?.length > 0) await check('newest root', () => checkRootAge(signed, clock))
  if (signed?.length > 0 && before)
    await check('growth', () => checkConsistency(product, before, signed.at(-1)))
  const leaves = await check('audit log', () => checkAudit(product, memory, signed ?? []))
  if (trusted === undefined && !before && signed?.length > 0)
    note('its key', `${signed[0].publicKey}: compare it with a root that was mailed`)
  return { roots: signed ?? undefined, leaves: leaves ?? undefined }
}

/**
 * Returns what the settlements are checked against: the reading, and the root of the cover where it
 * was checked.
 */
async function checkCustody(product, { node, memory, testChain }) {
  // First, and as one: nodes forget what addresses held at older blocks.
  const solvency = await check('reading', async () => {
    const answer = await ask(product, '/api/solvency')
    return [
      answer.newest ? `after ${answer.newest.period}` : 'none before the first settlement',
      answer,
    ]
  })
  const addresses = await check('addresses', () => checkAddresses(product, memory))
  const newest = solvency?.newest
  if (newest) await check('figures', () => checkFigures(solvency))
  if (!node) note('balances', 'not read from the chain: give a BSC node with --rpc')
  const chain =
    node && addresses
      ? await check('chain', () => checkChain(node, addresses.chain, testChain))
      : null
  if (!chain) return { solvency }
  const { all } = addresses
  if (newest?.chain) {
    const at = { ...newest.chain, at: Date.parse(newest.readAt), real: chain.real }
    await check('block', () => checkBlock(node, at))
    await check('balances', () => checkBalances(node, chain, all, newest))
  }
  const covered = await check('newest root', () => readNewestRoot(product))
  if (covered?.root?.block) await check('cover', () => checkCover(node, chain, all, covered.root))
  else if (covered) note('cover', 'there is no root that names a block')
  await check('receipts', () => checkReceipts(node, product, chain))
  return { solvency, covered }
}

/** The root that the cover is checked with: it is made of what is published with it. */
async function readNewestRoot(product) {
  const { items } = await ask(product, '/api/solvency/roots', { limit: 1 })
  const [root = null] = list(items, 'the list of roots')
  if (root === null) return ['none yet', { root }]
  checkSession(root)
  return [`of ${root.period}: ${checkSolvencyRoot(root)}`, { root }]
}

/**
 * Where there are roots, custody is published, the newest root names its block, and the root that the cover
 * was checked with is the newest of the chain. One may be published while this program reads.
 */
async function checkReached(product, roots, { solvency, covered }) {
  const [newest, older] = roots
  const isNew = time(newest.takenAt, 'the time of the root') >= run.from - HOUR
  const lacks = [
    ...(solvency && !solvency.newest ? ['no reading of custody'] : []),
    ...(covered && !covered.root ? ['no newest root'] : []),
  ].join(' and ')
  if (lacks && !older && isNew)
    throw new Unread('the first root was published just now: run this again later')
  demand(!lacks, `there are settlements with roots, and ${lacks} was answered`)
  demand(
    newest.block !== null && newest.blockHash !== null,
    'the newest root names no block: what was owed cannot be held against the chain',
  )
  if (covered) {
    const same = (isNew ? [newest, older] : [newest]).find(one => one?.root === covered.root.root)
    demand(same, 'the root that was given for the cover is not the newest of the chain of roots')
    // The platform's own accounts are beside the root and not in its hash.
    demand(
      JSON.stringify(covered.root.trees) === JSON.stringify(same.trees),
      'the accounts beside the root of the cover are others than in the chain of roots',
    )
    await checkPlatformLeaves(product, [same])
  }
  return `published; the newest root names block ${count(newest.block, Number.MAX_SAFE_INTEGER, 'its block')}`
}

const LIMITS = `
What nobody can check from outside
  - That an address belongs to the platform and not to somebody else, and that what it holds was not borrowed
    for the day: the keys of recharge addresses are not with the server, so it cannot sign for them.
  - That a recharge address which is new in the list is a member's. One that held USDT in an earlier run
    has to stay; others may come, and one whose only deposit vanished from the chain may go.
  - That there are no debts outside these books.
  - That every member is counted: only each member can see that, with an own proof (--proof).
  - That a position in the tree of pay is somebody's. All of them weigh no more than all coins.
  - What was done in the audit log: its hashes and roots are public, its acts are for those whom they
    concern. A file that the console has saved is checked with --audit.
  - That the node of --rpc tells the truth: use one that you trust, or several, one after the other.`

const FIRST_RUN = `
This was the first run for this address
  It cannot know whether anything was changed before today. From now on it can: keep the state file, and
  run this program again. The more people keep one, at different places, the less can be changed unseen.`

function readProduct(text) {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new Unread(`${text} is no address`)
  return url.origin
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rpc: { type: 'string' },
      proof: { type: 'string' },
      root: { type: 'string' },
      key: { type: 'string' },
      audit: { type: 'string' },
      roots: { type: 'string' },
      'audit-key': { type: 'string' },
      state: { type: 'string' },
      minutes: { type: 'string' },
    },
  })
  const { rpc: node, proof, root: given, key, audit, 'audit-key': trusted } = values
  if (positionals.length > 1 || (!positionals[0] && !(proof && given) && !audit))
    throw new Unread(USAGE)
  if (trusted !== undefined && !isDigest(trusted)) throw new Unread(USAGE)
  const minutes = Number(values.minutes ?? 60)
  if (!(minutes > 0 && minutes <= 10_000)) throw new Unread(USAGE)
  run.until = Date.now() + minutes * 60_000
  const program = fileURLToPath(import.meta.url)
  console.log(`verify.mjs, SHA-256 ${hex(sha256(await readFile(program)))}`)
  const product = positionals[0] ? readProduct(positionals[0]) : null
  const seen = product ? await visit(product, { node, values, program, trusted }) : {}
  if (proof) await checkProof(proof, { product, given, key })
  if (audit) await checkAuditFile(audit, { ...seen, given: values.roots, trusted })
  if (product) console.log(LIMITS)
  conclude()
}

/** Checks everything that a product publishes, and keeps what was seen when nothing failed. */
async function visit(product, { node, values, program, trusted }) {
  const path = values.state ?? join(dirname(program), 'banyan-verify-state.json')
  const { memory, save } = await openMemory(path, product)
  const isFirst = memory.at === undefined
  console.log(
    `${safe(product)}, ${isFirst ? 'seen for the first time' : `last seen ${safe(memory.at)}`}`,
  )
  if (/^http:\/\/(?!(localhost|127\.0\.0\.1|\[::1\])(:|$))/.test(product))
    note('the way there', 'is not encrypted (http): the answers could have been changed on the way')
  const seen = await checkProduct(product, { node, memory, trusted })
  if (counts.held === 0) return seen
  if (isFirst) console.log(FIRST_RUN)
  if (counts.failed > 0) {
    console.log('\nWhat was seen is not kept, because something failed.')
    return seen
  }
  await save().catch(error =>
    console.log(`\nWhat was seen could not be kept: ${safe(error.message)}`),
  )
  return seen
}

function conclude() {
  const { held, failed, unread } = counts
  console.log(`\n${held} hold, ${failed} failed, ${unread} could not be read.`)
  if (failed > 0) process.exitCode = 1
  else if (unread > 0) process.exitCode = 2
}

try {
  await main()
} catch (error) {
  const text = error instanceof Unread ? error.message : (error?.stack ?? error)
  console.error(text === USAGE ? USAGE : `${text}`.split('\n').map(safe).join('\n'))
  process.exitCode = 2
}
