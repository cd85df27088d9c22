import { accessSync, constants } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { verifyBooks } from '../accountant/index.ts'

/** A command that cannot be carried out, with the reason in one sentence. */
class Unusable extends Error {}

/**
 * The program of the second accountant: checks the books of DATABASE_URL against themselves and
 * against heads that were stored elsewhere (`--head`, `--from-file`; each may be repeated). Exit
 * code: 0 nothing differs, 1 something does, 2 the check was not possible.
 */
async function main(): Promise<void> {
  const evidence = readEvidence(process.argv.slice(2))
  const url = process.env.DATABASE_URL
  if (!url) throw new Unusable('DATABASE_URL is missing: set it to the database of the books.')
  const books = new pg.Client({ connectionString: url, application_name: 'banyan verify' })
  books.on('error', () => {})
  await books.connect()
  try {
    const differences = await verifyBooks(books, evidence, line => console.log(line))
    console.log(differences === 0 ? 'The books are whole.' : summary(differences))
    process.exitCode = differences === 0 ? 0 : 1
  } finally {
    await books.end().catch(() => {})
  }
}

const summary = (differences: number): string =>
  `The books are not whole: ${differences === 1 ? '1 difference' : `${differences} differences`}.`

function readEvidence(args: string[]): { heads: string[]; files: string[] } {
  const { values } = parseArgs({
    args,
    options: {
      head: { type: 'string', multiple: true, default: [] },
      'from-file': { type: 'string', multiple: true, default: [] },
    },
    strict: true,
  })
  for (const head of values.head)
    if (!/^[0-9a-f]{64}$/.test(head))
      throw new Unusable(`--head is "${head}": give the 64 hexadecimal digits of a head.`)
  for (const file of values['from-file']) accessSync(file, constants.R_OK)
  return { heads: values.head, files: values['from-file'] }
}

main().catch((error: unknown) => {
  console.error(error instanceof Unusable ? error.message : unreadable(error))
  process.exitCode = 2
})

/** Reports why the books could not be read, without the address, which contains a password. */
function unreadable(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return `The books could not be looked at (${message || code || 'no reason given'}). Look whether the database of DATABASE_URL is up and migrated, and whether the file of --from-file can be read.`
}
