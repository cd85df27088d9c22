import type { Candidate, Period, Placed, PlacementFacts } from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import { type Announcement, announce } from '../platform/outbox/announce.ts'
import type { CutOff, PlacementOutcome } from '../settlement/index.ts'
import { packNodes } from './engine/blocks.ts'
import { weigher } from './engine/weigh.ts'
import * as rounds from './round-store.ts'
import { lockRoundExclusive, type Reader } from './store.ts'
import { insertPlacements, lockNextIdx } from './tree-store.ts'

/**
 * The cut-off: from here on requests made before it belong to this run and can be neither moved nor
 * withdrawn. Freezes all inputs of the placing in rows that never change. A repeat changes nothing.
 */
export async function closeRound(
  tx: Tx,
  { period, cutoff }: Pick<CutOff, 'period' | 'cutoff'>,
): Promise<void> {
  if (await rounds.findRound(tx, period)) return
  // Weighing reads the whole tree, which only a run changes: it is done before others have to wait.
  const early = (await rounds.asksForSmaller(tx, cutoff)) ? await weigher(tx) : null
  await lockRoundExclusive(tx)
  await rounds.insertRound(tx, period, cutoff)
  await rounds.takeCandidates(tx, period, cutoff)
  const asking = await rounds.invitersToWeigh(tx, period)
  const weigh = asking.length === 0 ? null : (early ?? (await weigher(tx)))
  const weights = asking.map(idx => weigh?.(idx)).filter(weight => weight !== undefined)
  await rounds.freezeInviters(tx, period, weights)
}

/**
 * The frozen facts of a run: the same at every call, also after it has been posted.
 * @throws Error when the period's round was never closed.
 */
export async function factsOfRun(reader: Reader, period: Period): Promise<PlacementFacts> {
  const round = await rounds.findRound(reader, period)
  if (!round) throw new Error(`the placements of ${period} were not frozen`)
  const candidates = await rounds.candidatesOf(reader, period)
  const plain = ({ memberId, inviterId, choice }: Candidate): Candidate => ({
    memberId,
    inviterId,
    choice,
  })
  return {
    nextIdx: round.nextIdx,
    inviters: await rounds.invitersOf(reader, period),
    requests: candidates.filter(one => !one.overdue).map(plain),
    overdue: candidates.filter(one => one.overdue).map(plain),
  }
}

/**
 * Makes up to `limit` placements of a run final that are not final yet; returns how many, 0 when
 * all are. Place, end of the wait and events are one transaction, so a killed run continues where
 * it was. The call that finds nothing left marks the round as posted.
 * @throws Error when the tree or the list of waiting members is not as the run left it.
 */
export async function postPlacements(
  tx: Tx,
  { period, placed, placementDays }: PlacementOutcome,
  limit: number,
): Promise<number> {
  const round = await rounds.findRound(tx, period)
  if (!round) throw new Error(`the placements of ${period} were not frozen`)
  const done = (await lockNextIdx(tx)) - round.nextIdx
  const chunk = placed.slice(done, done + limit)
  if (chunk.length === 0) {
    if (round.postedAt === null) {
      await rounds.markPosted(tx, period)
      await packNodes(tx)
    }
    return 0
  }
  const run = { period, finalAt: round.cutoffAt, days: placementDays }
  await insertPlacements(tx, chunk, run)
  const waited = await rounds.endWaiting(
    tx,
    chunk.map(one => one.memberId),
    run,
  )
  if (waited !== chunk.length)
    throw new Error(`${chunk.length - waited} of ${period} are placed who did not wait for it`)
  await announce(tx, newsOf(chunk))
  return chunk.length
}

/** Notifies the placed members and their inviters, each once. */
function newsOf(placed: readonly Placed[]): Announcement[] {
  const recipients = new Set(placed.flatMap(one => [one.memberId, one.inviterId]))
  return [...recipients].map(memberId => ({ memberId, topic: 'network', subject: null }))
}
