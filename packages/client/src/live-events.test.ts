import type { ServerResponse } from 'node:http'
import { setImmediate as nextTick } from 'node:timers/promises'
import { until } from '@banyan/tools/until'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Client } from './client.ts'
import { EventStreamReader } from './event-stream.ts'
import { jitteredBackOff, LiveEvents, type LiveEventsSetup } from './live-events.ts'
import { openSystem, says } from './testing/system.ts'
import { stopTimers } from './testing/time.ts'

describe('a stream of events', () => {
  test('is parsed in pieces of any size', () => {
    const stream = ': hello\n\nid: 7\nevent: news\ndata: one\ndata: two\n\ndata:three\r\n\r\n'
    const whole = new EventStreamReader().take(stream)
    expect(whole).toEqual([
      { id: '7', event: 'news', data: 'one\ntwo' },
      { id: '7', event: 'message', data: 'three' },
    ])
    const reader = new EventStreamReader()
    expect([...stream].flatMap(sign => reader.take(sign))).toEqual(whole)
  })
  test('keeps an unfinished message until its end arrives', () => {
    const reader = new EventStreamReader()
    expect(reader.take('data: half')).toEqual([])
    expect(reader.take(' and half\n\n')[0]?.data).toBe('half and half')
  })
})

test('reconnects after a longer delay each time, up to 30 s, half of it random', () => {
  expect(jitteredBackOff(0, () => 0)).toBe(500)
  expect(jitteredBackOff(0, () => 1)).toBe(1000)
  expect(jitteredBackOff(3, () => 1)).toBe(8000)
  expect(jitteredBackOff(20, () => 1)).toBe(30_000)
})

