import { cpus } from 'node:os'
import { runCommand } from '../bootstrap/command.ts'
import { planOf } from './plan.ts'
import { printSummary, readReports } from './results.ts'
import { runStages } from './stages.ts'
import { readWanted, testFiles } from './wanted.ts'

/** `npm test`: runs the wanted stages in parallel; every stage runs, whatever fails. */
await runCommand(async () => {
  const wanted = readWanted(process.argv.slice(2), testFiles())
  const idleBefore = processorTimes()
  const plan = planOf(wanted)
  const ends = await runStages(plan.stages, plan.ended)
  const idleAfter = processorTimes()
  return printSummary({
    ends,
    reports: readReports([...wanted.projects.keys()]),
    idleShare: (idleAfter.idle - idleBefore.idle) / (idleAfter.all - idleBefore.all),
  })
})

/** What the processors of this machine have done so far, in milliseconds. */
function processorTimes(): { idle: number; all: number } {
  const times = cpus().map(cpu => cpu.times)
  const sum = (of: (one: (typeof times)[number]) => number) =>
    times.reduce((all, one) => all + of(one), 0)
  return {
    idle: sum(one => one.idle),
    all: sum(one => one.idle + one.user + one.nice + one.sys + one.irq),
  }
}
