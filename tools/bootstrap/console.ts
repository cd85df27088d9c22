import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rememberedPort } from './ports.ts'
import { StartRefused } from './refusal.ts'
import { repository } from './repository.ts'
import type { Settings } from './settings.ts'

/** The file of a data folder that remembers the console's port between starts. */
const portFile = (dataDir: string): string => join(dataDir, 'console-port')

/**
 * The port of the operators' console: CONSOLE_PORT, or the one of the last start, or the one after
 * the member app's. In production there is none unless it is set.
 */
export async function consolePortFor(
  { port, consolePort }: Settings,
  dataDir: string,
): Promise<number | undefined> {
  if (consolePort === undefined && process.env.NODE_ENV === 'production') return undefined
  return rememberedPort(portFile(dataDir), { wanted: consolePort, first: port + 1 })
}

/** Where browsers open the console of this machine: by name, because passkeys take no IP address. */
export const consoleUrlOf = (port: number): string => `http://localhost:${port}`

/** The port that is set, or that the last start over the data folder has used. */
export function knownConsolePort({ consolePort, dataDir }: Settings): number | undefined {
  const file = portFile(dataDir)
  return consolePort ?? (existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined)
}

/**
 * Where this machine's programs reach the operators' calls.
 * @throws StartRefused when no port is set and nothing was started over the data folder.
 */
export function operatorsUrl(settings: Settings): string {
  const port = knownConsolePort(settings)
  if (port === undefined)
    throw new StartRefused(
      'The console of the operators has no port: set CONSOLE_PORT, or give --url its address.',
    )
  return `http://127.0.0.1:${port}`
}

/** The settings by which the server serves the console; its pages where they are in this repository. */
export function consoleSettings(port: number | undefined): NodeJS.ProcessEnv {
  const app = join(repository, 'apps/console')
  return {
    CONSOLE_PORT: port === undefined ? '' : String(port),
    CONSOLE_DIST: existsSync(join(app, 'package.json')) ? join(app, 'dist') : '',
  }
}
