import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Client } from './client.ts'
import { EventStreamReader } from './event-stream.ts'
import { jitteredBackOff, LiveEvents, type LiveEventsSetup } from './live-events.ts'
import { openHouse, says } from './testing/house.ts'

describe('a stream of events', () => {
  test('is read in pieces of any size', () => {
    const stream = ': hello\n\nid: 7\nevent: news\ndata: one\ndata: two\n\ndata:three\r\n\r\n'
    const whole = new EventStreamReader().take(stream)
    expect(whole).toEqual([
      { id: '7', event: 'news', data: 'one\ntwo' },
      { id: '7', event: 'message', data: 'three' },
    ])
    const reader = new EventStreamReader()
    expect([...stream].flatMap(sign => reader.take(sign))).toEqual(whole)
  })
  test('keeps an unfinished message until its end comes', () => {
    const reader = new EventStreamReader()
    expect(reader.take('data: half')).toEqual([])
    expect(reader.take(' and half\n\n')[0]?.data).toBe('half and half')
  })
})

test('coming back takes longer each time, up to 30 s, and half of it is chance', () => {
  expect(jitteredBackOff(0, () => 0)).toBe(500)
  expect(jitteredBackOff(0, () => 1)).toBe(1000)
  expect(jitteredBackOff(3, () => 1)).toBe(8000)
  expect(jitteredBackOff(20, () => 1)).toBe(30_000)
})

describe('live events', () => {
  let house: Awaited<ReturnType<typeof openHouse>>
  let streams: ServerResponse[]
  let live: LiveEvents
  beforeEach(async () => {
    house = await openHouse()
    streams = []
    house.reply = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': open\n\n')
      streams.push(response)
    }
  })
  afterEach(async () => {
    live.stop()
    await house.close()
  })
  const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), 3000)
  function open(
    { base = house.base, ...setup }: Partial<LiveEventsSetup> & { base?: string } = {},
    token: string | null = 'abc',
  ) {
    const relaunch = vi.fn()
    const client = new Client({ base, token: () => token, relaunch })
    live = new LiveEvents({ client, path: '/api/events', backOff: () => 20, ...setup })
    live.start()
    return { relaunch }
  }
  const send = (id: number, topic = 'wallets') =>
    streams.at(-1)?.write(`id: ${id}\ndata: {"topic":"${topic}","id":null}\n\n`)

  test('carry the bearer token and reach who listens to their topic', async () => {
    open()
    const heard: unknown[] = []
    live.on('wallets', news => heard.push(news))
    const stop = live.on('deposits', news => heard.push(news))
    await until(() => streams.length === 1)
    expect(house.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer abc',
      accept: 'text/event-stream',
    })
    send(1)
    stop()
    send(2, 'deposits')
    send(3)
    await until(() => heard.length === 2)
    expect(heard[0]).toEqual({ topic: 'wallets', id: null })
  })
  test('survive a line that is not understood', async () => {
    open()
    const heard: unknown[] = []
    live.on('wallets', news => heard.push(news))
    await until(() => streams.length === 1)
    streams[0]?.write('data: {nonsense\n\n')
    send(1)
    await until(() => heard.length === 1)
  })
  test('come back after a break, resume after the last id, and tell of the gap', async () => {
    open()
    const gap = vi.fn()
    const heard = vi.fn()
    live.onGap(gap)
    live.on('wallets', heard)
    await until(() => streams.length === 1)
    expect(gap).not.toHaveBeenCalled()
    send(41)
    await until(() => heard.mock.calls.length === 1)
    streams[0]?.destroy()
    await until(() => streams.length === 2)
    expect(house.calls[1]?.headers['last-event-id']).toBe('41')
    await until(() => gap.mock.calls.length === 1)
  })
  test('come back after silence, for a dead stream says nothing', async () => {
    open({ silenceMs: 60 })
    await until(() => streams.length >= 2)
  })
  test('count 60 000 ms without a word as silence unless told', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout')
    open()
    await until(() => streams.length === 1)
    expect(timer.mock.calls.map(([, ms]) => ms)).toContain(60_000)
    timer.mockRestore()
  })
  test('name what keeps them away, until they flow again', async () => {
    let backOff = 100_000
    open({ silenceMs: 60, backOff: () => backOff })
    const told = vi.fn()
    live.onTrouble(told)
    await until(() => live.trouble() !== null)
    expect(live.trouble()).toMatchObject({ reason: 'timeout', channel: 'socket' })
    expect(told).toHaveBeenCalledTimes(1)
    live.stop()
    expect(live.trouble()).toBeNull()

    backOff = 20
    house.reply = says({ code: 50300, msg: '' }, 503)
    open({ backOff: () => backOff })
    await until(() => live.trouble()?.reason === 'http')
    house.reply = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': open\n\n')
    }
    await until(() => live.trouble() === null)
    live.stop()

    open({ base: 'http://127.0.0.1:1/' })
    await until(() => live.trouble() !== null)
    expect(live.trouble()).toMatchObject({ reason: 'network', channel: 'socket' })
  })
  test('come back when the house was away, and tell of the gap though it is the first stream', async () => {
    const streams = house.reply
    house.reply = says({ code: 50300, msg: '' }, 503)
    open()
    const gap = vi.fn()
    live.onGap(gap)
    await until(() => house.calls.length >= 3)
    expect(gap).not.toHaveBeenCalled()
    house.reply = streams
    await until(() => gap.mock.calls.length === 1)
  })
  test('rest when nobody has looked for a while, and come back on a look', async () => {
    let visible = true
    let changed = () => {}
    open({
      visible: () => visible,
      onVisibility: tell => {
        changed = tell
      },
      hiddenMs: 30,
    })
    await until(() => streams.length === 1)
    visible = false
    changed()
    await until(() => streams[0]?.destroyed === true)
    visible = true
    changed()
    await until(() => streams.length === 2)
  })
  test('stay open over a short absence', async () => {
    let visible = true
    let changed = () => {}
    open({
      visible: () => visible,
      onVisibility: tell => {
        changed = tell
      },
      hiddenMs: 80,
    })
    await until(() => streams.length === 1)
    visible = false
    changed()
    await new Promise(resolve => setTimeout(resolve, 20))
    visible = true
    changed()
    await new Promise(resolve => setTimeout(resolve, 120))
    expect(streams).toHaveLength(1)
    expect(streams[0]?.destroyed).toBe(false)
  })
  test('do not ask without a token, and ask anew for another member', async () => {
    open({}, null)
    await new Promise(resolve => setTimeout(resolve, 40))
    expect(house.calls).toHaveLength(0)
    live.stop()
    open()
    await until(() => streams.length === 1)
    send(9)
    live.restart()
    await until(() => streams.length === 2)
    expect(house.calls.at(-1)?.headers['last-event-id']).toBeUndefined()
  })
  test('end with the session, by the same rule as calls', async () => {
    house.reply = says({ code: 20001, msg: '登录已过期' })
    const { relaunch } = open()
    await until(() => relaunch.mock.calls.length === 1)
    expect(house.calls).toHaveLength(1)
  })
})
