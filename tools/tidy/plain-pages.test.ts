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

/** The pages within two taps of the start: the tabs, and the pages they lead to. */
const early =
  /^(home|community|otc|wallets|deposits|withdrawals|identity|network|notices|notifications|service|subscriptions|redemptions|sessions|limits|chat|help)\//

/** Words of accounting and proofs, and words that only those who make the platform use. */
const chinese = /沉默|不变式|账本|分录|冲正|默克尔|根哈希|证明路径|签名程序|托管短缺/
const english =
  /\b(the house|house’s|room|deed|silen(ce|t)|invariants?|ledger|postings?|merkle|root|custody|genesis|the signer|booked|proven|outbox|sweep)\b/i

const folder = join(import.meta.dirname, '../../apps/member/src')
let texts: [place: string, text: string][]

beforeAll(async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  texts = []
  for (const file of files.filter(one => /texts\.tsx?$/.test(one) && early.test(one))) {
    const exported: Record<string, unknown> = await import(join(folder, file))
    for (const value of Object.values(exported)) texts.push(...leavesOf(file, value))
  }
}, 60_000)

function leavesOf(place: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(`${place} ${key}`, inner))
}

test('pages within two taps of the start use no word of accounting, proofs or the makers’ own', () => {
  expect(texts.filter(([, text]) => chinese.test(text) || english.test(text))).toEqual([])
  // Many files are read: an empty list would hold everything.
  expect(texts.length).toBeGreaterThan(1_000)
})
