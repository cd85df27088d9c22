import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The parts of a browser that the theme needs. */
function openBrowser(systemLight: boolean) {
  const kept = new Map<string, string>()
  let systemChanged = () => {}
  const system = {
    matches: systemLight,
    addEventListener: (_: string, changed: () => void) => {
      systemChanged = changed
    },
  }
  const dataset: Record<string, string> = { theme: 'dark' }
  vi.stubGlobal('matchMedia', () => system)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  vi.stubGlobal('document', { documentElement: { dataset }, querySelector: () => null })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '#000' }))
  return {
    dataset,
    kept,
    become: (light: boolean) => {
      system.matches = light
      systemChanged()
    },
  }
}

async function open(systemLight = false) {
  vi.resetModules()
  const browser = openBrowser(systemLight)
  const theme = await import('./theme.ts')
  const changes: unknown[] = []
  theme.themeEvents.addEventListener('theme-change', event =>
    changes.push((event as CustomEvent).detail),
  )
  theme.startTheme()
  return { ...browser, ...theme, changes }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the theme', () => {
  test('is dark by default, and light only when the system reports light', async () => {
    expect((await open(false)).dataset.theme).toBe('dark')
    expect((await open(true)).dataset.theme).toBe('light')
  })
  test('notifies its listeners when it has changed, with the visible theme', async () => {
    const { chooseTheme, changes, dataset } = await open()
    chooseTheme('light')
    expect(changes).toEqual([{ theme: 'light' }])
    expect(dataset.theme).toBe('light')
    chooseTheme('light')
    expect(changes).toHaveLength(1)
    chooseTheme('dark')
    expect(changes).toEqual([{ theme: 'light' }, { theme: 'dark' }])
  })
  test('follows the system while the member has not chosen, and reports its changes', async () => {
    const { become, changes, chooseTheme } = await open()
    become(true)
    expect(changes).toEqual([{ theme: 'light' }])
    chooseTheme('dark')
    become(false)
    become(true)
    expect(changes).toEqual([{ theme: 'light' }, { theme: 'dark' }])
  })
  test('of a member who returns to the system is removed', async () => {
    const { chooseTheme, kept, dataset } = await open(true)
    chooseTheme('dark')
    expect(kept.get('banyan.theme')).toBe('dark')
    chooseTheme('system')
    expect(kept.has('banyan.theme')).toBe(false)
    expect(dataset.theme).toBe('light')
  })
  test('with colours of movement by the custom of the language until the member chooses', async () => {
    const { dataset, chooseTrend } = await open()
    const { trendOf } = await import('./theme.ts')
    expect(dataset.trend).toBe('cn')
    expect(trendOf(null, 'en')).toBe('intl')
    chooseTrend('safe')
    expect(dataset.trend).toBe('safe')
  })
})
