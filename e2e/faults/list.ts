import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseAmount, publishOrder, publishTerms, takeOrder } from '@banyan/domain'
import { diskFaults } from './disk-faults.ts'
import { type DisturbanceName, disturbances, memoryFor } from './disturb.ts'
import { AFTER_MS, CALM_MS, type Fault, type Measured, middle, seconds } from './fault.ts'
import { type Flood, hostileCalls, sendHostile } from './hostile.ts'
import { instantFaults } from './instant-faults.ts'
import { mailFaults } from './mail-faults.ts'
import { nodeFaults } from './node-faults.ts'
import { outageFaults } from './outage-faults.ts'
import type { Person } from './person.ts'
import { restoreFaults } from './restore-faults.ts'
import { offerWhole, type Scene } from './scene.ts'
import { stepFaults } from './step-faults.ts'
import { streamFaults } from './stream-faults.ts'
import type { Buyer } from './traffic.ts'
import { treeFaults } from './tree-faults.ts'
import { versionFaults } from './version-faults.ts'

/** Disturbs so often, each time until acts are acknowledged again. Returns the times, ascending. */
async function repeat(scene: Scene, names: readonly DisturbanceName[], times: number) {
  const waits: number[] = []
  for (let n = 0; n < times; n++) {
    const name = names[n % names.length] as DisturbanceName
    const began = performance.now()
    await disturbances[name](scene.disturbed)
    waits.push(await scene.recovered(performance.now()))
    await sleep(Math.max(AFTER_MS, CALM_MS - (performance.now() - began)))
  }
  return waits.sort((one, other) => one - other)
}

const waitsText = (waits: readonly number[], what: string) =>
  `${waits.length} ${what}; acts acknowledged again after ${seconds(middle(waits))} in the middle, ` +
  `${seconds(waits.at(-1) ?? 0)} at most`

