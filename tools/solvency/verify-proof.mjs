#!/usr/bin/env node
/*
 * Checks a saved proof of solvency or of static pay with nothing but Node: not a line of the product is
 * used in this folder, it is written from docs/solvency-proof.md and docs/pay-proof.md alone, so that the
 * two can be held against each other.
 *
 *   node verify-proof.mjs <proof.json> --root <file or address> [--key <login key, hex>]
 *
 * The root: an address of what is public (https://…/api/solvency/roots, or …/api/earnings/pay-root?period=…),
 * a file with what that address answered, a file with one published root, or the 64 digits of a root that
 * you got elsewhere.
 * Prints every check; ends with 0 when all hold, with 1 when one does not, with 2 when it could not look.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checksOfPay } from './pay-checks.mjs'
import {
  bytesOf,
  climb,
  count,
  demand,
  digest,
  list,
  MOST_SUM,
  sameRoot,
  sha256,
  tell,
  Unable,
  units,
  Wrong,
} from './proof-bytes.mjs'

const ASSETS = ['USDT', 'LEAF']
const SHARES = 4
const MOST_BALANCE = 1n << 120n
const usage =
  'usage: node verify-proof.mjs <proof.json> --root <file, address or 64 digits> [--key <hex>]'

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
  const given = trees.map(tree => {
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
    ...given,
  )
  demand(
    made.equals(digest(published.root, 'the root')),
    'the root is not the hash over what is published with it',
  )
  return trees.map(tree => `${tree.asset} owed ${tell(BigInt(tree.total))}`).join(', ')
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
      const sum = BigInt(share.amount)
      const leaf = sha256(
        Buffer.of(0),
        sid,
        tree.asset,
        owner,
        Buffer.of(i, SHARES),
        bytesOf(sum, 16, what),
      )
      const read = node => ({
        hash: digest(node?.hash, `a node of ${what}`),
        sum: units(node?.sum, MOST_SUM, `a sum of ${what}`),
      })
      const above = (left, right) => {
        const both = left.sum + right.sum
        demand(both < MOST_SUM, `${what}: a sum does not fit`)
        const sums = [left, right].map(one => bytesOf(one.sum, 16, what))
        return { hash: sha256(Buffer.of(1), left.hash, sums[0], right.hash, sums[1]), sum: both }
      }
      const { position: place, beside } = share
      const where = { place, beside, depth: tree.depth, what }
      const top = climb({ hash: leaf, sum }, where, read, above)
      hashes += 1 + tree.depth
      demand(
        top.hash.toString('hex') === tree.root && top.sum === BigInt(tree.total),
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

const checksOfSolvency = asked => [
  ['session', () => checkSession(asked.published)],
  ['published root', () => checkPublished(asked.published)],
  ['same root', () => sameRoot(asked, 'sid')],
  ['login key', () => checkKey(asked)],
  ['shares', () => checkShares(asked.proof)],
  ['paths', () => checkPaths(asked)],
]

/** Saved proofs by their format: what is looked at, and what it does not prove. */
const kinds = {
  'banyan-solvency-proof-1': {
    checks: checksOfSolvency,
    limits:
      'It does not prove that what is held was not borrowed for a day, nor that there are no other debts.',
  },
  'banyan-pay-proof-1': {
    checks: asked => checksOfPay(asked, checkKey),
    limits:
      "It does not prove that every position in the tree is somebody's: they weigh no more than all coins.",
  },
}

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
  const given = await json(place)
  const one = given?.data ?? given
  const all = [one, one?.items].find(Array.isArray) ?? [one]
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
  const kind = kinds[file?.format]
  if (!kind) throw new Unable(`${path} is no saved proof`)
  const { root, published } = await rootOf(values.root, file)
  const { proof } = file
  if (!published || !proof) throw new Unable(`${path} has no proof or no published parts`)
  const asked = { published, proof, root, key: values.key ?? file.publicKey ?? null }
  for (const [name, check] of kind.checks(asked))
    console.log(`ok      ${name.padEnd(15)} ${attempt(name, check)}`)
  console.log(`\nCOUNTED in the root of ${published.period}.`)
  console.log(kind.limits)
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
