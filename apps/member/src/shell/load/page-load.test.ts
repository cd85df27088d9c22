import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageLoad } from './page-load.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(...endings: (() => Promise<string>)[]) {
  const load = vi.fn(() => (endings.shift() ?? (() => Promise.resolve('page')))())
  const reload = vi.fn()
  const page = new PageLoad<string>({
    load,
    reload,
    timeoutMs: 60_000,
    later: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
  })
  return { page, load, reload }
}
const turn = () => vi.advanceTimersByTimeAsync(0)
const fails = () => Promise.reject(new Error('gone'))
const never = () => new Promise<string>(() => {})

describe('the code of a page', () => {
  test('is loaded once, however often it is requested', async () => {
    const { page, load } = setUp()
    page.start()
    page.start()
    await turn()
    page.start()
    expect(load).toHaveBeenCalledTimes(1)
    expect(page.state()).toEqual({ phase: 'ready', module: 'page' })
  })
  test('fails on an error, and a tap loads it again', async () => {
    const { page } = setUp(fails)
    page.start()
    await turn()
    expect(page.state().phase).toBe('failed')
    page.retry()
    await turn()
    expect(page.state()).toEqual({ phase: 'ready', module: 'page' })
  })
  test('fails after 60 000 ms without a response', async () => {
    const { page } = setUp(never)
    page.start()
    await vi.advanceTimersByTimeAsync(59_999)
    expect(page.state().phase).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    expect(page.state().phase).toBe('failed')
  })
  test('is used even when it arrives late', async () => {
    let arrive: (page: string) => void = () => {}
    const { page } = setUp(
      () =>
        new Promise<string>(resolve => {
          arrive = resolve
        }),
    )
    page.start()
    await vi.advanceTimersByTimeAsync(60_000)
    arrive('late')
    await turn()
    expect(page.state()).toEqual({ phase: 'ready', module: 'late' })
  })
  test('reloads the whole app when the second tap fails too', async () => {
    const { page, reload } = setUp(fails, fails, fails)
    page.start()
    await turn()
    page.retry()
    await turn()
    expect(reload).not.toHaveBeenCalled()
    page.retry()
    await turn()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('continues by itself once the network is reported back, also when nothing responds at first', async () => {
    const { page, load, reload } = setUp(fails, fails, fails, fails)
    page.start()
    await turn()
    page.networkIsBack()
    await turn()
    expect([page.state().phase, load.mock.calls.length]).toEqual(['failed', 2])
    await vi.advanceTimersByTimeAsync(999)
    expect(load).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    expect([page.state().phase, load.mock.calls.length]).toEqual(['failed', 3])
    await vi.advanceTimersByTimeAsync(2_000 + 4_000)
    expect(page.state()).toEqual({ phase: 'ready', module: 'page' })
    expect(reload, 'nobody has tapped').not.toHaveBeenCalled()
  })
  test('stops retrying after half a minute, and starts anew with the next network event', async () => {
    const { page, load } = setUp(...Array.from({ length: 8 }, () => fails))
    page.start()
    await turn()
    page.networkIsBack()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(load).toHaveBeenCalledTimes(7)
    page.networkIsBack()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(page.state()).toEqual({ phase: 'ready', module: 'page' })
  })
})