/** Answers of `/healthz` while something is done: the 99th percentile in milliseconds. */
async function healthWhile(scene: Scene, work: () => Promise<void>): Promise<number> {
  const program = join(import.meta.dirname, 'health.mjs')
  const watch = spawn(process.execPath, [program, `${scene.product.appUrl}/healthz`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output = text(watch.stdout)
  await work()
  watch.stdin.end()
  return Number(await output)
}

async function countDone(calls: readonly Promise<unknown>[]): Promise<number> {
  const answers = await Promise.all(calls)
  return answers.filter(answer => answer !== null).length
}

/** One member sends so many sell orders at once, each of three fifths of their coins. */
async function spendTwice(seller: Person): Promise<Measured> {
  const { available, guidePrice: price } = await seller.ask(publishTerms)
  const hundredths = (parseAmount(available) * 3n) / 5n / 10_000n
  const quantity = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
  const body = {
    quantity,
    price,
    minQuantity: '0.05',
    maxQuantity: quantity,
    concessionBps: 0,
    networks: ['BSC'],
  }
  const calls = Array.from({ length: 100 }, () => seller.act(publishOrder, { body }))
  const done = await countDone(calls)
  return {
    figure: `of 100 sell orders of three fifths of the coins ${done} was made`,
    wrong: done === 1 ? [] : [`${done} of 100 orders of three fifths of a balance were made`],
  }
}

/** Fifty takes of the last coins of an order, by the buyers in turns. */
async function takeLast(scene: Scene): Promise<Measured> {
  const { buyers, offered } = scene.beside
  const order = await offerWhole(scene)
  const take = { quantity: offered, network: 'BSC', version: order.version }
  const calls = Array.from({ length: 50 }, (_, n) =>
    (buyers[n % buyers.length] as Buyer).person.act(takeOrder, {
      params: { id: order.id },
      body: take,
    }),
  )
  const done = await countDone(calls)
  return {
    figure: `of 50 takes of the last coins ${done} was made`,
    wrong: done === 1 ? [] : [`${done} of 50 takes of the last coins were made`],
  }
}

/** The faults of the design's table that have a script, by their number there. */
export const faults = {
  R1: {
    what: 'kill -9 of the server while members act',
    bound: 'started again by itself; nothing acknowledged is lost or doubled',
    run: async (scene, times) => {
      const waits = await repeat(scene, ['kill -9 of the server'], times)
      return { figure: waitsText(waits, 'kills'), wrong: [] }
    },
  },
  R2: {
    what: 'kill -9 of PostgreSQL, and the end of all its connections',
    bound: 'at most 30 s, without a hand; nothing acknowledged is lost or doubled',
    run: async (scene, times) => {
      const kinds = ['kill -9 of PostgreSQL', 'every connection of PostgreSQL ended'] as const
      const waits = await repeat(scene, kinds, times)
      const most = waits.at(-1) ?? 0
      const wrong = most > 30_000 ? [`acts were acknowledged again only after ${most} ms`] : []
      return { figure: waitsText(waits, 'times'), wrong }
    },
  },
  R3: stepFaults,
  R4: {
    what: 'money calls sent three times at once, delayed, without their reply, and again later',
    bound: 'one effect and one answer to each key',
    run: async (scene, times) => {
      const before = { ...scene.trouble.counts }
      await scene.withTrouble({ repeated: 1, lost: 0.2, delayed: 0.3 }, async () => {
        for (let n = 0; n < times * 10; n++) {
          await sleep(3_000)
          await scene.trouble.repeatOld()
        }
      })
      const { repeated, delayed, lost, repeatedLater } = scene.trouble.counts
      const figure =
        `${repeated - before.repeated} calls three times, ${delayed - before.delayed} delayed, ` +
        `${lost - before.lost} without their reply, ${repeatedLater - before.repeatedLater} again ` +
        `after half a minute or more; ${scene.trouble.differences.length} other answers`
      return { figure, wrong: [] }
    },
  },
  R5: {
    what: 'the same coins spent many times at once',
    bound: 'exactly one is done; no other error',
    run: async scene => {
      const last = await takeLast(scene)
      const twice = await spendTwice(scene.beside.seller)
      return { figure: `${last.figure}; ${twice.figure}`, wrong: [...last.wrong, ...twice.wrong] }
    },
  },
  R6: outageFaults,
  R7: instantFaults,
  R8: {
    what: 'blocks taken back while recharges are under way',
    bound: 'each recharge that the chain shows is credited once',
    run: async (scene, times) => {
      for (let n = 0; n < times; n++) {
        await scene.recharge()
        await scene.recharge()
        await disturbances['a block taken back'](scene.disturbed)
        await sleep(AFTER_MS)
      }
      return { figure: `${times} times 1 to 6 blocks, ${times * 2} recharges`, wrong: [] }
    },
  },
  R9: nodeFaults,
  R10: mailFaults,
  R11: diskFaults,
  R12: {
    what: 'PostgreSQL is paused for 30 s; every order is locked for 20 s',
    bound: '/healthz p99 at most 100 ms; acts are acknowledged again within 10 s',
    run: async scene => {
      let waits: number[] = []
      const p99 = await healthWhile(scene, async () => {
        waits = await repeat(
          scene,
          ['PostgreSQL is paused for 30 s', 'every order locked for 20 s'],
          2,
        )
      })
      const most = waits.at(-1) ?? 0
      const wrong = most > 10_000 ? [`acts were acknowledged again only after ${most} ms`] : []
      return { figure: `${waitsText(waits, 'times')}; /healthz p99 ${Math.round(p99)} ms`, wrong }
    },
  },
  R13: {
    what: 'bodies of 100 MB, a million brackets, 100,000 names, a header of 64 kB, 500 slow sockets',
    bound: 'an answer below 500; the server goes on',
    run: scene => flooded(scene, hostileCalls.floods),
  },
  R14: {
    what: 'half a JSON text, another type, half a surrogate pair, NUL, reversed text, a mark of order',
    bound: 'an answer below 500',
    run: scene => flooded(scene, hostileCalls.texts),
  },
  R15: streamFaults,
  R16: restoreFaults,
  R17: versionFaults,
  R18: treeFaults,
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]

async function flooded(scene: Scene, calls: readonly Flood[]): Promise<Measured> {
  const wrong: string[] = []
  let slowest = 0
  let waits = Number.NaN
  const grown = await memoryFor(scene.product, async () => {
    waits = await healthWhile(scene, async () => {
      for (const call of calls) {
        const began = performance.now()
        const status = await sendHostile(scene.product.appUrl, call)
        slowest = Math.max(slowest, performance.now() - began)
        if (status !== 'cut' && status >= 500) wrong.push(`${call.name} was answered ${status}`)
      }
    })
  })
  const figure =
    `${calls.length} kinds; the slowest answer after ${seconds(slowest)}, /healthz p99 ` +
    `${Math.round(waits)} ms meanwhile, at most ${Math.round(grown / 1_000_000)} MB more memory of the server`
  return { figure, wrong }
}
