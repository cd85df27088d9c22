import { beforeEach, describe, expect, test } from 'vitest'
import { Engine, type Entry } from './engine.ts'
import { MemoryHistory } from './memory-history.ts'

const tabs = ['/', '/pages/tabbar/OTC', '/pages/tabbar/assets']
const others = ['/x', '/y', '/pages/otc/buy/topay', '/pages/otc/buy/payed', '/pages/auth/home']

let history: MemoryHistory
let time: { at: number; act: () => void }[]
let now: number
let transition: number
let load = 0

function later(ms: number, act: () => void) {
  const due = { at: now + ms, act }
  time.push(due)
  return () => {
    time = time.filter(other => other !== due)
  }
}
function pass(ms: number) {
  now += ms
  for (const due of time.filter(({ at }) => at <= now)) {
    time = time.filter(other => other !== due)
    due.act()
  }
}

/** A load of the app with the existing history: a reload is a second engine on the same history. */
function open(): Engine {
  let opened = 0
  const id = ++load
  return new Engine({
    history,
    route: path =>
      tabs.includes(path) ? { tab: true } : others.includes(path) ? { tab: false } : null,
    newId: () => `${id}.${opened++}`,
    later,
    transitionMs: () => transition,
    lockMs: 300,
    stackMax: 10,
  })
}
const start = (url = '', entry: Entry | null = null) => {
  history = new MemoryHistory(url, entry)
  return open()
}
const urls = (engine: Engine) => engine.state().stack.map(page => page.url)

beforeEach(() => {
  time = []
  now = 0
  transition = 300
})

describe('a refused navigation', () => {
  test('returns it in uni-app’s words, as a value', () => {
    const engine = start()
    expect(engine.navigateTo('')).toEqual({
      ok: false,
      reason: 'url required',
      errMsg: 'navigateTo:fail Missing required args: "url"',
    })
    expect(engine.navigateTo('/nope')).toEqual({
      ok: false,
      reason: 'page not found',
      errMsg: 'navigateTo:fail page `/nope` is not found',
    })
    expect(engine.navigateTo('/pages/tabbar/OTC')).toEqual({
      ok: false,
      reason: 'tab page cannot be opened by navigate or redirect',
      errMsg: 'navigateTo:fail can not navigateTo a tabbar page',
    })
    expect(engine.redirectTo('/pages/tabbar/home')).toMatchObject({
      errMsg: 'redirectTo:fail can not redirectTo a tabbar page',
    })
    expect(engine.switchTab('/x')).toEqual({
      ok: false,
      reason: 'switchTab only opens tab pages',
      errMsg: 'switchTab:fail can not switch to no-tabBar page',
    })
    expect(engine.reLaunch('/nope?a=1')).toMatchObject({
      errMsg: 'reLaunch:fail page `/nope?a=1` is not found',
    })
    expect(urls(engine)).toEqual(['/'])
    expect(history.entries).toHaveLength(1)
  })
  test('is one that differs in case only', () => {
    expect(start().switchTab('/pages/tabbar/otc')).toMatchObject({ reason: 'page not found' })
  })
})

describe('the lock', () => {
  test('refuses the same url while that navigation is in progress', () => {
    const engine = start()
    expect(engine.navigateTo('/x?id=A').ok).toBe(true)
    expect(engine.navigateTo('/x?id=A')).toEqual({
      ok: false,
      reason: 'locked',
      errMsg: 'navigateTo:fail /x?id=A locked',
    })
    expect(urls(engine)).toEqual(['/', '/x?id=A'])
  })
  test('allows the same page with another query at once', () => {
    const engine = start()
    engine.navigateTo('/x?id=A')
    expect(engine.navigateTo('/x?id=B').ok).toBe(true)
  })
  test('compares urls after normalising', () => {
    const engine = start()
    engine.navigateTo('/x?name=%E5%BC%A0')
    expect(engine.navigateTo('/x?name=张')).toMatchObject({ reason: 'locked' })
  })
  test('is released when the navigation has settled', () => {
    const engine = start()
    engine.navigateTo('/x')
    pass(299)
    expect(engine.redirectTo('/x')).toMatchObject({ reason: 'locked' })
    pass(1)
    expect(engine.navigateTo('/x').ok).toBe(true)
  })
  test('is one string: a refused navigation does not change it', () => {
    const engine = start()
    engine.navigateTo('/x')
    engine.navigateTo('/nope')
    expect(engine.navigateTo('/x')).toMatchObject({ reason: 'locked' })
  })
})

