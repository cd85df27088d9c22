/* The checks of a saved proof of static pay, written from docs/pay-proof.md alone. */
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
  units,
} from './proof-bytes.mjs'

const AMOUNTS = ['released', 'weight', 'paid', 'coins']

/** In the order in which they are printed. */
export const checksOfPay = (asked, checkKey) => [
  ['settlement', () => checkRun(asked.published)],
  ['published root', () => checkPublished(asked.published)],
  ['same root', () => sameRoot(asked, 'pid')],
  ['login key', () => checkKey(asked)],
  ['rule', () => checkRule(asked)],
  ['paths', () => checkPaths(asked)],
]

/** The id is made of the hashes that the settlement published. */
function checkRun({ pid, domain, period, inputHash, resultHash }) {
  demand(typeof domain === 'string' && /^\d{4}-\d\d-\d\d$/.test(period), 'no domain or no day')
  const hashes = [digest(inputHash, 'the input hash'), digest(resultHash, 'the result hash')]
  demand(
    sha256('pay-v1', domain, period, ...hashes).equals(digest(pid, 'the id')),
    'the id is not made of domain, day and the hashes of the settlement',
  )
  return `pid ${pid}`
}

/** The root is the hash over its figures, and they are possible. */
function checkPublished(published) {
  const amounts = AMOUNTS.map(name => units(published[name], MOST_SUM, name))
  const [released, weight, paid, coins] = amounts
  const positions = count(published.positions, 0xffffffff, 'the number of positions')
  const depth = count(published.depth, 32, 'the depth')
  const made = sha256(
    'pay-root-v1',
    digest(published.pid, 'the id'),
    ...amounts.map(amount => bytesOf(amount, 16, 'an amount')),
    bytesOf(positions, 4, 'the number of positions'),
    digest(published.tree, 'the tree'),
    bytesOf(depth, 1, 'the depth'),
  )
  demand(
    made.equals(digest(published.root, 'the root')),
    'the root is not the hash over what is published with it',
  )
  demand(paid <= released, 'more was paid than was offered')
  demand(weight <= coins, 'all positions weigh more than there are coins')
  demand(positions <= 2 ** depth, 'there are more positions than leaves')
  return `D ${tell(released)} USDT, W ${tell(weight)} LEAF, paid ${tell(paid)} USDT`
}

/** Every pay is the smaller of floor6(D × w ÷ W) and what the cap had left. */
function checkRule({ published, proof }) {
  const [released, all] = [BigInt(published.released), BigInt(published.weight)]
  const leaves = list(proof.leaves, 'the list of positions')
  const ids = new Set(leaves.map(leaf => leaf?.position))
  const places = new Set(leaves.map(leaf => leaf?.place))
  demand(ids.size === leaves.length, 'a position is listed twice')
  demand(places.size === leaves.length, 'two positions have one place')
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
  return `${paid.length} positions were paid ${tell(paid.reduce((sum, one) => sum + one, 0n))} USDT`
}

/** Every position leads to the published root, W and sum paid. */
function checkPaths({ published, proof, key }) {
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
    const read = node => ({
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
    const where = { place, beside, depth: published.depth, what }
    const top = climb({ hash, ...own }, where, read, above)
    const sumsAgree = `${top.weight}` === published.weight && `${top.pay}` === published.paid
    demand(
      sumsAgree && top.hash.toString('hex') === published.tree,
      `${what} does not lead to the published totals: it is not counted in W`,
    )
  }
  return `${proof.leaves.length * (1 + published.depth)} hashes made again`
}
