import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { manifests } from './modules.ts'
import { connectDatabase, type Database } from './platform/database/connect.ts'
import { keptChecks, requireOwnKeys, tellRing } from './platform/key-check.ts'
import { type Rotated, rotateKey, undoRotation } from './platform/key-rotation.ts'
import { openSealing } from './platform/sealing.ts'
import { readSecrets, type SecretName, type Secrets } from './platform/secrets.ts'
import { keyUses } from './rotate-keys.ts'
import type { HttpSystem } from './testing/http-system.ts'

/** The command `npm run rotate`, beside a server that runs. */
export function rotationBeside(system: HttpSystem) {
  const owner = connectDatabase(system.db.owner)
  const { dataDir } = system.config
  const said: string[] = []
  const prepare = async (
    name: SecretName,
    env: Record<string, string> = {},
    folder: string = dataDir,
  ) => {
    const secrets = readSecrets(folder, env)
    const use = keyUses(owner, secrets, { ...system.config, dataDir: folder })[name]
    const say = (line: string) => void said.push(line)
    return {
      secrets,
      owner,
      dataDir: folder,
      ring: secrets[name],
      name,
      use,
      say,
      env,
      patienceMs: 60_000,
    }
  }
  const own = async (prepared: Awaited<ReturnType<typeof prepare>>) => {
    await requireOwnKeys(owner, prepared.secrets, prepared.dataDir)
    return prepared
  }
  return {
    owner,
    /** What the command has said. */
    said,
    run: async (name: SecretName, options?: { leaveBehind?: boolean }): Promise<Rotated> =>
      rotateKey(await own(await prepare(name)), options),
    runIn: async (name: SecretName, env: Record<string, string>, patienceMs = 0) =>
      rotateKey({ ...(await own(await prepare(name, env))), patienceMs }),
    /** Runs the command, and something else when it begins to make things anew. */
    runWith: async (name: SecretName, meanwhile: (secrets: Secrets) => Promise<void>) => {
      const prepared = await own(await prepare(name))
      const renew = async (say: (line: string) => void) => {
        await meanwhile(prepared.secrets)
        await prepared.use.renew?.(say)
      }
      return rotateKey({ ...prepared, use: { ...prepared.use, renew } })
    },
    /** Runs the command over another data folder than the server's, without waiting. */
    runFrom: async (folder: string, name: SecretName) =>
      rotateKey({ ...(await own(await prepare(name, {}, folder))), patienceMs: 0 }),
    back: async (name: SecretName) => undoRotation({ ...(await prepare(name)), patienceMs: 0 }),
    states: async (name: SecretName) =>
      (await keptChecks(owner)).of(name).map(({ version, state }) => `${version} ${state}`),
    /** A data folder with the keys that there are now; a later rotation does not reach it. */
    copyOfKeys: () => {
      const folder = mkdtempSync(join(tmpdir(), 'banyan-old-keys-'))
      cpSync(join(dataDir, 'secrets.json'), join(folder, 'secrets.json'))
      return { folder, remove: () => rmSync(folder, { recursive: true }) }
    },
    /** Everything that is encrypted in the database, opened, by table, row and column. */
    opened: () => openedTexts(owner, dataDir),
  }
}

async function openedTexts(owner: Database, dataDir: string): Promise<Map<string, string>> {
  const { fieldKey } = readSecrets(dataDir, {})
  tellRing(await keptChecks(owner), 'fieldKey', fieldKey)
  const sealing = openSealing(fieldKey)
  const texts = new Map<string, string>()
  for (const { table, id, columns } of manifests.flatMap(({ sealed }) => sealed))
    for (const [column, place] of Object.entries(columns)) {
      const { rows } = await sql<{ id: string; sealed: Buffer; place: string }>`
        select concat_ws(' ', ${sql.raw(Object.keys(id).join(', '))}) as id, ${sql.ref(column)} as sealed,
          ${sql.raw(place)} as place
        from ${sql.table(table)} where length(${sql.ref(column)}) > 0`.execute(owner)
      for (const row of rows)
        texts.set(`${table} ${row.id} ${column}`, sealing.open(row.sealed, row.place))
    }
  return texts
}
