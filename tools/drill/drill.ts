import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { noticedIn } from './acts.ts'
import { makeCertificates } from './certificates.ts'
import { effectsNow, findActs, reconcile } from './checks.ts'
import { untilWhole } from './cluster.ts'
import type { Fault } from './faults.ts'
import { beginTraffic } from './members.ts'
import { closeNetwork, on, openNetwork } from './network.ts'
import { fetchPackages } from './packages.ts'
import { type Circumstances, isWell, type Result } from './report.ts'
import { openDrill } from './settings.ts'
import { machineNames } from './topology.ts'
import { overlaps, reignsIn } from './watches.ts'
import { openWorld, untilServed, type World } from './world.ts'

/** Time of undisturbed traffic before and after a fault. */
const CALM_MS = 10_000

/**
 * Builds the system in a folder, tries one fault after the other under traffic, and takes it down again. Returns
 * whether all went well.
 */
export async function runDrill(
  folder: string,
  faults: readonly Fault[],
  {
    lastsMs,
    keep,
  }: { lastsMs: number; keep: (result: Result, circumstances: Circumstances) => void },
): Promise<boolean> {
  const begun = performance.now()
  const say = (text: string) =>
    console.log(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}`)
  const packages = fetchPackages()
  openNetwork()
  const machine = `${availableParallelism()} processors, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const circumstances: Circumstances = { versions: packages.versions, machine, lastsMs }
  let allWell = true
  let world: World | undefined
  try {
    const drill = openDrill(folder, packages, makeCertificates(join(folder, 'keys')))
    world = await openWorld(drill, lastsMs, say)
    for (const fault of faults) {
      say(fault.name)
      const result = await underTraffic(world, fault)
      keep(result, circumstances)
      allWell &&= isWell(result)
      say(`${isWell(result) ? 'good' : 'NOT GOOD'}: ${inShort(result)}`)
    }
  } finally {
    await world?.stop()
    closeNetwork()
  }
  return allWell
}

/** Lets members act, lets the fault happen meanwhile, and compares afterwards. */
async function underTraffic(world: World, fault: Fault): Promise<Result> {
  const surprises: string[] = []
  const noting = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      surprises.push(error instanceof Error ? error.message : String(error))
    }
  }
  const whole = async () => {
    await untilWhole()
    await untilServed(machineNames)
  }
  await noting(whole)
  const { buyers, offers } = world.community
  const before = await effectsNow(world.drill)
  const traffic = beginTraffic(world.base, buyers, offers)
  await sleep(CALM_MS)
  const [fromMs, fromWall] = [performance.now(), Date.now()]
  let course = ''
  await noting(async () => {
    course = await fault.run(world)
    await whole()
  })
  await sleep(CALM_MS)
  const noticed = noticedIn(traffic.acts, fromMs, performance.now())
  await traffic.stop()
  const unanswered = traffic.acts.filter(({ outcome }) => outcome === 'unknown').length
  if (unanswered > 0) surprises.push(`${unanswered} acts were never answered`)
  return {
    name: fault.name,
    does: fault.does,
    course,
    noticed,
    comparison: await findActs(world.drill, traffic.acts, before),
    leaders: overlaps(reignsIn(world.drill).filter(({ to }) => to >= fromWall)).length,
    breaches: await reconcile(on('m1'), world.settingsOf('m1', 'reconcile')),
    surprises: surprises.concat(traffic.surprises),
    at: new Date().toISOString(),
  }
}

const inShort = ({ course, noticed, comparison, leaders, breaches, surprises }: Result): string =>
  JSON.stringify({
    course,
    ...noticed,
    once: comparison.once,
    lost: comparison.lost.slice(0, 5),
    doubled: comparison.doubled.slice(0, 5),
    leaders,
    breaches,
    surprises: surprises.slice(0, 5),
  })
