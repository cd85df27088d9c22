import { ALIKE_BITS, differenceOf } from '../pictures/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { candidatesFor, perceptualHashesOf } from './store.ts'

/** Other pictures that are the same file as these, or look the same. */
export async function similarPictures(
  reader: Database | Tx,
  uploadIds: readonly string[],
): Promise<{ uploadId: string; otherId: string; same: boolean }[]> {
  const { same, near } = await candidatesFor(reader, uploadIds)
  const hashes = await perceptualHashesOf(reader, [...uploadIds, ...near.map(pair => pair.otherId)])
  const alike = near.filter(({ uploadId, otherId }) => {
    if (same.some(pair => pair.uploadId === uploadId && pair.otherId === otherId)) return false
    const [one, other] = [hashes.get(uploadId), hashes.get(otherId)]
    return one !== undefined && other !== undefined && differenceOf(one, other) <= ALIKE_BITS
  })
  return [
    ...same.map(pair => ({ ...pair, same: true })),
    ...alike.map(pair => ({ ...pair, same: false })),
  ]
}
