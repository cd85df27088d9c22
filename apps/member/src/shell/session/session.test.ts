import { describe, expect, test, vi } from 'vitest'
import { type KeptUser, type ReportResult, Session } from './session.ts'

const item = (uuid: string) => ({
  uuid,
  accountId: '12****78',
  nickname: uuid,
  lastUsedAt: '2026-11-21T00:00:00Z',
})
const user = (uuid: string, token = `token-${uuid}`): KeptUser & { token: string } => ({
  uuid,
  accountId: '12345678',
  nickname: uuid,
  token,
})

function device(kept: Record<string, string> = {}) {
  const all = new Map(Object.entries(kept))
  let list: ReturnType<typeof item>[] | Error = []
  let answer: ReportResult = 'done'
  const setup = {
    store: {
      getItem: (name: string) => all.get(name) ?? null,
      setItem: (name: string, value: string) => void all.set(name, value),
      removeItem: (name: string) => void all.delete(name),
    },
    list: vi.fn(async () => {
      if (list instanceof Error) throw list
      return list
    }),
    tell: vi.fn(async () => answer),
    changed: vi.fn(),
    removed: vi.fn(),
    newDeviceCode: () => 'ab'.repeat(32),
  }
  return {
    setup,
    session: new Session(setup),
    has: (...uuids: string[]) => {
      list = uuids.map(item)
    },
    isDown: () => {
      list = new Error('down')
    },
    answers: (result: ReportResult) => {
      answer = result
    },
    again: () => new Session(setup),
  }
}

describe('at the start', () => {
  test('nobody is awaited on a device that was never used, and the server is asked all the same', async () => {
    const { session, setup } = device()
    expect(session.state()).toMatchObject({ phase: 'ready', current: null })
    await session.start()
    expect(setup.list).toHaveBeenCalledTimes(1)
  })
  test('a device has a code of 64 hex digits, made once', async () => {
    const { session, setup, again } = device()
    await session.start()
    expect(session.deviceCode).toMatch(/^[0-9a-f]{64}$/)
    expect(again().deviceCode).toBe(session.deviceCode)
    expect(setup.list).toHaveBeenCalledWith(session.deviceCode)
  })
  test('an invalid device code is replaced', () => {
    expect(device({ 'banyan.device': 'hello' }).session.deviceCode).toBe('ab'.repeat(32))
  })
  test('an empty list means that nobody is logged in', async () => {
    const { session } = device({ 'banyan.device': 'cd'.repeat(32) })
    expect(session.state().phase).toBe('starting')
    await session.start()
    expect(session.state()).toMatchObject({ phase: 'ready', current: null, accounts: [] })
  })
  test('the first account of the list is the current user', async () => {
    const { session, has } = device()
    has('b', 'a')
    await session.start()
    expect(session.state().current).toMatchObject({ uuid: 'b', token: null })
    expect(session.token).toBeNull()
  })
  test('a member who is logged in is current at once, and the list may correct it', async () => {
    const first = device()
    first.has('a')
    first.session.enter(user('a'))
    const second = first.again()
    expect(second.state()).toMatchObject({
      phase: 'ready',
      current: { uuid: 'a', token: 'token-a' },
    })
    first.has('b', 'a')
    await second.start()
    expect(second.state().current).toMatchObject({ uuid: 'b', token: null })
  })
  test('without the server a visitor sees the failure, and can retry', async () => {
    const { session, isDown, has } = device({ 'banyan.device': 'cd'.repeat(32) })
    isDown()
    await session.start()
    expect(session.state().phase).toBe('unreachable')
    has('a')
    await session.restart()
    expect(session.state()).toMatchObject({ phase: 'ready', current: { uuid: 'a' } })
  })
  test('without the server a member who is logged in stays', async () => {
    const first = device()
    first.has('a')
    first.session.enter(user('a'))
    first.isDown()
    const second = first.again()
    await second.start()
    expect(second.state()).toMatchObject({
      phase: 'ready',
      current: { uuid: 'a', token: 'token-a' },
    })
  })
  test('invalid storage is treated as empty', async () => {
    const { session, has } = device({ 'banyan.users': '{nonsense', 'banyan.removed': '7' })
    has('a')
    await session.start()
    expect(session.state().current?.uuid).toBe('a')
  })
})

describe('a login', () => {
  test('makes its member current, with the full account ID, and notifies the listeners of the change', async () => {
    const { session, has, setup } = device()
    has('a')
    session.enter(user('a'))
    expect(session.token).toBe('token-a')
    expect(session.accountIdOf('a')).toBe('12345678')
    expect(setup.changed).toHaveBeenCalled()
    await session.recheck()
    expect(session.state().current?.accountId).toBe('12345678')
  })
})

