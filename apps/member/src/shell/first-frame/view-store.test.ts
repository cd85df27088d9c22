import { beforeEach, expect, test, vi } from 'vitest'
import { forgetViews, type KeptView, keepView, viewsSince } from './view-store.ts'

const view: KeptView = { of: 'me', language: 'en', at: 1, ages: [], root: ['div', {}], css: '' }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  })
  return () => vi.unstubAllGlobals()
})

test('keeps what was seen since the views were last forgotten', () => {
  forgetViews()
  keepView('/', view, viewsSince())
  expect(JSON.parse(localStorage.getItem('banyan.view./') ?? '')).toEqual(view)
})

test('forgets a view that was read before the amounts were hidden, and stored afterwards', () => {
  const since = viewsSince()
  forgetViews()
  keepView('/', view, since)
  expect(localStorage.getItem('banyan.view./')).toBeNull()
})
