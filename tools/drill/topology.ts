/** The machines of the drill, each a network namespace of its own on one bridge. */

/** A machine with a database, programs of the product, and a way to the primary. */
export type MachineName = 'm1' | 'm2' | 'm3'
/** Besides: the machine that leads members' calls to the others, and the one with the store of uploads. */
export type HostName = MachineName | 'front' | 'store'

export const machineNames = ['m1', 'm2', 'm3'] as const

export const network = '10.77.7.0/24'
/** Outside of the machines: members, and the node of the chain. */
export const outside = '10.77.7.1'
/** The name that members know. */
export const publicHost = 'app.example.org'

export const addresses: Readonly<Record<HostName, string>> = {
  front: '10.77.7.10',
  m1: '10.77.7.11',
  m2: '10.77.7.12',
  m3: '10.77.7.13',
  store: '10.77.7.20',
}

/** The programs of the product on each machine. */
export const programsOf: Readonly<Record<MachineName, readonly ProgramName[]>> = {
  m1: ['api', 'worker', 'signer'],
  m2: ['api', 'worker', 'watcher'],
  m3: ['api', 'console'],
}
export type ProgramName = 'api' | 'worker' | 'watcher' | 'console' | 'signer'

export const ports = { api: 8080, console: 8081, metrics: 9100, chain: 8545 } as const