describe('addresses', () => {
  test('of the entry page have a second name, which is rewritten', () => {
    const engine = start('#/pages/tabbar/home')
    expect(engine.top).toMatchObject({ url: '/', tab: true, known: true })
    expect(history.url).toBe('/')
  })
  test('keep their query when they are opened directly', () => {
    expect(start('#/pages/tabbar/OTC?side=sell').top.query).toBe('side=sell')
  })
  test('that are relative are resolved against the current page', () => {
    const engine = start('#/pages/otc/buy/topay?id=1')
    engine.navigateTo('payed?id=1')
    expect(engine.top.url).toBe('/pages/otc/buy/payed?id=1')
    pass(300)
    engine.navigateTo('../../auth/home')
    expect(engine.top.url).toBe('/pages/auth/home')
  })
  test('without a route open the not-found page', () => {
    expect(start('#/nowhere').top).toMatchObject({ known: false, url: '/nowhere' })
  })
})

describe('the four verbs', () => {
  test('navigate pushes one deeper', () => {
    const engine = start()
    engine.navigateTo('/x')
    engine.navigateTo('/y')
    expect(history.lines).toEqual(['0 /', '1 /x', '2 /y'])
    expect(urls(engine)).toEqual(['/', '/x', '/y'])
  })
  test('redirect replaces the top', () => {
    const engine = start()
    engine.navigateTo('/x')
    engine.redirectTo('/y')
    expect(history.lines).toEqual(['0 /', '1 /y'])
    expect(urls(engine)).toEqual(['/', '/y'])
  })
  test('switchTab drops the query and leaves no dropped page behind', async () => {
    const engine = start()
    engine.navigateTo('/x')
    engine.navigateTo('/y')
    engine.switchTab('/pages/tabbar/OTC?side=sell')
    expect(urls(engine)).toEqual(['/pages/tabbar/OTC'])
    await history.land()
    expect(history.at).toBe(0)
    expect(history.url).toBe('/pages/tabbar/OTC')
  })
  test('reLaunch keeps the query of a tab page and closes kept tabs', async () => {
    const engine = start()
    engine.switchTab('/pages/tabbar/assets')
    engine.navigateTo('/x')
    engine.reLaunch('/pages/tabbar/OTC?side=sell')
    await history.land()
    expect(urls(engine)).toEqual(['/pages/tabbar/OTC?side=sell'])
    expect(engine.state().keptTabs).toEqual([])
    expect(history.url).toBe('/pages/tabbar/OTC?side=sell')
    expect(history.at).toBe(0)
  })
  test('wait for a jump in progress', async () => {
    const engine = start()
    engine.navigateTo('/x')
    engine.switchTab('/pages/tabbar/OTC')
    engine.navigateTo('/y')
    expect(urls(engine)).toEqual(['/pages/tabbar/OTC', '/y'])
    await history.land()
    expect(history.lines.slice(0, history.at + 1)).toEqual(['0 /pages/tabbar/OTC', '1 /y'])
  })
  test('open at most ten pages: the eleventh replaces the tenth', () => {
    const engine = start()
    for (let n = 1; n <= 12; n++) engine.navigateTo(`/x?n=${n}`)
    expect(engine.state().stack).toHaveLength(10)
    expect(urls(engine).at(-1)).toBe('/x?n=12')
    expect(urls(engine).at(-2)).toBe('/x?n=8')
    expect(history.entries).toHaveLength(10)
  })
})

