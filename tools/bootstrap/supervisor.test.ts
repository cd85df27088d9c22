import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { supervise } from './supervisor.ts'

/** A service that can be made to end by itself. */
class Flighty {
  readonly ended: Promise<void>
  crash: () => void = () => {}
  constructor() {
    this.ended = new Promise(resolve => {
      this.crash = resolve
    })
  }
  async stop() {
    this.crash()
  }
}

function watched() {
  const made: Flighty[] = []
  const notices: string[] = []
  const reasons: string[] = []
  const start = async () => {
    const service = new Flighty()
    made.push(service)
    return service
  }
  const supervision = {
    notice: (text: string) => notices.push(text),
    giveUp: (reason: string) => reasons.push(reason),
  }
  return { made, notices, reasons, start, supervision }
}

test('a service that ends by itself is started again, with a notice', async () => {
  const { made, notices, reasons, start, supervision } = watched()
  await supervise('It', start, supervision)
  made[0]?.crash()
  await sleep(5)
  expect(made).toHaveLength(2)
  expect(notices).toEqual([
    'It ended unexpectedly and is being started again.',
    'It is running again.',
  ])
  expect(reasons).toEqual([])
})

test('a service that is stopped stays stopped', async () => {
  const { made, notices, start, supervision } = watched()
  const { stop } = await supervise('It', start, supervision)
  await stop()
  await sleep(5)
  expect(made).toHaveLength(1)
  expect(notices).toEqual([])
})

test('the fifth end within a minute is given up', async () => {
  const { made, reasons, start, supervision } = watched()
  await supervise('It', start, supervision)
  for (let ends = 0; ends < 5; ends++) {
    made.at(-1)?.crash()
    await sleep(5)
  }
  expect(made).toHaveLength(5)
  expect(reasons).toEqual(['It ended 5 times within a minute.'])
})

test('a service that cannot be started again is given up with the reason', async () => {
  const { made, reasons, start, supervision } = watched()
  const once = async () => {
    if (made.length > 0) throw new Error('no room')
    return start()
  }
  await supervise('It', once, supervision)
  made[0]?.crash()
  await sleep(5)
  expect(reasons).toEqual(['It could not be started again: no room'])
})

test('a stop that comes while it is being started again stops that one too', async () => {
  const { made, start, supervision } = watched()
  const slow = async () => {
    if (made.length > 0) await sleep(20)
    return start()
  }
  const { stop } = await supervise('It', slow, supervision)
  made[0]?.crash()
  await sleep(5)
  await stop()
  await sleep(30)
  let hasEnded = false
  void made[1]?.ended.then(() => {
    hasEnded = true
  })
  await sleep(1)
  expect(made).toHaveLength(2)
  expect(hasEnded).toBe(true)
})