describe('live events', () => {
  let system: Awaited<ReturnType<typeof openSystem>>
  let streams: ServerResponse[]
  let live: LiveEvents
  beforeEach(async () => {
    system = await openSystem()
    streams = []
    system.reply = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': open\n\n')
      streams.push(response)
    }
  })
  afterEach(async () => {
    live.stop()
    await system.close()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  function open(
    { base = system.base, ...setup }: Partial<LiveEventsSetup> & { base?: string } = {},
    token: string | null = 'abc',
  ) {
    const relaunch = vi.fn()
    const asked = vi.fn(fetch)
    const client = new Client({ base, token: () => token, relaunch })
    live = new LiveEvents({
      client,
      path: '/api/events',
      backOff: () => 20,
      fetch: asked,
      ...setup,
    })
    live.start()
    return { relaunch, asked, judge: vi.spyOn(client, 'judge') }
  }
  const flowing = (count: number) => until(`stream ${count}`, () => streams.length === count)
  const send = (id: number, topic = 'wallets') =>
    streams.at(-1)?.write(`id: ${id}\ndata: {"topic":"${topic}","id":null}\n\n`)
  /** Waits until news over the newest stream arrive: it is open, and everything sent before is read. */
  async function hears(id: number): Promise<void> {
    const received = vi.fn()
    const stop = live.on('wallets', received)
    send(id)
    await until(`news ${id}`, () => received.mock.calls.length > 0)
    stop()
  }

  test('carry the bearer token and reach the listeners of their topic', async () => {
    open()
    const received: unknown[] = []
    live.on('wallets', news => received.push(news))
    const stop = live.on('deposits', news => received.push(news))
    await flowing(1)
    expect(system.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer abc',
      accept: 'text/event-stream',
    })
    send(1)
    stop()
    send(2, 'deposits')
    send(3)
    await until('both news of wallets', () => received.length === 2)
    expect(received).toEqual(Array(2).fill({ topic: 'wallets', id: null }))
  })
  test('survive a malformed line', async () => {
    open()
    await flowing(1)
    streams[0]?.write('data: {nonsense\n\n')
    await hears(1)
    expect(streams).toHaveLength(1)
  })
  test('reconnect after a break, resume after the last id, and report the gap', async () => {
    open()
    const gap = vi.fn()
    live.onGap(gap)
    await flowing(1)
    await hears(41)
    expect(gap).not.toHaveBeenCalled()
    streams[0]?.destroy()
    await flowing(2)
    expect(system.calls[1]?.headers['last-event-id']).toBe('41')
    await until('the gap', () => gap.mock.calls.length === 1)
  })
  test('reconnect when the server was unavailable, and report the gap even on the first stream', async () => {
    const streams = system.reply
    system.reply = says({ code: 50300, msg: '' }, 503)
    open()
    const gap = vi.fn()
    live.onGap(gap)
    await until('three tries', () => system.calls.length >= 3)
    expect(gap).not.toHaveBeenCalled()
    system.reply = streams
    await until('the gap', () => gap.mock.calls.length === 1)
  })
  test('report the first stream of each member, because what was read before it may have changed', async () => {
    open()
    const first = vi.fn()
    live.onFirst(first)
    await flowing(1)
    await hears(1)
    expect(first).toHaveBeenCalledTimes(1)
    streams[0]?.destroy()
    await flowing(2)
    await hears(2)
    expect(first).toHaveBeenCalledTimes(1)
    live.restart()
    await until('the first stream of another', () => first.mock.calls.length === 2)
  })
  test('do not connect without a token, and connect anew for another member', async () => {
    const { asked } = open({}, null)
    await nextTick()
    expect(asked).not.toHaveBeenCalled()
    live.stop()
    open()
    await flowing(1)
    await hears(9)
    live.restart()
    await flowing(2)
    expect(system.calls.at(-1)?.headers['last-event-id']).toBeUndefined()
  })

  describe('with a controlled clock', () => {
    // It stops until a test moves it; the network goes on.
    beforeEach(() => void stopTimers())

    test('reconnect after a silence time-out, because a dead stream sends nothing', async () => {
      const { asked } = open({ silenceMs: 1_000, backOff: () => 200 })
      await flowing(1)
      vi.advanceTimersByTime(999)
      await hears(1)
      await vi.advanceTimersByTimeAsync(999)
      expect(live.trouble()).toBeNull()
      vi.advanceTimersByTime(1)
      await until('the trouble', () => live.trouble() !== null)
      await vi.advanceTimersByTimeAsync(199)
      expect(asked).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(1)
      await flowing(2)
    })
    test('time out after 60 000 ms without data by default', async () => {
      open()
      await flowing(1)
      await hears(1)
      await vi.advanceTimersByTimeAsync(59_999)
      expect(live.trouble()).toBeNull()
      vi.advanceTimersByTime(1)
      await until('the trouble', () => live.trouble() !== null)
    })
    test('return the reason why they are interrupted, until they arrive again', async () => {
      open({ silenceMs: 60 })
      const listener = vi.fn()
      live.onTrouble(listener)
      await flowing(1)
      await hears(1)
      vi.advanceTimersByTime(60)
      await until('the trouble', () => live.trouble() !== null)
      expect(live.trouble()).toMatchObject({ reason: 'timeout', channel: 'socket' })
      expect(listener).toHaveBeenCalledTimes(1)
      live.stop()
      expect(live.trouble()).toBeNull()

      const flow = system.reply
      system.reply = says({ code: 50300, msg: '' }, 503)
      open()
      await until('a refusal', () => live.trouble()?.reason === 'http')
      system.reply = flow
      vi.advanceTimersByTime(20)
      await until('news that flow', () => live.trouble() === null)
      live.stop()

      open({ base: 'http://127.0.0.1:1/' })
      await until('the trouble', () => live.trouble() !== null)
      expect(live.trouble()).toMatchObject({ reason: 'network', channel: 'socket' })
    })

    /** A page that can be hidden and shown again. */
    async function openPage() {
      let visible = true
      let changed = () => {}
      open({
        visible: () => visible,
        onVisibility: notify => {
          changed = notify
        },
        hiddenMs: 30_000,
      })
      const setVisible = (at: boolean) => {
        visible = at
        changed()
      }
      await flowing(1)
      await hears(1)
      return { hide: () => setVisible(false), show: () => setVisible(true) }
    }
    test('pause when the page was hidden for a while, and resume when it is shown', async () => {
      const page = await openPage()
      page.hide()
      vi.advanceTimersByTime(29_999)
      await hears(2)
      vi.advanceTimersByTime(1)
      await until('the end of the stream', () => streams[0]?.destroyed === true)
      page.show()
      await flowing(2)
    })
    test('stay open while the page is hidden briefly', async () => {
      const page = await openPage()
      page.hide()
      vi.advanceTimersByTime(29_999)
      page.show()
      vi.advanceTimersByTime(29_999)
      await hears(2)
      expect(streams).toHaveLength(1)
      expect(streams[0]?.destroyed).toBe(false)
    })
    test('are requested again without a pause when the session was revoked elsewhere, and the page leaves', async () => {
      const backOff = vi.fn(() => 500_000)
      const { asked, judge } = open({ backOff })
      await flowing(1)
      system.reply = says({ code: 20001, msg: '登录已过期' })
      streams[0]?.end('event: session\ndata: {}\n\n')
      await until('the answer is judged', () => judge.mock.calls.length > 0)
      expect(asked).toHaveBeenCalledTimes(2)
      expect(backOff).not.toHaveBeenCalled()
    })
    test('pause when a server rejects the session repeatedly', async () => {
      const backOff = vi.fn(() => 500_000)
      const { asked } = open({ backOff })
      for (const count of [1, 2]) {
        await flowing(count)
        streams[count - 1]?.end('event: session\ndata: {}\n\n')
      }
      await until('a rest', () => backOff.mock.calls.length > 0)
      expect(asked).toHaveBeenCalledTimes(2)
    })
    test('end with the session, by the same rule as calls', async () => {
      system.reply = says({ code: 20001, msg: '登录已过期' })
      const { relaunch, asked, judge } = open()
      await until('the answer is judged', () => judge.mock.calls.length > 0)
      await nextTick()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(relaunch).toHaveBeenCalledTimes(1)
      expect(asked).toHaveBeenCalledTimes(1)
    })
  })
})
