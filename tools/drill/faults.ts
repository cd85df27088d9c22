import { setTimeout as sleep } from 'node:timers/promises'
import { programOf } from '../bootstrap/processes.ts'
import { StartRefused } from '../bootstrap/refusal.ts'
import { membersOf, untilPrimary } from './cluster.ts'
import { loseStore } from './lost-store.ts'
import { cut, cutBetween, mend, mendBetween, processesOf, signalQuietly } from './network.ts'
import { killWorkersInEachStep } from './settlement.ts'
import { skewClocks } from './skew.ts'
import { type MachineName, machineNames } from './topology.ts'
import type { World } from './world.ts'

/** Something that goes wrong, and how it is put right. */
export interface Fault {
  name: string
  /** For the table: what is done. */
  does: string
  /** Does it, waits, and puts it right. Returns what the table says besides. */
  run(world: World): Promise<string>
}

const standbyNow = async (): Promise<MachineName> => {
  const members = (await membersOf()) ?? []
  const standby = members.find(({ role }) => role === 'sync_standby')
  if (standby === undefined) throw new Error('there is no synchronous standby')
  return standby.name
}

const changeOfPrimary = async (before: MachineName): Promise<string> => {
  const now = await untilPrimary()
  return now === before ? `${now} stayed the primary` : `${before} → ${now}`
}

const others = (machine: MachineName): MachineName[] => machineNames.filter(one => one !== machine)

const faults: readonly Fault[] = [
  {
    name: 'primary-killed',
    does: 'every process of the primary PostgreSQL is killed (`kill -9`)',
    async run({ lastsMs }) {
      const primary = await untilPrimary()
      for (const pid of processesOf(primary))
        if (programOf(pid) === 'postgres') signalQuietly(pid, 'SIGKILL')
      await sleep(lastsMs)
      return changeOfPrimary(primary)
    },
  },
  {
    name: 'machine-killed',
    does: "every process of the primary's machine is killed, and the machine starts again after a while",
    async run({ hosts, lastsMs }) {
      const primary = await untilPrimary()
      await hosts[primary].kill()
      await sleep(lastsMs)
      const course = await changeOfPrimary(primary)
      await hosts[primary].boot()
      return course
    },
  },
  {
    name: 'primary-paused',
    does: "every process of the primary's machine is paused for a while and then goes on",
    async run({ hosts, lastsMs }) {
      const primary = await untilPrimary()
      hosts[primary].pause()
      await sleep(lastsMs)
      hosts[primary].resume()
      await sleep(5_000)
      return changeOfPrimary(primary)
    },
  },
  {
    name: 'etcd-minority',
    does: 'the primary reaches neither of the two other machines for a while, and members reach all three',
    async run({ lastsMs }) {
      const primary = await untilPrimary()
      for (const other of others(primary)) cutBetween(primary, other)
      await sleep(lastsMs)
      for (const other of others(primary)) mendBetween(primary, other)
      return changeOfPrimary(primary)
    },
  },
  {
    name: 'etcd-one-lost',
    does: 'etcd is killed on one machine that is not the primary, and starts again after a while',
    async run({ hosts, lastsMs }) {
      const primary = await untilPrimary()
      const other = await standbyNow()
      signalQuietly(hosts[other].pidOf('etcd'), 'SIGKILL')
      await sleep(lastsMs)
      await hosts[other].start('etcd')
      return changeOfPrimary(primary)
    },
  },
  {
    name: 'primary-cut',
    does: "the cable of the primary's machine is cut for a while",
    async run({ lastsMs }) {
      const primary = await untilPrimary()
      cut(primary)
      await sleep(lastsMs)
      const course = await changeOfPrimary(primary)
      mend(primary)
      return course
    },
  },
  {
    name: 'standby-cut',
    does: "the cable of the synchronous standby's machine is cut for a while",
    async run({ lastsMs }) {
      const primary = await untilPrimary()
      const standby = await standbyNow()
      cut(standby)
      await sleep(lastsMs)
      mend(standby)
      return changeOfPrimary(primary)
    },
  },
  {
    name: 'store-down',
    does: 'every process of the store of uploads is killed, and it starts again after a while: uploads are refused with a clear text, and everything else is answered',
    run: loseStore,
  },
  {
    name: 'clock-skew',
    does: 'the clock of one machine is 5 s ahead and that of another 5 s behind; each of them becomes the primary',
    run: skewClocks,
  },
  {
    name: 'worker-killed',
    does: 'the worker that settles is killed (`kill -9`) once in each stage of a settlement',
    run: killWorkersInEachStep,
  },
]

/**
 * The faults of these names; all of them where none is named.
 * @throws StartRefused for a name that none has.
 */
export function chosenFaults(names: readonly string[] | undefined): readonly Fault[] {
  return (
    names?.map(name => {
      const fault = faults.find(one => one.name === name)
      if (fault !== undefined) return fault
      const known = faults.map(one => one.name).join(', ')
      throw new StartRefused(`There is no fault ${name}: there are ${known}.`)
    }) ?? faults
  )
}
