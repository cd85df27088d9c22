/**
 * Structured lines on the standard output. They must never contain a key, a token or a passphrase.
 */
export interface Log {
  info(fields: Record<string, unknown>, text: string): void
  warn(fields: Record<string, unknown>, text: string): void
  error(fields: Record<string, unknown>, text: string): void
}

/** Writes each line as one JSON object. */
export function openLog(write: (line: string) => void = line => process.stdout.write(line)): Log {
  const line = (level: string) => (fields: Record<string, unknown>, text: string) =>
    write(`${JSON.stringify({ level, time: new Date().toISOString(), msg: text, ...fields })}\n`)
  return { info: line('info'), warn: line('warn'), error: line('error') }
}
