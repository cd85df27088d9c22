import { statfs } from 'node:fs/promises'
import { uploadLimits } from '@banyan/domain'
import { refuse } from '../platform/refused.ts'
import { KEPT_DAYS } from './originals.ts'
import type { TakenUp } from './store.ts'

/** Pictures stop at this share, long before the books have no room to be written in. */
export const LEAST_DISK_LEFT = 0.1

/** What share of the disk that holds a folder is free for this process, from 0 to 1. */
export type DiskLeft = (folder: string) => Promise<number>

export const diskLeft: DiskLeft = async folder => {
  const { bavail, blocks } = await statfs(folder)
  return bavail / blocks
}

/** How much somebody may send in a day, and have in all. */
export interface Share {
  maxPerDay: number
  maxBytesPerAccount: number
}

export const memberShare: Share = uploadLimits
/** An operator answers many members: there is no sum that their pictures come to in the end. */
export const operatorShare: Share = {
  maxPerDay: uploadLimits.maxPerOperatorDay,
  maxBytesPerAccount: Number.POSITIVE_INFINITY,
}

/** Refuses one picture more, of so many bytes, than a share has. */
export function refuseBeyondShare(taken: TakenUp, bytes: number, share: Share): void {
  const { maxPerDay, maxBytesPerAccount } = share
  if (taken.today >= maxPerDay) refuse('uploadDailyLimit', { max: maxPerDay })
  if (taken.bytes + bytes > maxBytesPerAccount)
    refuse('uploadAccountFull', { max: maxBytesPerAccount / 1024 ** 2, days: KEPT_DAYS })
}