describe('going back', () => {
  test('shows the page below as the same page', async () => {
    const engine = start()
    const home = engine.top
    engine.navigateTo('/x')
    engine.navigateBack()
    expect(engine.top).toBe(home)
    await history.land()
    expect(history.at).toBe(0)
  })
  test('by several pages stops at the first', async () => {
    const engine = start()
    engine.navigateTo('/x')
    engine.navigateTo('/y')
    engine.navigateBack(9)
    await history.land()
    expect(urls(engine)).toEqual(['/'])
    expect(history.at).toBe(0)
  })
  test('from the only page relaunches to the root', async () => {
    const engine = start('#/x?id=1')
    engine.navigateBack()
    await history.land()
    expect(urls(engine)).toEqual(['/'])
    expect(history.lines).toEqual(['0 /'])
  })
  test('by the browser’s button does the same as by the app’s', () => {
    const engine = start()
    const home = engine.top
    engine.navigateTo('/x')
    engine.navigateTo('/y')
    history.press(-2)
    expect(engine.top).toBe(home)
    expect(engine.state().stack).toHaveLength(1)
  })
  test('never opens a page of a dropped stack', async () => {
    const engine = start()
    engine.navigateTo('/x')
    engine.navigateTo('/y')
    engine.reLaunch('/pages/auth/home')
    await history.land()
    expect(history.at).toBe(0)
  })
})

describe('a layer over a page', () => {
  const layered = () => {
    const engine = start('#/?prompt=p')
    const page = engine.top
    for (let tap = 0; tap < 2; tap++) engine.deepen('prompt=p&sheet=s')
    return { engine, page }
  }
  test('is another query of the same page, and the browser’s back closes it', () => {
    const { engine, page } = layered()
    expect(history.lines).toEqual(['0 /?prompt=p', '1 /?prompt=p&sheet=s'])
    expect(engine.top).toMatchObject({ id: page.id, query: 'prompt=p&sheet=s' })
    history.press(-1)
    expect(engine.state()).toEqual({ stack: [page], keptTabs: [], move: null })
    history.press(1)
    expect(engine.state().stack).toMatchObject([{ id: page.id, query: 'prompt=p&sheet=s' }])
  })
  test('is closed by its own call, which leaves no entry of it behind', async () => {
    const { engine, page } = layered()
    engine.rise('prompt=p')
    expect(engine.state().stack).toEqual([page])
    engine.navigateTo('/x')
    await history.land()
    expect(history.lines).toEqual(['0 /?prompt=p', '1 /x'])
  })
  test('that an address was opened with is closed in the address', () => {
    const engine = start('#/?prompt=p&sheet=s')
    engine.rise('prompt=p')
    expect(history.lines).toEqual(['0 /?prompt=p'])
  })

  test('that the address was opened with has an entry as a sheet, and closing it leaves the app by none', async () => {
    history = new MemoryHistory('/before', null)
    history.push('/?sheet=s', { d: 0, id: '0.0' })
    const engine = open()
    const closed = engine.cover(() => true)
    expect(history.at).toBe(2)
    engine.rise('')
    closed()
    pass(0)
    await history.land()
    expect(history.at).toBe(1)
    expect(history.url).toBe('/')
  })
  test('stays under a page that is opened over it, also when both are left at once', () => {
    const { engine, page } = layered()
    engine.navigateTo('/x')
    pass(300)
    history.press(-1)
    expect(engine.top).toMatchObject({ id: page.id, depth: 1, query: 'prompt=p&sheet=s' })
    history.press(1)
    history.press(-2)
    expect(engine.state().stack).toEqual([page])
  })
  test('is closed with its page when another tab is opened', async () => {
    const { engine } = layered()
    engine.switchTab('/pages/tabbar/OTC')
    await history.land()
    expect(history.at).toBe(0)
    expect(history.url).toBe('/pages/tabbar/OTC')
    engine.switchTab('/')
    expect(engine.top).toMatchObject({ url: '/', depth: 0 })
  })
})

describe('the browser’s forward button', () => {
  test('opens the page again from its address', () => {
    const engine = start()
    engine.navigateTo('/x?id=7')
    history.press(-1)
    history.press(1)
    expect(urls(engine)).toEqual(['/', '/x?id=7'])
    expect(engine.top.depth).toBe(1)
  })
  test('over a gap opens the page there, and back fills the gap from its address', () => {
    const engine = start()
    engine.navigateTo('/x')
    engine.navigateTo('/y')
    history.press(-2)
    history.press(2)
    expect(urls(engine)).toEqual(['/', '/y'])
    history.press(-1)
    expect(urls(engine)).toEqual(['/', '/x'])
    history.press(-1)
    expect(urls(engine)).toEqual(['/'])
  })
})