describe('several accounts', () => {
  async function two() {
    const here = device()
    here.has('b', 'a')
    here.session.enter(user('a'))
    here.session.enter(user('b'))
    await here.session.recheck()
    here.setup.tell.mockClear()
    return here
  }
  test('are switched by the token of the new one', async () => {
    const { session, setup, has } = await two()
    has('a', 'b')
    expect(await session.switchTo('a')).toBe('done')
    expect(setup.tell).toHaveBeenCalledWith('switch', 'token-a', session.deviceCode)
    expect(session.state().current?.uuid).toBe('a')
  })
  test('without a token require the login password', async () => {
    const { session, answers } = await two()
    expect(await session.switchTo('stranger')).toBe('expired')
    answers('expired')
    expect(await session.switchTo('a')).toBe('expired')
    expect(session.hasToken('a')).toBe(false)
    expect(session.state().current?.uuid).toBe('b')
  })
  test('stay when the server refuses', async () => {
    const { session, answers } = await two()
    answers('refused')
    expect(await session.switchTo('a')).toBe('refused')
    expect(await session.remove('a')).toBe('refused')
    expect(session.hasToken('a')).toBe(true)
  })
  test('are left when the last one is removed, before the listeners are notified that nobody is logged in', async () => {
    const { session, has } = device()
    has('b', 'a')
    await session.start()
    const left = vi.fn()
    has('a')
    await session.remove('b', left)
    expect(left).not.toHaveBeenCalled()
    has()
    let accountsThen = -1
    await session.remove('a', () => {
      accountsThen = session.state().accounts.length
    })
    expect(accountsThen).toBe(1)
    expect(session.state().accounts).toEqual([])
  })
  test('are removed from the device; the next one is current then', async () => {
    const { session, setup, has } = await two()
    has('a')
    expect(await session.remove('b')).toBe('done')
    expect(setup.tell).toHaveBeenCalledWith('remove', 'token-b', session.deviceCode)
    expect(session.state().current?.uuid).toBe('a')
  })
  test('are removed with what is stored of them, also while another one is current', async () => {
    const { session, setup, has, answers } = await two()
    answers('refused')
    await session.remove('a')
    expect(setup.removed).not.toHaveBeenCalled()
    answers('done')
    has('b')
    await session.remove('a')
    expect(setup.removed).toHaveBeenCalledTimes(1)
    await session.forget('a')
    expect(setup.removed).toHaveBeenCalledTimes(2)
  })
  test('begin the next visit only while no other tab has left them', async () => {
    const { session, has, again } = await two()
    expect(session.isKept).toBe(true)
    const other = again()
    has('a', 'b')
    await other.switchTo('a')
    expect(session.state().current?.uuid).toBe('b')
    expect(session.isKept).toBe(false)
    expect(other.isKept).toBe(true)
    await other.logout()
    expect(other.isKept).toBe(false)
  })
  test('that could not be reported to the server stay away until they log in again', async () => {
    const { session, has } = device()
    has('a', 'b')
    await session.start()
    await session.remove('a')
    expect(session.state().accounts.map(({ uuid }) => uuid)).toEqual(['b'])
    session.enter(user('a'))
    await session.recheck()
    expect(session.state().accounts.map(({ uuid }) => uuid)).toEqual(['a', 'b'])
  })
})

describe('an end from elsewhere', () => {
  test('keeps the dead token aside, also over a restart, until the account is opened again', async () => {
    const { session, has, again } = device()
    has('a')
    session.enter(user('a'))
    session.expire()
    expect(session.token).toBeNull()
    expect(session.hasToken('a')).toBe(false)
    expect(again().state().ended).toEqual([user('a')])
    session.enter(user('a', 'fresh'))
    expect(session.state().ended).toEqual([])
    expect(again().state().ended).toEqual([])
  })
  test('is detected by switching too', async () => {
    const { session, has, answers } = device()
    has('b', 'a')
    session.enter(user('a'))
    session.enter(user('b'))
    answers('expired')
    await session.switchTo('a')
    expect(session.state().ended).toEqual([user('a')])
    expect(session.state().current?.uuid).toBe('b')
  })
  test('is removed with the account', async () => {
    const { session, has } = device()
    has('a')
    session.enter(user('a'))
    session.expire()
    has()
    await session.remove('a')
    expect(session.state().ended).toEqual([])
  })
  test('is no end when another tab has logged in again meanwhile: its token is taken over', async () => {
    const { session, has, again, setup } = device()
    has('a')
    session.enter(user('a'))
    again().enter(user('a', 'fresh'))
    setup.changed.mockClear()
    session.expire()
    expect(session.token).toBe('fresh')
    expect(session.state().ended).toEqual([])
    expect(setup.changed).toHaveBeenCalled()
  })
  test('and a login in another tab take effect as soon as they are reported', async () => {
    const { session, has, again } = device()
    has('a')
    session.enter(user('a'))
    const other = again()
    other.enter(user('a', 'fresh'))
    session.heedOtherTab()
    expect(session.token).toBe('fresh')
    other.expire()
    session.heedOtherTab()
    expect(session.token).toBeNull()
    expect(session.state().ended).toEqual([user('a', 'fresh')])
  })
})

