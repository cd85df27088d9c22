import { statfs } from 'node:fs/promises'
import { uploadLimits } from '@banyan/domain'
import { refuse } from '../platform/refused.ts'
import { KEPT_DAYS } from './originals.ts'
import type { TakenUp } from './store.ts'

/** Uploads stop at this share of free disk, long before the database has no space to write. */
export const LEAST_DISK_LEFT = 0.1

/** The share of a folder's disk that is free for this process, from 0 to 1. */
export type DiskLeft = (folder: string) => Promise<number>

export const diskLeft: DiskLeft = async folder => {
  const { bavail, blocks } = await statfs(folder)
  return bavail / blocks
}

/** How much an owner may send in a day, and store in all. */
export interface Share {
  maxPerDay: number
  maxBytesPerAccount: number
}

export const memberShare: Share = uploadLimits
/** An operator answers many members, so their pictures have no total limit. */
export const operatorShare: Share = {
  maxPerDay: uploadLimits.maxPerOperatorDay,
  maxBytesPerAccount: Number.POSITIVE_INFINITY,
}

/** Refuses another picture of this many bytes when it exceeds the share. */
export function refuseBeyondShare(taken: TakenUp, bytes: number, share: Share): void {
  const { maxPerDay, maxBytesPerAccount } = share
  if (taken.today >= maxPerDay) refuse('uploadDailyLimit', { max: maxPerDay })
  if (taken.bytes + bytes > maxBytesPerAccount)
    refuse('uploadAccountFull', { max: maxBytesPerAccount / 1024 ** 2, days: KEPT_DAYS })
}
