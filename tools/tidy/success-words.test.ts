import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'

// Here texts are read as they are written; nothing of the app is needed for that.
vi.mock('../../apps/member/src/shell/index.ts', () => ({
  registerTexts: (_: string, texts: object) => texts,
}))
vi.mock('../../apps/member/src/shell/texts/texts.ts', () => ({
  registerTexts: (_: string, texts: object) => texts,
}))

/** The success messages of the specification (8), each with its only wording. */
const words = {
  copy: ['复制成功', 'Copied'],
  switch: ['切换成功', 'Switched'],
  removal: ['移除成功', 'Removed'],
  verification: ['验证成功', 'Verified'],
  placement: ['安置成功', 'Placed'],
  submit: ['提交成功', 'Submitted'],
  modification: ['修改成功', 'Modified'],
  appeal: ['申诉已提交', 'Appeal submitted'],
  reset: ['重置成功', 'Reset'],
  release: ['放币成功', 'Released'],
  publish: ['发布成功', 'Published'],
  exchange: ['兑换已提交', 'Exchange submitted'],
  // A transfer to the chain is a request for review, so its message says more.
  transfer: ['提交成功，审核中', 'Submitted, under review'],
  'order cancelled': ['订单已取消', 'Order cancelled'],
  binding: ['绑定成功', 'Bound'],
  login: ['登录成功', 'Logged in'],
  'new account created': ['新账户创建成功', 'New account created'],
} as const

const folder = join(import.meta.dirname, '../../apps/member/src')
interface Pair {
  place: string
  zh: string
  en: string
}
let pairs: Pair[]

beforeAll(async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  pairs = []
  for (const file of files.filter(one => /texts\.tsx?$/.test(one))) {
    const exported: Record<string, unknown> = await import(join(folder, file))
    for (const value of Object.values(exported))
      if (hasBoth(value)) pairs.push(...leavesOf(file, value.zh, value.en))
  }
})

const hasBoth = (value: unknown): value is { zh: object; en: object } =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value

function leavesOf(place: string, zh: unknown, en: unknown): Pair[] {
  if (typeof zh === 'string' && typeof en === 'string') return [{ place, zh, en }]
  if (typeof zh !== 'object' || zh === null) return []
  return Object.entries(zh).flatMap(([key, inner]) =>
    leavesOf(`${place} ${key}`, inner, (en as Record<string, unknown> | null)?.[key]),
  )
}

/** Is a text these words, alone or with more behind a mark? */
const begins = (text: string, word: string) =>
  text === word || (text.startsWith(word) && /^[，,:;：；]/.test(text.slice(word.length)))

test.each(Object.entries(words))('%s has the same words everywhere', (_, [zh, en]) => {
  const beginning = pairs.filter(one => begins(one.zh, zh))
  expect(beginning.length).toBeGreaterThan(0)
  for (const one of beginning)
    expect([one.place, one.en, begins(one.en, en)]).toEqual([one.place, one.en, true])
})

test('copying, changing and removing are reported in no other words', () => {
  const others = pairs.filter(
    ({ zh, en }) => ['已复制', '保存成功', '更改成功', '删除成功'].includes(zh) || en === 'Saved',
  )
  expect(others).toEqual([])
  // Many files are read: an empty list would hold everything.
  expect(pairs.length).toBeGreaterThan(1_000)
})
