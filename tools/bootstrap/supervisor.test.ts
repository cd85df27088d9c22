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
  const services: Flighty[] = []
  const notices: string[] = []
  const reasons: string[] = []
  const start = async () => {
    const service = new Flighty()
    services.push(service)
    return service
  }
  const supervision = {
    notice: (text: string) => notices.push(text),
    giveUp: (reason: string) => reasons.push(reason),
  }
  return { services, notices, reasons, start, supervision }
}

// The minute within which ends are counted passes only where a test advances it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Another service ends and is started again: by then every earlier end has been handled too. */
async function anotherComesBack(): Promise<void> {
  const { services, notices, start, supervision } = watched()
  const { stop } = await supervise('Another', start, supervision)
  services[0]?.crash()
  await until('another runs again', () => notices.length === 2)
  await stop()
}

test('a service that ends by itself is started again, with a notice', async () => {
  const { services, notices, reasons, start, supervision } = watched()
  await supervise('It', start, supervision)
  services[0]?.crash()
  await until('it runs again', () => notices.length === 2)
  expect(services).toHaveLength(2)
  expect(notices).toEqual([
    'It ended unexpectedly and is being started again.',
    'It is running again.',
  ])
  expect(reasons).toEqual([])
})

test('a service that is stopped stays stopped', async () => {
  const { services, notices, start, supervision } = watched()
  const { stop } = await supervise('It', start, supervision)
  await stop()
  await anotherComesBack()
  expect(services).toHaveLength(1)
  expect(notices).toEqual([])
})

test('the fifth end within a minute is given up', async () => {
  const { services, reasons, start, supervision } = watched()
  await supervise('It', start, supervision)
  for (let ends = 1; ends < 5; ends++) {
    services.at(-1)?.crash()
    await until('the next one is made', () => services.length === ends + 1)
    vi.advanceTimersByTime(14_999)
  }
  expect(reasons).toEqual([])
  services.at(-1)?.crash()
  await until('it is given up', () => reasons.length > 0)
  expect(reasons).toEqual(['It ended 5 times within a minute.'])
  await anotherComesBack()
  expect(services).toHaveLength(5)
})

test('a service that ends every 15 seconds is started again each time', async () => {
  const { services, reasons, start, supervision } = watched()
  await supervise('It', start, supervision)
  for (let ends = 1; ends < 10; ends++) {
    services.at(-1)?.crash()
    await until('the next one is made', () => services.length === ends + 1)
    vi.advanceTimersByTime(15_000)
  }
  expect(reasons).toEqual([])
})

test('a service that cannot be started again is given up with the reason', async () => {
  const { services, reasons, start, supervision } = watched()
  const once = async () => {
    if (services.length > 0) throw new Error('no room')
    return start()
  }
  await supervise('It', once, supervision, { everyMs: 0, forMs: 0 })
  services[0]?.crash()
  await until('it is given up', () => reasons.length > 0)
  expect(reasons).toEqual(['It could not be started again: no room'])
})

test('a service that cannot be started for a while is tried again until it can', async () => {
  const { services, notices, reasons, start, supervision } = watched()
  let tries = 0
  const third = async () => {
    tries++
    if (tries === 2 || tries === 3) throw new Error('no room')
    return start()
  }
  await supervise('It', third, supervision, { everyMs: 0, forMs: 50_000 })
  services[0]?.crash()
  await until('it runs again', () => services.length === 2 && notices.length === 3)
  expect(notices).toEqual([
    'It ended unexpectedly and is being started again.',
    'It cannot be started yet: no room',
    'It is running again.',
  ])
  expect(reasons).toEqual([])
})

test('a stop that comes while it cannot be started ends the tries', async () => {
  const { services, notices, reasons, start, supervision } = watched()
  const once = async () => {
    if (services.length > 0) throw new Error('no room')
    return start()
  }
  const { stop } = await supervise('It', once, supervision, { everyMs: 0, forMs: 50_000 })
  services[0]?.crash()
  await until('it could not be started', () => notices.length === 2)
  await stop()
  await anotherComesBack()
  expect(services).toHaveLength(1)
  expect(reasons).toEqual([])
})

test('a stop that comes while it is being started again stops that one too', async () => {
  const { services, notices, start, supervision } = watched()
  let goOn = () => {}
  const slow = async () => {
    if (services.length > 0) {
      await new Promise<void>(resolve => {
        goOn = resolve
      })
    }
    return start()
  }
  const { stop } = await supervise('It', slow, supervision)
  services[0]?.crash()
  await until('it is being started again', () => notices.length > 0)
  await stop()
  goOn()
  await until('the next one is made', () => services.length === 2)
  let isOver = false
  void services[1]?.ended.then(() => {
    isOver = true
  })
  await until('that one is stopped', () => isOver)
  await anotherComesBack()
  expect(services).toHaveLength(2)
  expect(notices).toEqual(['It ended unexpectedly and is being started again.'])
})