describe('an address typed by hand', () => {
  test('opens as a push', () => {
    const engine = start()
    history.type('#/x?id=1')
    expect(urls(engine)).toEqual(['/', '/x?id=1'])
    expect(history.lines).toEqual(['0 /', '1 /x?id=1'])
  })
  test('of a tab opens as a tab, with its query, and leaves nothing below', async () => {
    const engine = start()
    engine.navigateTo('/x')
    history.type('#/pages/tabbar/OTC?side=sell')
    await history.land()
    expect(urls(engine)).toEqual(['/pages/tabbar/OTC?side=sell'])
    expect(history.at).toBe(0)
    expect(history.url).toBe('/pages/tabbar/OTC?side=sell')
  })
  test('that is empty is the entry page', async () => {
    const engine = start('#/x')
    history.type('')
    await history.land()
    expect(urls(engine)).toEqual(['/'])
  })
  test('without a route is shown as not found, over the page', () => {
    const engine = start()
    history.type('#/nowhere')
    expect(engine.top).toMatchObject({ known: false, depth: 1 })
    history.press(-1)
    expect(engine.top.url).toBe('/')
  })
})

describe('after a reload', () => {
  const deep = () => {
    const before = start()
    before.navigateTo('/x?id=1')
    before.navigateTo('/y')
    return open()
  }
  test('the page is alone in its stack and keeps its depth', () => {
    const engine = deep()
    expect(urls(engine)).toEqual(['/y'])
    expect(engine.top.depth).toBe(2)
  })
  test('the browser’s back goes below the base: a stack of that one page', () => {
    const engine = deep()
    history.press(-1)
    expect(urls(engine)).toEqual(['/x?id=1'])
    expect(engine.top.depth).toBe(1)
  })
  test('the app’s back relaunches to the root and drops everything below', async () => {
    const engine = deep()
    engine.navigateBack()
    await history.land()
    expect(history.at).toBe(0)
    expect(history.url).toBe('/')
    expect(urls(engine)).toEqual(['/'])
  })
})

describe('tabs', () => {
  test('keep their pages when another is shown', () => {
    const engine = start()
    const home = engine.top
    engine.switchTab('/pages/tabbar/assets')
    expect(engine.state().keptTabs).toEqual([home])
    engine.switchTab('/pages/tabbar/home')
    expect(engine.top.id).toBe(home.id)
    expect(engine.state().keptTabs.map(page => page.path)).toEqual(['/pages/tabbar/assets'])
  })
  test('answer a tap on the open one with an event, without navigating', () => {
    const engine = start()
    const taps: unknown[] = []
    engine.addEventListener('tabTap', event => taps.push((event as CustomEvent).detail))
    engine.tapTab('/pages/tabbar/home')
    expect(taps).toEqual([{ path: '/' }])
    expect(engine.state().move).toBeNull()
    engine.tapTab('/pages/tabbar/OTC')
    expect(engine.top.path).toBe('/pages/tabbar/OTC')
    expect(taps).toHaveLength(1)
  })
})

describe('a page whose query changes', () => {
  test('stays the same page, and its address is up to date', () => {
    const engine = start()
    engine.navigateTo('/x?side=buy')
    pass(300)
    const { id } = engine.top
    engine.changeQuery('side=sell')
    expect(engine.top).toMatchObject({ id, url: '/x?side=sell', query: 'side=sell', depth: 1 })
    expect(history.lines).toEqual(['0 /', '1 /x?side=sell'])
    expect(engine.state().move).toBeNull()
    history.press(-1)
    history.press(1)
    expect(engine.top.url).toBe('/x?side=sell')
  })
})

