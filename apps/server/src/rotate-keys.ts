import { countHashes, hashesOfPepper } from './identity/index.ts'
import { manifests } from './modules.ts'
import { countOperatorHashes, newestRootKey, openRootSigner } from './operators/index.ts'
import type { Database } from './platform/database/connect.ts'
import type { KeyUse } from './platform/key-rotation.ts'
import { countSealedOtherwise, reseal, type SealedColumns } from './platform/reseal.ts'
import { openSealing } from './platform/sealing.ts'
import type { SecretName, Secrets } from './platform/secrets.ts'
import { countSubscribedWith } from './push/index.ts'
import {
  countFilesSealedOtherwise,
  dropEarlierFiles,
  openSealedFiles,
  type Place,
  resealFiles,
} from './uploads/index.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Rows that calls hold are passed over; the next pass finds them. */
const PASSES = 10
/** A line of progress after so many rows, or files. */
const SAID_EVERY = { rows: 10_000, files: 100 }

/** What the replacement of each secret takes: docs/operations/keys.md. */
export const keyUses = (
  owner: Database,
  secrets: Secrets,
  place: Place,
): Record<SecretName, KeyUse> => ({
  pepper: {
    // Codes that were sent by e-mail, and pages of questions that are open.
    restMs: HOUR_MS,
    left: async old => {
      const pattern = hashesOfPepper(old.version)
      const [members, operators] = await Promise.all([
        countHashes(owner, pattern),
        countOperatorHashes(owner, pattern),
      ])
      if (members + operators === 0) return null
      return `${members} passwords of members and ${operators} of operators are hashed with it. Each is hashed anew when it is typed next. Run this command again later, or with --leave-behind: then these owners have to choose new ones.`
    },
    mayLeaveBehind: true,
  },
  fingerprintKey: {
    // Apps repeat a call for minutes; one that is repeated a day later is answered that its key was used.
    restMs: 24 * HOUR_MS,
    left: async () => null,
    mayLeaveBehind: false,
  },
  fieldKey: fieldKeyUse(owner, secrets, place),
  pushKey: {
    restMs: 0,
    left: async old => {
      const count = await countSubscribedWith(owner, openSealing(secrets.fieldKey), old.key)
      if (count === 0) return null
      return `${count === 1 ? '1 browser has' : `${count} browsers have`} subscribed to push messages with it. Each subscribes anew when the app is opened there next. Run this command again later, or with --leave-behind: the others get no messages until then.`
    },
    mayLeaveBehind: true,
  },
  auditKey: {
    restMs: 0,
    left: async old => {
      const newest = await newestRootKey(owner)
      if (!newest?.equals(openRootSigner(old.key).publicKey)) return null
      return 'it has to sign that the new one follows it, with the next root of the audit log, within the hour. Run this command again then.'
    },
    mayLeaveBehind: false,
  },
})

function fieldKeyUse(owner: Database, { fieldKey }: Secrets, place: Place): KeyUse {
  const columns = manifests.flatMap(({ sealed }) => sealed)
  const files = { ...openSealedFiles(place), database: owner, fieldKey }
  const rowsLeft = async () => {
    const left: { of: SealedColumns; count: number }[] = []
    for (const of of columns)
      left.push({ of, count: await countSealedOtherwise(owner, fieldKey, of) })
    return left.filter(({ count }) => count > 0)
  }
  return {
    // Limits of e-mailed codes count an hour back, by addresses that are stored as keyed hashes alone.
    restMs: HOUR_MS,
    renew: async say => {
      for (let pass = 0; pass < PASSES; pass++) {
        const left = await rowsLeft()
        if (left.length === 0) break
        for (const { of, count } of left) {
          let done = 0
          await reseal(owner, fieldKey, of, rows => {
            const before = done
            done += rows
            if (Math.floor(before / SAID_EVERY.rows) !== Math.floor(done / SAID_EVERY.rows))
              say(`${of.table}: ${done} of ${count} rows encrypted anew`)
          })
          say(`${of.table}: ${done} of ${count} rows encrypted anew`)
        }
      }
      const done = await resealFiles(files, count => {
        if (count % SAID_EVERY.files === 0) say(`${count} files encrypted anew`)
      })
      if (done > 0) say(`${done} files encrypted anew`)
    },
    left: async () => {
      const rows = (await rowsLeft()).map(({ of, count }) => `${count} rows of ${of.table}`)
      const count = await countFilesSealedOtherwise(files)
      if (rows.length + count === 0) return null
      return `${[...rows, ...(count > 0 ? [`${count} files`] : [])].join(', ')}. Run this command again.`
    },
    mayLeaveBehind: false,
    afterwards: () => dropEarlierFiles(files),
  }
}