describe('an end', () => {
  test('by logging out drops the token and keeps the account', async () => {
    const { session, has, setup, again } = device()
    has('a')
    session.enter(user('a'))
    await session.logout()
    expect(setup.tell).toHaveBeenCalledWith('logout', 'token-a', session.deviceCode)
    expect(session.state().current).toMatchObject({ uuid: 'a', token: null })
    expect(again().token).toBeNull()
  })
  test('by logging out leaves the page before the token is dropped, and leaves no token for an objection', async () => {
    const { session, has } = device()
    has('a')
    session.enter(user('a'))
    let at: string | null = 'never called'
    await session.logout(() => {
      at = session.token
    })
    expect(at).toBe('token-a')
    expect(session.token).toBeNull()
    expect(session.state().ended).toEqual([])
  })
  test('by logging out happens even when the server cannot be reached', async () => {
    const { session, has, answers } = device()
    has('a')
    session.enter(user('a'))
    answers('refused')
    await session.logout()
    expect(session.token).toBeNull()
  })
  test('by 20003 makes the next account current, or none', async () => {
    const { session, has } = device()
    has('a', 'b')
    session.enter(user('a'))
    has('b')
    expect(await session.recheck()).toBe(true)
    expect(session.state().current?.uuid).toBe('b')
    has()
    expect(await session.recheck()).toBe(true)
    expect(session.state().current).toBeNull()
    expect(await session.recheck()).toBe(false)
  })
  test('by 20003 keeps the closed account apart, so that it can still contact the service', async () => {
    const { session, has, again } = device()
    has('a', 'b')
    session.enter(user('a'))
    has('b')
    await session.recheck()
    expect(session.state().closed).toEqual(user('a'))
    expect(session.isVisiting).toBe(false)
    session.visitService()
    expect([session.isVisiting, session.token]).toEqual([true, 'token-a'])
    await session.recheck()
    expect([session.isVisiting, session.state().current?.uuid]).toEqual([false, 'b'])
    expect(again().state().closed).toEqual(user('a'))
    has('a', 'b')
    await session.recheck()
    expect(session.state().closed).toBeNull()
    expect(again().state().closed).toBeNull()
  })
  test('by removing it from this device leaves no closed account', async () => {
    const { session, has } = device()
    has('a')
    session.enter(user('a'))
    await session.remove('a')
    has()
    await session.recheck()
    expect(session.state()).toMatchObject({ current: null, closed: null })
  })
  test('by closing for good leaves nothing of the account here except its message, until the page is reloaded', async () => {
    const open = device()
    open.has('a', 'b')
    open.session.enter(user('b'))
    open.session.enter(user('a'))
    await open.session.recheck()
    open.session.expire()
    open.has('b')
    await open.session.forget('a')
    expect(open.session.state().ended).toEqual([user('a')])
    expect(open.session.state().accounts.map(one => one.uuid)).toEqual(['b'])
    expect(open.session.accountIdOf('a')).toBeUndefined()
    expect(open.again().state().ended).toEqual([])

    // The app is opened after it: the list no longer has the account.
    const shut = device()
    shut.has('a')
    shut.session.enter(user('a'))
    shut.has()
    await shut.session.recheck()
    await shut.session.forget('a')
    expect(shut.session.state()).toMatchObject({ closed: null, ended: [user('a')], current: null })
    expect(shut.session.accountIdOf('a')).toBeUndefined()
    expect(shut.again().state()).toMatchObject({ closed: null, ended: [] })
  })
  test('by 20003 changes nothing when the server cannot be reached', async () => {
    const { session, has, isDown } = device()
    has('a')
    session.enter(user('a'))
    isDown()
    expect(await session.recheck()).toBe(false)
    expect(session.token).toBe('token-a')
  })
})
