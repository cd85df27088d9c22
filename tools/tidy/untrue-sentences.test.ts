import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const spoken = ['apps', 'packages', 'tools', 'docs', 'e2e']

/**
 * Sentences that were used and are untrue: fees of newcomers' trades are in the pools, and coins
 * that pay them are redeemed out of the reserve; a member who leaves gets the day's price, less 1
 * %, within the daily amount.
 */
const untrue = [
  /不(是)?来自新(会员|成员|人)/,
  /(from|of) (what )?new(er)? members('|’)?( money| put in)?\b(?=[^.]*\b(not|never)\b)|\b(not|never)\b[^.]{0,40}\bfrom (what )?new(er)? members/i,
  /随时(都)?可(以)?(兑换|提现|赎回|离场)/,
  /\b(leaving|leave|exit|exiting|withdrawing|redeeming)\b[^.]{0,20}\balways (possible|works)/i,
  /\b(can|may) always (leave|exit|withdraw|redeem)/i,
  // While it is not known what is missing, nothing is paid out.
  /核对[^。]{0,40}可照常转出/,
  /(being checked|less than is owed)\b.{0,300}\bbalances can be withdrawn as usual/i,
]

test('no page, rule or document has a false sentence about where money comes from or how a member leaves', () => {
  const files = spoken.flatMap(folder =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(tsx?|mjs|html|md)$/.test(name) && !/(node_modules|dist)\//.test(name))
      .map(name => join(folder, name)),
  )
  expect(files.length).toBeGreaterThan(1_000)
  const own = 'tools/tidy/untrue-sentences.test.ts'
  const wrong = ['README.md', ...files]
    .filter(file => file !== own)
    .flatMap(file => {
      const text = readFileSync(join(repository, file), 'utf8')
      return untrue.flatMap(one => (text.match(one) ?? []).slice(0, 1).map(match => [file, match]))
    })
  expect(wrong).toEqual([])
})

test.each([
  '网络收益来自手续费，不来自新成员。',
  'It comes from fees, not from new members, and may be zero.',
  'Network pay comes only from trading fees that were collected, never from what new members put in.',
  'Leaving is always possible.',
  '您随时可以兑换。',
  '平台资产正在核对，下一次结算前暂停激活；余额可照常转出。',
  'The funds are being checked: no activation before the next settlement; balances can be withdrawn as usual.',
])('finds the old sentence “%s”', sentence => {
  expect(untrue.some(one => one.test(sentence))).toBe(true)
})
