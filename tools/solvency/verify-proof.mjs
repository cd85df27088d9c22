#!/usr/bin/env node
/*
 * Checks a saved proof of solvency with nothing but Node: not a line of the product is used here, it is
 * written from docs/solvency-proof.md alone, so that the two can be held against each other.
 *
 *   node verify-proof.mjs <proof.json> --root <file or address> [--key <login key, hex>]
 *
 * The root: an address of the public list (https://…/api/solvency/roots), a file with what that address
 * answered, a file with one published root, or the 64 digits of a root that you were told elsewhere.
 * Prints every check; ends with 0 when all hold, with 1 when one does not, with 2 when it could not look.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

const ASSETS = ['USDT', 'LEAF']
const SHARES = 4
const MOST_BALANCE = 1n << 120n
const MOST_SUM = 1n << 128n
const usage =
  'usage: node verify-proof.mjs <proof.json> --root <file, address or 64 digits> [--key <hex>]'

/** What does not hold. */
class Wrong extends Error {}
/** What could not be looked at: no file, no network, no arguments. */
class Unable extends Error {}

const demand = (holds, why) => {
  if (!holds) throw new Wrong(why)
}

// Bytes.

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** 32 bytes from their 64 digits. */
function digest(text, what) {
  demand(
    typeof text === 'string' && /^[0-9a-f]{64}$/.test(text),
    `${what} is no SHA-256 in lower-case hex`,
  )
  return Buffer.from(text, 'hex')
}

/** A whole number of micro-units below a limit. */
function units(text, limit, what) {
  demand(
    typeof text === 'string' && /^(0|[1-9][0-9]{0,38})$/.test(text),
    `${what} is no whole amount`,
  )
  const amount = BigInt(text)
  demand(amount < limit, `${what} is larger than can be`)
  return amount
}

/** Big-endian, of a fixed length. */
function bytesOf(number, length, what) {
  const value = BigInt(number)
  demand(value >= 0n && value < 1n << BigInt(8 * length), `${what} does not fit ${length} bytes`)
  return Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex')
}

const count = (value, most, what) => {
  demand(
    Number.isSafeInteger(value) && value >= 0 && value <= most,
    `${what} is no number of its kind`,
  )
  return value
}

const list = (value, what) => {
  demand(Array.isArray(value), `${what} is no list`)
  return value
}

// The checks, in the order in which they are printed.

/** The session is made of what is published beside it. */
function checkSession(published) {
  const time = Date.parse(published.takenAt)
  demand(typeof published.domain === 'string' && Number.isFinite(time), 'domain or time is missing')
  const made = sha256(
    'sol-v1',
    published.domain,
    bytesOf(count(published.sequence, Number.MAX_SAFE_INTEGER, 'the sequence'), 8, 'the sequence'),
    bytesOf(time, 8, 'the time'),
    published.blockHash === null ? Buffer.alloc(32) : digest(published.blockHash, 'the block hash'),
  )
  demand(
    made.equals(digest(published.sid, 'the session')),
    'the session is not made of domain, sequence, time and block',
  )
  return `sid ${published.sid}`
}

/** The root is the hash over all that is published with it. */
function checkPublished(published) {
  const trees = list(published.trees, 'the list of trees')
  demand(
    trees.map(tree => tree?.asset).join() === ASSETS.join(),
    'the trees are not USDT, then LEAF',
  )
  const told = trees.map(tree => {
    const total = units(tree.total, MOST_SUM, `the ${tree.asset} total`)
    const own = list(tree.house, `the house's ${tree.asset} leaves`).map(leaf =>
      units(leaf.amount, MOST_BALANCE, `the house's ${leaf.name}`),
    )
    demand(
      own.reduce((sum, part) => sum + part, 0n) <= total,
      `the house's ${tree.asset} leaves are more than the total`,
    )
    return Buffer.concat([
      Buffer.from(tree.asset),
      digest(tree.root, `the ${tree.asset} root`),
      bytesOf(total, 16, `the ${tree.asset} total`),
      bytesOf(count(tree.depth, 32, 'the depth'), 1, 'the depth'),
    ])
  })
  const made = sha256(
    'sol-root-v1',
    digest(published.sid, 'the session'),
    digest(published.previous, 'the root before'),
    bytesOf(
      count(published.members, 0xffffffff, 'the number of members'),
      4,
      'the number of members',
    ),
    ...told,
  )
  demand(
    made.equals(digest(published.root, 'the root')),
    'the root is not the hash over what is published with it',
  )
  return trees.map(tree => `${tree.asset} owed ${tell(BigInt(tree.total))}`).join(', ')
}

