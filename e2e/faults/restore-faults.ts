import { chmodSync, cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@banyan/tools/until'
import { inDatabaseAt } from './clock.ts'
import { AFTER_MS, type Fault, seconds } from './fault.ts'
import type { Scene } from './scene.ts'

/** Members act so long between the backup, the moment and the loss. */
const ACTING_MS = 10_000
/** The moment is between two transactions: nobody acts so long around it. */
const QUIET_MS = 1_000

/** R16. The data folder is lost, and the database restored to a moment between the backup and the loss. */
export const restoreFaults: Fault = {
  what: 'a backup while members act, WAL archived; the data folder is lost and restored to an earlier moment, the chain goes on',
  bound:
    'everything acknowledged before the moment is there and nothing after it; a recharge after it is found on the chain and credited; the books are whole',
  run: async scene => {
    const wrong: string[] = []
    const { product, traffic, reference } = scene
    const { dataDir } = scene.disturbed
    const places = {
      backup: `${dataDir}.backup`,
      wal: `${dataDir}.wal`,
      lost: `${dataDir}.lost`,
    }
    try {
      await scene.giveAddresses()
      await archiveTo(scene, places.wal)
      const key = await command(scene, 'backup-key', [])
      const BACKUP_PRIVATE_KEY = /Private key\s+(\S+)/.exec(key)?.[1] ?? ''
      const backupBegan = performance.now()
      await command(scene, 'backup', [places.backup])
      const backupMs = performance.now() - backupBegan
      await sleep(ACTING_MS)
      await traffic.pause()
      await sleep(QUIET_MS)
      const moment = await nowOf(product.databaseUrl)
      const then = { reference: reference.copy(), offers: traffic.offers }
      await sleep(QUIET_MS)
      const before = scene.acts.length
      traffic.resume()
      await scene.credited(await scene.recharge(), ACTING_MS * 10)
      await sleep(ACTING_MS)
      await traffic.pause()
      const gone = scene.acts.slice(before).filter(({ outcome }) => outcome === 'done').length
      await untilArchived(product.databaseUrl)
      await product.stop()
      renameSync(dataDir, places.lost)
      const began = performance.now()
      const until = ['--wal', places.wal, '--until', moment.toISOString()]
      await command(scene, 'restore', [places.backup, ...until], { BACKUP_PRIVATE_KEY })
      // The chain is the world's: no restore takes it back.
      rmSync(join(dataDir, 'chain'), { recursive: true })
      cpSync(join(places.lost, 'chain'), join(dataDir, 'chain'), { recursive: true })
      await product.whileOff(url =>
        inDatabaseAt(url, async client => {
          for (const name of ['archive_mode', 'archive_command', 'archive_timeout'])
            await client.query(`alter system reset ${name}`)
        }),
      )
      await product.startAgain()
      reference.becomes(then.reference)
      scene.trouble.forget()
      const started = performance.now()
      traffic.resume(then.offers)
      await scene.recovered(started)
      const restoredMs = performance.now() - began
      await sleep(AFTER_MS)
      const figure =
        `backup in ${seconds(backupMs)}; ${gone} acts after the moment are gone and no others; ` +
        `restored, started, acts acknowledged after ${seconds(restoredMs)}`
      return { figure, wrong }
    } finally {
      for (const place of Object.values(places)) rmSync(place, { recursive: true, force: true })
    }
  },
}

/** @throws Error when the command ends otherwise than well. */
async function command(
  { product }: Scene,
  name: 'backup-key' | 'backup' | 'restore',
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { code, output } = await product.command(name, args, env)
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`)
  return output
}

/** Archives WAL to a folder from now on. */
async function archiveTo({ product }: Scene, folder: string): Promise<void> {
  mkdirSync(folder)
  // As root, PostgreSQL runs as another user.
  chmodSync(folder, 0o777)
  await inDatabaseAt(product.databaseUrl, async client => {
    await client.query("alter system set archive_mode = 'on'")
    await client.query(
      `alter system set archive_command = 'test ! -f ${folder}/%f && cp %p ${folder}/%f'`,
    )
  })
  await product.stop()
  await product.startAgain()
}

const nowOf = (url: string): Promise<Date> =>
  inDatabaseAt(url, async client => {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    return (rows[0] as { now: Date }).now
  })

/** Waits until what is written now is in the archive. */
const untilArchived = (url: string): Promise<void> =>
  inDatabaseAt(url, async client => {
    const { rows } = await client.query<{ name: string }>(
      'select pg_walfile_name(pg_switch_wal()) as name',
    )
    await until('the WAL is archived', async () => {
      const archived = await client.query<{ done: boolean }>(
        'select last_archived_wal >= $1 as done from pg_stat_archiver',
        [rows[0]?.name],
      )
      return archived.rows[0]?.done
    })
  })
