import { createAccount } from '@banyan/domain'
import { expect, test } from 'vitest'
import { countriesIn } from './countries.ts'

test.each(['zh-CN', 'en'])(
  'every country in %s has a code that the server accepts, and a name',
  locale => {
    const countries = countriesIn(locale)
    expect(countries).toHaveLength(249)
    for (const { value, label } of countries) {
      expect(createAccount.body.shape.country.safeParse(value).success).toBe(true)
      expect(label).not.toBe(value)
    }
  },
)

test('countries are in the order of the language', () => {
  expect(countriesIn('en')[0]?.label).toBe('Afghanistan')
  expect(countriesIn('zh-CN')[0]?.label).toBe('阿尔巴尼亚')
})