describe('motion', () => {
  test('keeps both pages visible for 300 ms', () => {
    const engine = start()
    engine.navigateTo('/x')
    expect(engine.state().move).toMatchObject({
      kind: 'push',
      over: { url: '/x' },
      under: { url: '/' },
    })
    pass(300)
    expect(engine.state().move).toBeNull()
    engine.navigateBack()
    expect(engine.state().move).toMatchObject({
      kind: 'pop',
      over: { url: '/x' },
      under: { url: '/' },
    })
  })
  test('is none for tabs and redirects', () => {
    const engine = start()
    engine.switchTab('/pages/tabbar/OTC')
    expect(engine.state().move).toBeNull()
    engine.reLaunch('/x')
    engine.redirectTo('/y')
    expect(engine.state().move).toBeNull()
  })
  test('is none with reduced motion', () => {
    transition = 0
    const engine = start()
    engine.navigateTo('/x')
    expect(engine.state().move).toBeNull()
    expect(engine.navigateTo('/x')).toMatchObject({ reason: 'locked' })
  })
  test('is none when the browser has already shown its own', () => {
    const engine = start()
    engine.navigateTo('/x')
    pass(300)
    history.press(-1, true)
    expect(engine.state().move).toBeNull()
  })
})

describe('a sheet over a page', () => {
  /** A page with an open sheet, and how often the sheet was asked to close. */
  function covered(locked = false) {
    const engine = start()
    engine.navigateTo('/x')
    pass(300)
    const asked = { times: 0 }
    const close = engine.cover(() => {
      asked.times++
      return !locked
    })
    return { engine, close, asked }
  }
  test('has an entry of the history; back closes it, and back again leaves the page', () => {
    const { engine, asked } = covered()
    expect(history.lines).toEqual(['0 /', '1 /x', '2 /x'])
    history.press(-1)
    expect(asked.times).toBe(1)
    expect(urls(engine)).toEqual(['/', '/x'])
    history.press(-1)
    expect(urls(engine)).toEqual(['/'])
  })
  test('that closes by itself removes its entry', async () => {
    const { engine, close, asked } = covered()
    close()
    pass(0)
    await history.land()
    expect([history.at, engine.top.depth, asked.times]).toEqual([1, 1, 0])
  })
  test('passes its entry to the next one', async () => {
    const { engine, close, asked } = covered()
    close()
    const next = { times: 0 }
    engine.cover(() => Boolean(++next.times))
    pass(0)
    await history.land()
    expect(history.lines).toEqual(['0 /', '1 /x', '2 /x'])
    history.press(-1)
    expect([asked.times, next.times, engine.isCovered]).toEqual([0, 1, false])
  })
  test('that cannot be left stays, with its entry', async () => {
    const { engine, asked } = covered(true)
    history.press(-1)
    await history.land()
    expect([history.at, asked.times, engine.isCovered, engine.top.depth]).toEqual([2, 1, true, 2])
  })
  test('leaves no entry under the page that is opened from it', async () => {
    const { engine } = covered()
    engine.navigateTo('/y')
    await history.land()
    expect(history.lines).toEqual(['0 /', '1 /x', '2 /y'])
    expect(engine.isCovered).toBe(false)
  })
  test('leaves none under an address that is typed', async () => {
    const { engine } = covered()
    history.type('/y')
    await history.land()
    expect(history.lines).toEqual(['0 /', '1 /x', '2 /y'])
    expect(urls(engine)).toEqual(['/', '/x', '/y'])
  })
  test('writes a changed query into the entry of the page', async () => {
    const { engine } = covered()
    engine.changeQuery('q=1')
    await history.land()
    expect(history.lines.slice(0, 2)).toEqual(['0 /', '1 /x?q=1'])
    expect(history.at).toBe(1)
  })
  test('over another one is left first', () => {
    const { engine, asked } = covered()
    const upper = { times: 0 }
    engine.cover(() => Boolean(++upper.times))
    history.press(-1)
    expect([upper.times, asked.times]).toEqual([1, 0])
    history.press(-1)
    expect(asked.times).toBe(1)
    expect(urls(engine)).toEqual(['/', '/x'])
  })
  test('cannot be opened again by going forward', async () => {
    const { engine } = covered()
    history.press(-1)
    history.press(1)
    await history.land()
    expect([history.at, engine.top.depth]).toEqual([1, 1])
  })
  test('does not survive a reload, nor does its entry', async () => {
    covered()
    const engine = open()
    await history.land()
    expect([history.at, engine.top.depth, engine.isCovered]).toEqual([1, 1, false])
  })
  test('is closed with its page when a tab is opened', async () => {
    const { engine } = covered()
    engine.switchTab('/pages/tabbar/OTC')
    await history.land()
    expect([history.at, engine.isCovered]).toEqual([0, false])
  })
})
