import type { PayoutPause } from '@banyan/domain'
import type { OutgoingRow } from '../deposits/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Job, Module, Platform } from '../platform/module.ts'
import { type CutWithdrawal, cutWithdrawals } from './cut.ts'
import { type DriverContext, openDriver } from './driver.ts'
import { followPayouts } from './follow.ts'
import { openOf } from './open.ts'
import { type OperatorContext, withdrawalOperatorRoutes } from './operator-routes.ts'
import { minedUnbooked, unknownTransfers } from './payout-store.ts'
import type { Context } from './requests.ts'
import { isRestorePending } from './restore-store.ts'
import { type NamedPayout, namedBy, openRestores } from './restores.ts'
import { withdrawalRoutes } from './routes.ts'
import { openRuleCheck, type RuleCheckContext } from './rule-check.ts'
import { readRuleCheckKey } from './rule-check-key.ts'
import { openSigner, type Signer } from './signer.ts'
import { findStatus } from './status-store.ts'
import { changesAmong, forget } from './store.ts'
import { approveVoid, dropVoid, proposeVoid, type ShownVoid, voidsById } from './void-requests.ts'
import { withdrawalGauges } from './withdrawal-gauges.ts'

export { checkWithdrawals, payoutNotices } from './check.ts'
export { openSigner, type Signer, SignerAway, SignerRefused } from './signer.ts'

/** What the signer and the chain have done is asked for by the clock; each step of ours is news. */
const TURN_MS = 1_000
/** Costly requests, whose answer is only needed after a restore. */
const RESTORE_MS = 5_000

/** What withdrawals need of other modules. */
export type WithdrawalDeps = Omit<
  Context &
    OperatorContext &
    Pick<DriverContext, 'payoutStop' | 'hasStrayed' | 'recordAct'> &
    Omit<RuleCheckContext, 'database' | 'logger' | 'chain' | 'key'>,
  'tokenContract' | 'pauseNow' | 'payoutChain' | 'connected' | 'checksByRule'
>

export interface Withdrawals {
  module: Module
  /**
   * Of these requests, those to new addresses, and those that were sent or have ended, since a
   * time.
   */
  changesAmong: typeof changesAmong
  /** A member's requests that have not ended, newest first, as many as a page shows. */
  openOf: typeof openOf
  /** Deletes the labels and remarks of a closed member. */
  forget(tx: Tx, memberId: string): Promise<void>
  /**
   * The amount that left the hot wallet up to a block for payouts that are not booked yet,
   * micro-USDT.
   */
  minedUnbooked(reader: Database | Tx, block: number): Promise<bigint>
  /**
   * Requests that an order which the signer refuses is given back now. Returns the id of the
   * proposal.
   */
  proposeVoid: typeof proposeVoid
  approveVoid: typeof approveVoid
  dropVoid: typeof dropVoid
  voids(reader: Database | Tx, ids: readonly string[]): Promise<ShownVoid[]>
  /**
   * Final transfers out of the hot wallet that pay no withdrawal; all or the one with the given id.
   */
  unknownTransfers: typeof unknownTransfers
  /**
   * The withdrawal that a transfer out of the hot wallet names, after a restore of the database.
   * @throws ChainTrouble
   */
  namedBy(reader: Database | Tx, transfer: OutgoingRow): Promise<NamedPayout | null>
  /**
   * True when the database was restored and earlier payouts are still searched for. Never without a
   * chain.
   */
  isRestorePending(reader: Database | Tx): Promise<boolean>
  /** Continues with the reduced requests whose holds a shared loss has ended. Rule book 2.17. */
  cut(tx: Tx, cuts: readonly CutWithdrawal[]): Promise<void>
}

/** Withdrawals of members: requested, decided by operators, and paid. */
export function openWithdrawals(platform: Platform, deps: WithdrawalDeps): Withdrawals {
  const { config, database } = platform
  const signer = signerOf(platform, deps)
  const connected = signer !== null
  const context = {
    ...deps,
    connected,
    payoutChain: config.chain,
    tokenContract: config.chain?.usdt ?? null,
    checksByRule: signer !== null && ruleCheckKeyFile(config) !== null,
    pauseNow: (reader: Database | Tx) => pauseNow(reader, connected),
  }
  return {
    module: {
      routes: [
        ...withdrawalRoutes(database, context),
        ...withdrawalOperatorRoutes(database, context),
      ],
      jobs: jobsOf(platform, deps, signer),
      gauges: withdrawalGauges(platform.database),
    },
    changesAmong,
    unknownTransfers,
    openOf,
    forget,
    proposeVoid,
    approveVoid,
    dropVoid,
    voids: voidsById,
    minedUnbooked: async (reader, block) =>
      config.chain === null ? 0n : minedUnbooked(reader, config.chain.chainId, block),
    namedBy: (reader, transfer) => namedBy(deps.transfersOut, reader, transfer),
    isRestorePending: async reader => config.chain !== null && isRestorePending(reader),
    cut: (tx, cuts) => cutWithdrawals(deps.ledger, tx, cuts),
  }
}

/**
 * The jobs of the worker: payouts are followed on the chain wherever there is one, even without a
 * signer.
 */
function jobsOf(
  { config, database, logger }: Platform,
  deps: WithdrawalDeps,
  signer: Signer | null,
): Job[] {
  const { chain } = config
  const { transfersOut, ledger } = deps
  if (chain === null || transfersOut === null) return []
  const following = { database, logger, ledger, transfersOut }
  const restores = openRestores({ ...deps, ...following, signer, chain })
  const follow = openJob('withdrawals.follow', () => followPayouts(following))
  const restored = { ...openJob('withdrawals.restored', restores), everyMs: RESTORE_MS }
  if (signer === null) return [follow, restored]
  const paying = { ...deps, ...following, signer, chain }
  const pay = openJob('withdrawals.pay', openDriver(paying))
  const keyFile = ruleCheckKeyFile(config)
  if (keyFile === null) return [pay, follow, restored]
  const checking = { ...deps, database, logger, chain, key: () => readRuleCheckKey(keyFile) }
  return [openJob('withdrawals.check', openRuleCheck(checking)), pay, follow, restored]
}

const ruleCheckKeyFile = ({ signer }: Platform['config']) => signer?.ruleCheckKeyFile ?? null

const openJob = (name: string, run: () => Promise<void>): Job => ({
  name,
  runsIn: 'worker',
  everyMs: TURN_MS,
  wokenBy: ['withdrawals'],
  run,
})

const signerOf = ({ config }: Platform, { transfersOut }: WithdrawalDeps): Signer | null =>
  config.chain && config.signer && transfersOut ? openSigner(config.signer) : null

/**
 * Why approved withdrawals are not paid out now. Until the worker has checked, the signer counts as
 * away.
 */
async function pauseNow(reader: Database | Tx, connected: boolean): Promise<PayoutPause | null> {
  if (!connected) return 'notConnected'
  const status = await findStatus(reader)
  return status === null ? 'signerAway' : status.pause
}
