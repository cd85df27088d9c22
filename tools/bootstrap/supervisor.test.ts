import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '../testing/until.ts'
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

// The minute within which ends are counted passes only where a test advances it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Another service ends and is started again: by then every earlier end has been handled too. */
async function anotherComesBack(): Promise<void> {
  const { made, notices, start, supervision } = watched()
  const { stop } = await supervise('Another', start, supervision)
  made[0]?.crash()
  await until('another runs again', () => notices.length === 2)
  await stop()
}

test('a service that ends by itself is started again, with a notice', async () => {
  const { made, notices, reasons, start, supervision } = watched()
  await supervise('It', start, supervision)
  made[0]?.crash()
  await until('it runs again', () => notices.length === 2)
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
  await anotherComesBack()
  expect(made).toHaveLength(1)
  expect(notices).toEqual([])
})

test('the fifth end within a minute is given up', async () => {
  const { made, reasons, start, supervision } = watched()
  await supervise('It', start, supervision)
  for (let ends = 1; ends < 5; ends++) {
    made.at(-1)?.crash()
    await until('the next one is made', () => made.length === ends + 1)
    vi.advanceTimersByTime(14_999)
  }
  expect(reasons).toEqual([])
  made.at(-1)?.crash()
  await until('it is given up', () => reasons.length > 0)
  expect(reasons).toEqual(['It ended 5 times within a minute.'])
  await anotherComesBack()
  expect(made).toHaveLength(5)
})

test('a service that ends every 15 seconds is started again each time', async () => {
  const { made, reasons, start, supervision } = watched()
  await supervise('It', start, supervision)
  for (let ends = 1; ends < 10; ends++) {
    made.at(-1)?.crash()
    await until('the next one is made', () => made.length === ends + 1)
    vi.advanceTimersByTime(15_000)
  }
  expect(reasons).toEqual([])
})

test('a service that cannot be started again is given up with the reason', async () => {
  const { made, reasons, start, supervision } = watched()
  const once = async () => {
    if (made.length > 0) throw new Error('no room')
    return start()
  }
  await supervise('It', once, supervision)
  made[0]?.crash()
  await until('it is given up', () => reasons.length > 0)
  expect(reasons).toEqual(['It could not be started again: no room'])
})

test('a stop that comes while it is being started again stops that one too', async () => {
  const { made, notices, start, supervision } = watched()
  let goOn = () => {}
  const slow = async () => {
    if (made.length > 0) {
      await new Promise<void>(resolve => {
        goOn = resolve
      })
    }
    return start()
  }
  const { stop } = await supervise('It', slow, supervision)
  made[0]?.crash()
  await until('it is being started again', () => notices.length > 0)
  await stop()
  goOn()
  await until('the next one is made', () => made.length === 2)
  let isOver = false
  void made[1]?.ended.then(() => {
    isOver = true
  })
  await until('that one is stopped', () => isOver)
  await anotherComesBack()
  expect(made).toHaveLength(2)
  expect(notices).toEqual(['It ended unexpectedly and is being started again.'])
})
