import { parseArgs } from 'node:util'
import { noticeFiles, picturesNamed } from '../notices/index.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { connectDatabase, connectPool } from '../platform/database/connect.ts'
import { checkUploads, copyUploads, StoreAway } from '../uploads/index.ts'
import { runProgram, UNAVAILABLE } from './program.ts'

const USAGE = 'Give "to-store", "to-folder" or "check": docs/operations/uploads.md.'
/** Something is missing: an operator has to look. */
const INCOMPLETE = 3

/**
 * Copies uploads between the folder and the store of S3_ENDPOINT, or compares them with the rows
 * that name them. Exit code: 0 all is there, 3 files are missing, 78 it cannot be done, with the
 * reason in one sentence, 69 the store of uploads is away.
 */
runProgram(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [task, ...more] = positionals
  if ((task !== 'to-store' && task !== 'to-folder' && task !== 'check') || more.length > 0)
    throw new ConfigError(USAGE)
  const config = readConfig(process.env)
  const pool = connectPool(config.databaseUrl, { max: 10 })
  const say = (line: string) => console.log(line)
  const others = { files: noticeFiles, named: picturesNamed }
  const commanded = { database: connectDatabase(pool), place: config, others, say }
  try {
    if (task === 'check') {
      const { there, missing, unknown } = await checkUploads(commanded)
      say(`${there} files are there, ${missing} are missing.`)
      if (unknown > 0) say(`${unknown} files that no row names will be taken away in a day.`)
      if (missing > 0) process.exitCode = INCOMPLETE
      return
    }
    const { copied, there, missing } = await copyUploads(commanded, task)
    say(`${copied} files copied, ${there} were there already, ${missing} are missing.`)
    if (missing > 0) process.exitCode = INCOMPLETE
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error
    console.error(`Begun and not finished, because ${error.message}: run this command again.`)
    process.exitCode = UNAVAILABLE
  } finally {
    await pool.end()
  }
})
