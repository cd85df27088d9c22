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

/** Refuses one picture more, of so many bytes, than a member may have. */
export function refuseBeyondShare(taken: TakenUp, bytes: number): void {
  const { maxPerDay, maxBytesPerAccount } = uploadLimits
  if (taken.today >= maxPerDay) refuse('uploadDailyLimit', { max: maxPerDay })
  if (taken.bytes + bytes > maxBytesPerAccount)
    refuse('uploadAccountFull', { max: maxBytesPerAccount / 1024 ** 2, days: KEPT_DAYS })
}
