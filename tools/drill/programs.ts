import { join } from 'node:path'
import { program, repository } from '../bootstrap/repository.ts'
import type { ServiceSpec } from './processes.ts'
import { type Drill, settingsOnThree } from './settings.ts'
import { addresses, type MachineName, type ProgramName, ports, programsOf } from './topology.ts'

/** The product's programs of a machine, as its units run them. */
export function programsFor(
  drill: Drill,
  machine: MachineName,
  common: NodeJS.ProcessEnv,
  signer: ServiceSpec,
): ServiceSpec[] {
  return programsOf[machine].map(name =>
    name === 'signer'
      ? signer
      : {
          name,
          command: [process.execPath, '--enable-source-maps', program(name)],
          cwd: repository,
          env: environmentOf(drill, machine, name, common),
          restarts: true,
        },
  )
}

/** The settings of one program of a machine. */
export function environmentOf(
  drill: Drill,
  machine: MachineName,
  name: ProgramName | 'migrate' | 'reconcile',
  common: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const three = settingsOnThree(drill, machine)
  const { DATABASE_URL = '' } = three
  const hasSigner = programsOf[machine].includes('signer')
  const { SIGNER_SOCKET, SIGNER_TOKEN_FILE, RULE_CHECK_KEY_FILE, ...rest } = common
  return {
    PATH: process.env.PATH,
    ...rest,
    ...(hasSigner && { SIGNER_SOCKET, SIGNER_TOKEN_FILE, RULE_CHECK_KEY_FILE }),
    ...three,
    // Which program of which machine a connection is of.
    DATABASE_URL: `${DATABASE_URL}&application_name=banyan-${name}-${machine}`,
    PORT: String(ports.api),
    METRICS_PORT: String(privatePort(name)),
    ...(name === 'console' && {
      CONSOLE_PORT: String(ports.console),
      CONSOLE_ORIGIN: `http://${addresses[machine]}:${ports.console}`,
    }),
  }
}

/** Each program of a machine has a private port of its own. */
const portsAfter: Readonly<Record<ProgramName | 'migrate' | 'reconcile', number>> = {
  api: 1,
  worker: 3,
  watcher: 4,
  console: 2,
  signer: 5,
  migrate: 6,
  reconcile: 7,
}

/** The private port of a program. */
export const privatePort = (name: keyof typeof portsAfter): number =>
  ports.metrics + portsAfter[name]

/** The folder that all programs share, for their secrets. */
export const sharedFolder = (drill: Drill): string => join(drill.folder, 'shared')