/** The proof is of this settlement, and of this root. */
function checkSameRoot({ published, proof, root }) {
  demand(
    proof.period === published.period && proof.sid === published.sid,
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

/** Four shares in four places sum to the balance. */
function checkShares(proof) {
  return ASSETS.map(asset => {
    const { balance, shares } = treeOf(proof, asset)
    demand(list(shares, `the ${asset} shares`).length === SHARES, `${asset}: not ${SHARES} shares`)
    const amounts = shares.map((share, i) =>
      units(share?.amount, MOST_BALANCE, `${asset} share ${i}`),
    )
    const whole = units(balance, MOST_BALANCE, `the ${asset} balance`)
    demand(
      amounts.reduce((sum, part) => sum + part, 0n) === whole,
      `${asset}: the shares are not the balance`,
    )
    demand(
      new Set(shares.map(share => share.position)).size === SHARES,
      `${asset}: two shares in one place`,
    )
    return `${asset} ${amounts.map(tell).join(' + ')} = ${tell(whole)}`
  }).join('; ')
}

/** Every share leads to the published root and total. */
function checkPaths({ published, proof, key }) {
  const sid = digest(published.sid, 'the session')
  const owner = sha256(
    'sol-uid-v1',
    sid,
    digest(key ?? proof.publicKey, 'the login key'),
    digest(proof.nonce, 'the nonce'),
  )
  let hashes = 0
  for (const tree of published.trees) {
    treeOf(proof, tree.asset).shares.forEach((share, i) => {
      const what = `${tree.asset} share ${i}`
      const beside = list(share.beside, `the path of ${what}`)
      demand(beside.length === tree.depth, `${what}: the path is not as long as the tree is high`)
      const position = BigInt(count(share.position, 2 ** tree.depth - 1, `the place of ${what}`))
      let sum = BigInt(share.amount)
      let hash = sha256(
        Buffer.of(0),
        sid,
        tree.asset,
        owner,
        Buffer.of(i, SHARES),
        bytesOf(sum, 16, what),
      )
      hashes++
      beside.forEach((node, level) => {
        const other = {
          hash: digest(node?.hash, `a node of ${what}`),
          sum: units(node?.sum, MOST_SUM, `a sum of ${what}`),
        }
        const own = { hash, sum }
        const isRight = (position >> BigInt(level)) & 1n
        const [left, right] = isRight ? [other, own] : [own, other]
        sum = left.sum + right.sum
        demand(sum < MOST_SUM, `${what}: a sum does not fit`)
        hash = sha256(
          Buffer.of(1),
          left.hash,
          bytesOf(left.sum, 16, what),
          right.hash,
          bytesOf(right.sum, 16, what),
        )
        hashes++
      })
      demand(
        hash.toString('hex') === tree.root && sum === BigInt(tree.total),
        `${what} does not lead to the published root: it is not counted`,
      )
    })
  }
  return `${hashes} hashes made again`
}

function treeOf(proof, asset) {
  const tree = list(proof.trees, 'the list of the own trees').find(one => one?.asset === asset)
  demand(tree, `the proof has no ${asset}`)
  return tree
}

/** Micro-units as people write them. */
const tell = amount => `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, '0')}`

// What is asked, and from where.

async function json(place) {
  try {
    if (!/^https?:\/\//.test(place)) return JSON.parse(await readFile(place, 'utf8'))
    const answer = await fetch(place, { credentials: 'omit' })
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    return await answer.json()
  } catch (error) {
    throw new Unable(`cannot read ${place}: ${error.message}`)
  }
}

/** The published root of the proof's settlement, with its parts where they were given. */
async function rootOf(place, file) {
  if (/^[0-9a-f]{64}$/.test(place)) return { root: place, published: file.published }
  const told = await json(place)
  const all = [told, told?.data, told?.data?.items, told?.items].find(Array.isArray) ?? [told]
  const published = all.find(one => one?.period === file.proof?.period)
  if (!published) throw new Unable(`${place} does not tell the root of ${file.proof?.period}`)
  return { root: published.root, published }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { root: { type: 'string' }, key: { type: 'string' } },
  })
  const [path] = positionals
  if (!path || !values.root) throw new Unable(usage)
  const file = await json(path)
  if (file?.format !== 'banyan-solvency-proof-1')
    throw new Unable(`${path} is no saved proof of solvency`)
  const { root, published } = await rootOf(values.root, file)
  const { proof } = file
  if (!published || !proof) throw new Unable(`${path} has no proof or no published parts`)
  const asked = { published, proof, root, key: values.key ?? file.publicKey ?? null }
  const checks = [
    ['session', () => checkSession(published)],
    ['published root', () => checkPublished(published)],
    ['same root', () => checkSameRoot(asked)],
    ['login key', () => checkKey(asked)],
    ['shares', () => checkShares(proof)],
    ['paths', () => checkPaths(asked)],
  ]
  for (const [name, check] of checks)
    console.log(`ok      ${name.padEnd(15)} ${attempt(name, check)}`)
  console.log(`\nCOUNTED in the root of ${published.period}, at ${published.takenAt}.`)
  console.log(
    'It does not prove that what is held was not borrowed for a day, nor that there are no other debts.',
  )
}

function attempt(name, check) {
  try {
    return check()
  } catch (error) {
    // A field that is missing or of another kind is as wrong as one that does not fit.
    const why =
      error instanceof Wrong
        ? error.message
        : `the proof has not the agreed form (${error.message})`
    throw new Wrong(`${name.padEnd(15)} ${why}`)
  }
}

try {
  await main()
} catch (error) {
  if (error instanceof Wrong) {
    console.log(`FAILED  ${error.message}`)
    console.log('\nNOT COUNTED, or not shown to be. Keep the file: it is evidence.')
  } else console.error(error instanceof Unable ? error.message : error)
  process.exitCode = error instanceof Wrong ? 1 : 2
}
