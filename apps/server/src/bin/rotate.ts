import { mkdirSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../platform/config.ts'
import { connectDatabase, connectPool } from '../platform/database/connect.ts'
import { requireOwnKeys } from '../platform/key-check.ts'
import { describeKeys, rotateKey, undoRotation } from '../platform/key-rotation.ts'
import { readSecrets, secretNames } from '../platform/secrets.ts'
import { keyUses } from '../rotate-keys.ts'
import { runProgram } from './program.ts'

const USAGE = `Give "status", or one of ${secretNames.join(', ')}, with --leave-behind or --back where docs/operations/keys.md says so.`

/**
 * Refuses to write as another user than the one that the platform runs as: its processes could open
 * neither a new key nor the files that are encrypted anew.
 */
function requireOwner(dataDir: string): void {
  const user = process.getuid?.()
  const owner = statSync(dataDir).uid
  if (user !== undefined && user !== owner)
    throw new ConfigError(
      `${dataDir} belongs to the user ${owner}, and this is the user ${user}: run the command as its owner, installed as docs/operations/keys.md says with the unit banyan-rotate@.`,
    )
}

/** The arguments; `fieldKey:back` is `fieldKey --back`, for a unit, whose name has no blanks. */
const given = process.argv
  .slice(2)
  .flatMap(one => one.split(':').map((part, place) => (place === 0 ? part : `--${part}`)))

/**
 * Replaces one of the five secrets while everything runs; run again, it goes on where it was.
 * Exit code: 0 the old key is refused now (or the status was shown), 3 the command is to be run
 * again, 78 it cannot be done, with the reason in one sentence.
 */
runProgram(async () => {
  const { positionals, values } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { 'leave-behind': { type: 'boolean' }, back: { type: 'boolean' } },
  })
  const [asked, ...others] = positionals
  const name = secretNames.find(one => one === asked)
  if (others.length > 0 || (!name && asked !== 'status')) throw new ConfigError(USAGE)
  const config = readConfig(process.env)
  // To count what is left of an old key in a large table takes as long as it takes.
  const pool = connectPool(config.databaseUrl, { max: 3, role: null, statementLimit: '0' })
  const owner = connectDatabase(pool)
  const say = (line: string) => console.log(line)
  try {
    if (!name) {
      for (const one of secretNames) say(await describeKeys(owner, one))
      return
    }
    mkdirSync(config.dataDir, { recursive: true })
    requireOwner(config.dataDir)
    const secrets = readSecrets(config.dataDir)
    // The new key may be what is missing: then there has to be a way back without it.
    if (!values.back) await requireOwnKeys(owner, secrets, config.dataDir)
    const use = keyUses(owner, secrets, config)[name]
    const rotating = { owner, dataDir: config.dataDir, ring: secrets[name], name, use, say }
    if (values.back) return await undoRotation(rotating)
    const leaveBehind = values['leave-behind'] ?? false
    process.exitCode = (await rotateKey(rotating, { leaveBehind })) === 'done' ? 0 : 3
  } finally {
    await pool.end()
  }
})
