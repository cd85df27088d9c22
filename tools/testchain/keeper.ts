import { renameSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { stateFiles } from './anvil.ts'
import type { ChainClient } from './client.ts'

/** The pace of BNB Smart Chain. */
const blockEveryMs = 450

/** After the last transaction the chain goes on for this many blocks, so that it is well confirmed. */
const blocksAfterLastTransaction = 24

/** A save follows a change this much later, so that a burst of transactions is one save. */
const saveAfterMs = 250
/** A long chain is saved less often: after a save it rests for so many times the save's duration. */
const restAfterSave = 30

export interface Keeper {
  /** Mines now, on top of the usual pace, and resolves with the new height. */
  mine(blocks: number): Promise<bigint>
  /** Moves the clock of the blocks to come; `offsetMs` is counted from this machine's clock. */
  setTimeOffset(offsetMs: number): Promise<void>
  /** The height as of the last block mined here. */
  height(): bigint
  /** Ends the mining and saves the chain. */
  stop(): Promise<void>
}

/**
 * Mines a block every 450 ms while there is something to mine or to confirm, and rests otherwise: an
 * idle test chain neither uses the machine nor grows its file.
 */
export async function startKeeper(
  client: ChainClient,
  dataDir: string,
  timeOffsetMs: number,
): Promise<Keeper> {
  const latest = await client.getBlock()
  let { number: height, timestamp: lastTime } = latest
  let quietBlocks = await countQuietBlocks(client, height, blocksAfterLastTransaction)
  let offsetMs = timeOffsetMs
  let savedHeight = -1n
  let lastSaveMs = 0
  let stopped = false
  let beating = false
  let troubled = false
  let last: Promise<unknown> = Promise.resolve()
  let saveTimer: NodeJS.Timeout | undefined

  /** Everything that changes the chain happens one after the other. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const result = last.then(act)
    last = result.catch(() => {})
    return result
  }

  /**
   * Blocks have the platform's time. Blocks of one second share it, as on the real chain; none goes
   * back. Their contents are read from the blocks themselves, because a transaction may arrive
   * until the last moment.
   */
  async function mineNow(blocks: number) {
    const now = BigInt(Math.floor((Date.now() + offsetMs) / 1000))
    const time = now > lastTime ? now : lastTime
    const quietBefore = quietBlocks
    // Until they are read, they may hold one: should this fail, the chain goes on.
    quietBlocks = 0
    await client.setNextBlockTimestamp({ timestamp: time })
    await client.mine({ blocks, interval: 0 })
    const newest = await client.getBlock()
    const mined = Number(newest.number - height)
    const quiet = await countQuietBlocks(client, newest.number, mined)
    height = newest.number
    lastTime = newest.timestamp
    quietBlocks = quiet < mined ? quiet : quietBefore + mined
    saveTimer ??= setTimeout(
      () => void inTurn(save).catch(reportTrouble),
      Math.max(saveAfterMs, lastSaveMs * restAfterSave),
    )
  }

  async function save() {
    clearTimeout(saveTimer)
    saveTimer = undefined
    if (savedHeight === height) return
    const began = performance.now()
    const state = gunzipSync(Buffer.from((await client.dumpState()).slice(2), 'hex'))
    const { saved } = stateFiles(dataDir)
    writeFileSync(`${saved}.new`, state, { mode: 0o600 })
    renameSync(`${saved}.new`, saved)
    savedHeight = height
    lastSaveMs = performance.now() - began
  }

  async function beat() {
    const { pending } = await client.getTxpoolStatus()
    if (pending > 0 || quietBlocks < blocksAfterLastTransaction) await mineNow(1)
    troubled = false
  }

  /** An interval that falls due while the last one still waits is left out. */
  const pace = setInterval(() => {
    if (beating || stopped) return
    beating = true
    void inTurn(beat)
      .catch(reportTrouble)
      .finally(() => {
        beating = false
      })
  }, blockEveryMs)

  /** Logged once until it works again; mining is tried again. */
  function reportTrouble(error: unknown) {
    if (!stopped && !troubled) console.error('The test chain does not answer its keeper:', error)
    troubled = true
  }

  return {
    mine: blocks =>
      inTurn(async () => {
        await mineNow(blocks)
        return height
      }),
    setTimeOffset: wanted =>
      inTurn(async () => {
        if (BigInt(Math.floor((Date.now() + wanted) / 1000)) < lastTime) {
          const last = new Date(Number(lastTime) * 1000).toISOString()
          throw new Error(`The chain's clock cannot go back: its last block is of ${last}.`)
        }
        offsetMs = wanted
      }),
    height: () => height,
    stop: async () => {
      stopped = true
      clearInterval(pace)
      // Where anvil is gone already, the last save is all there can be.
      await inTurn(save).catch(() => {})
    },
  }
}

/** The number of blocks on top of the chain without a transaction, within the newest `most`. */
async function countQuietBlocks(
  client: ChainClient,
  height: bigint,
  most: number,
): Promise<number> {
  for (let quiet = 0; quiet < most; quiet++) {
    const blockNumber = height - BigInt(quiet)
    if (blockNumber <= 0n) break
    if ((await client.getBlockTransactionCount({ blockNumber })) > 0) return quiet
  }
  return most
}
