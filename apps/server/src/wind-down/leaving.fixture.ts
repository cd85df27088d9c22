import { nextCutoff, parametersV1 } from '@banyan/economy'
import { openBench } from '@banyan/tools/signer'
import { until } from '@banyan/tools/until'
import { erc20Abi } from 'viem'
import { openDeposits } from '../deposits/index.ts'
import { openLedger } from '../ledger/index.ts'
import { openHttpSystem } from '../testing/http-system.ts'
import { seatApprover } from '../withdrawals/deciding.fixture.ts'
import { staySignedIn } from './wind-down.fixture.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Longer than a busy machine takes to read some blocks. */
const PATIENCE_MS = 200_000
/** Blocks until everything on the chain counts as final. */
const FINAL = 16

/**
 * A platform whose money is on a real chain from the beginning, with the real signer, which
 * collects: the books hold nothing that the watcher has not read. Its clock and the chain's are
 * moved together.
 */
export async function openOverChain() {
  const bench = await openBench()
  const { chain } = bench
  const { founding, income, cold } = chain.addresses
  const signer = await bench.signer({ usdt: 0n })
  const env = {
    CHAIN_RPC_URLS: chain.rpcUrl,
    TEST_CHAIN_WALLET_URL: chain.walletUrl,
    CHAIN_ID: `${chain.chainId}`,
    USDT_CONTRACT: chain.usdt,
    DEPOSIT_XPUB: signer.depositKey.xpub,
    TREASURY_FOUNDING_ADDRESS: founding,
    TREASURY_INCOME_ADDRESS: income,
    HOT_WALLET_ADDRESS: signer.address,
    COLD_WALLET_ADDRESS: cold,
    SIGNER_SOCKET: `${signer.folder}/signer.sock`,
    SIGNER_TOKEN_FILE: `${signer.folder}/token`,
  }
  const system = await openHttpSystem({ env, isFounded: false })
  const approvers = {
    reviewer: await seatApprover(system, 'reviewer-1', 'reviewer'),
    treasurer: await seatApprover(system, 'treasurer-3', 'treasurer'),
  }
  signer.configure({
    approvers: Object.values(approvers).map(({ name, role, publicKey }) => ({
      name,
      publicKey,
      role: role as 'reviewer' | 'treasurer',
    })),
    collection: { cold, hotCap: '2000', least: '20', bnbADay: '1', bnbKept: '0.1' },
  })
  await signer.start()

  /** The watcher reads the chain to its head. */
  const watch = async (): Promise<void> => {
    const head = Number(await bench.client.getBlockNumber())
    await until(
      'the watcher is at the head',
      async () => {
        await system.job('deposits.watch')
        const { rows } = await system.db.owner.query(
          'select max(number)::int as tip from chain_block',
        )
        return (rows[0]?.tip ?? -1) >= head
      },
      { ms: PATIENCE_MS },
    )
  }
  /** Makes sent transactions final, here and for the signer. */
  const settled = async (): Promise<void> => {
    await chain.mine(FINAL)
    await watch()
  }
  // Whatever the hour of the test, a first order has waited its 24 hours by then.
  const first = nextCutoff(new Date(Date.now() + DAY_MS + HOUR_MS))
  /** Moves both clocks past the cut-off of a day; the first is 1. */
  const moveClockTo = async (day: number): Promise<void> => {
    const at = new Date(first.getTime() + (day - 1) * DAY_MS + 1_000)
    await chain.setTimeOffset(at.getTime() - Date.now())
    await system.setClock(at)
    await staySignedIn(system)
    await settled()
  }
  const heldAt = (address: string): Promise<bigint> =>
    bench.client.readContract({
      address: chain.usdt,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address as `0x${string}`],
    })
  const { custody } = openDeposits(system.platform, {
    ledger: openLedger(),
    parameters: async () => parametersV1,
    holdsDepositKey: async () => true,
    collectionsOf: async () => [],
  })
  /**
   * Asks the signer for the next steps until some recharge addresses are empty, and no step is
   * under way.
   */
  const collectAll = async (addresses: readonly string[]): Promise<void> => {
    await until(
      'everything is collected',
      async () => {
        await chain.mine(4)
        await watch()
        // The worker reads custody every half minute; here it is read in between.
        const instant = await custody?.instant(system.db.database)
        if (custody && instant) await custody.read(instant)
        await system.job('collection.ask')
        const held = await Promise.all(addresses.map(heldAt))
        const { rowCount } = await system.db.owner.query(
          `select from collection_transaction where state in ('signed', 'mined')`,
        )
        return rowCount === 0 && held.every(one => one === 0n)
      },
      { ms: PATIENCE_MS, everyMs: 250 },
    )
  }

  return {
    system,
    env,
    approvers,
    chain,
    signer,
    watch,
    settled,
    moveClockTo,
    heldAt,
    collectAll,
    behind: (day: number) => new Date(first.getTime() + (day - 1) * DAY_MS + 1_000),
    /** Payouts on the chain, by the ids in their transactions. */
    paidOnChain: () => bench.paidOnChain(signer.address),
    custodyAt: [signer.address, founding, income, cold],
    close: async () => {
      await system.close()
      await bench.close()
    },
  }
}
