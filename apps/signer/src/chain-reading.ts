import type { Chain, Header } from './chain.ts'
import type { ChainReading, SignerContext } from './context.ts'

/** Blocks and the machine's clock are never this far apart. */
const clockApartMs = 600_000

/**
 * Reads everything from the nodes that signing is decided by. Another chain id, and a clock that is
 * far from the machine's, halt the signer.
 * @throws ChainAway when the nodes do not answer or do not agree.
 */
export async function readChain(
  context: SignerContext,
  before: ChainReading | undefined,
): Promise<ChainReading> {
  const { book, chain, config, halt } = context
  const ids = await chain.chainIds()
  const other = ids.find(id => id !== config.chainId)
  const { latest, final } = await chain.heads()
  const isRightChain = other === undefined
  if (!isRightChain)
    await halt('chainChanged', `a node is of chain ${other}, not of ${config.chainId}`)
  const [nonces, units, gas, gasPrice] = await Promise.all([
    noncesAt(chain, final.number),
    chain.units(final.number),
    chain.gas(),
    chain.gasPrice(),
  ])
  const { least, most } = config.fees
  const bounded = gasPrice < least ? least : gasPrice > most ? most : gasPrice
  const apart = Math.abs(Date.now() - latest.time.getTime())
  if (!config.isTestChain && apart > clockApartMs)
    await halt(
      'clockApart',
      `the newest block is ${Math.round(apart / 1_000)} s from this machine's clock`,
    )
  return {
    latest,
    final,
    nonces,
    units,
    gas,
    gasPrice: bounded,
    isRightChain,
    now: clockOf(latest, before, { isTestChain: config.isTestChain, reached: book.newestSeen }),
  }
}

async function noncesAt(chain: Chain, final: number): Promise<ChainReading['nonces']> {
  const [latest, atFinal] = await Promise.all([chain.nonce('latest'), chain.nonce(final)])
  return { latest, final: atFinal }
}

/**
 * The time of the newest block. A local test chain makes no blocks while it has nothing to do, so
 * there the time runs on from its newest block, and never back behind a recorded time, also after a
 * restart: a block has whole seconds.
 */
function clockOf(
  { hash, time }: Header,
  before: ChainReading | undefined,
  { isTestChain, reached }: { isTestChain: boolean; reached: number },
): () => Date {
  if (!isTestChain) return () => time
  if (before?.latest.hash === hash) return before.now
  const least = Math.max(reached, before?.now().getTime() ?? 0)
  const seenAt = performance.now()
  return () => new Date(Math.max(least, time.getTime() + Math.floor(performance.now() - seenAt)))
}
