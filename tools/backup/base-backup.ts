import type { Writable } from 'node:stream'
import { Client, type Connection } from 'pg'

/**
 * Writes a base backup of a running cluster: `archive` gets a tar of the whole folder with the WAL
 * that it needs, `manifest` gets PostgreSQL's own list of files with their SHA-256. Pages are
 * checked against their checksums as they are read. The cluster keeps serving; nothing is left
 * behind in it, however this ends.
 */
export async function takeBaseBackup(
  url: string,
  sinks: { archive: Writable; manifest: Writable },
): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'backup',
    // Known to the driver, not to its types.
    ...({ replication: 'true' } as object),
  })
  await client.connect()
  try {
    // Ends with this connection; until then PostgreSQL keeps the WAL of the backup.
    await client.query('CREATE_REPLICATION_SLOT backup TEMPORARY PHYSICAL (RESERVE_WAL)')
    await new Promise<void>((resolve, reject) => {
      for (const sink of Object.values(sinks)) sink.once('error', reject)
      client.query(new BaseBackup(sinks, error => (error ? reject(error) : resolve())))
    })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Kilobytes per second: the cluster hashes what it sends, on the processors that also serve members. */
const MOST_RATE = 65_536
const COMMAND = `BASE_BACKUP (LABEL 'banyan', CHECKPOINT 'fast', WAL, MAX_RATE ${MOST_RATE}, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`

/** The messages of PostgreSQL's "Streaming Replication" protocol, as the driver passes them on. */
class BaseBackup {
  readonly #sinks: { archive: Writable; manifest: Writable }
  readonly #done: (error?: Error) => void
  #sink: Writable
  #error: Error | undefined
  #isWaiting = false

  constructor(sinks: { archive: Writable; manifest: Writable }, done: (error?: Error) => void) {
    this.#sinks = sinks
    this.#done = done
    this.#sink = sinks.archive
  }

  submit(connection: Connection): void {
    connection.query(COMMAND)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'm') this.#sink = this.#sinks.manifest
    if (kind === 'n' && chunk.subarray(1).toString('latin1').split('\0')[0] !== 'base.tar')
      this.#error ??= new Error('The cluster has tablespaces, which this backup does not know.')
    if (kind !== 'd' || this.#error) return
    // The driver reuses the memory of the chunk for the next one.
    if (this.#sink.write(Buffer.from(chunk.subarray(1))) || this.#isWaiting) return
    this.#isWaiting = true
    connection.stream.pause()
    this.#sink.once('drain', () => {
      this.#isWaiting = false
      connection.stream.resume()
    })
  }

  handleError(error: Error): void {
    this.#done(error)
  }

  handleReadyForQuery(): void {
    this.#done(this.#error)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
