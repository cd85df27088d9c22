import { expect, test } from 'vitest'
import type { Import } from '../tidy/imports.ts'
import { coveringOf } from './covering.ts'
import { isProductCode, linesOfDiff } from './scope.ts'

test('the new lines of a diff are those that it wrote', () => {
  const diff = [
    '+++ b/packages/domain/src/otc/terms.ts',
    '@@ -3,2 +3 @@',
    '@@ -9 +8,3 @@ function terms',
    '+++ b/docs/otc.md',
    '@@ -5,2 +4,0 @@',
  ].join('\n')
  const lines = linesOfDiff(diff)
  expect(lines.get('packages/domain/src/otc/terms.ts')).toEqual(new Set([3, 8, 9, 10]))
  expect(lines.get('docs/otc.md')).toEqual(new Set())
})

test('bugs are planted in the product, not in its tests', () => {
  expect(isProductCode('apps/server/src/otc/take.ts')).toBe(true)
  expect(isProductCode('apps/server/src/otc/take.db.test.ts')).toBe(false)
  expect(isProductCode('apps/server/src/testing/system.ts')).toBe(false)
  expect(isProductCode('tools/mutate/grammar.ts')).toBe(false)
})

test('a file is covered by what imports it and by the tests of its module', () => {
  const from = (from: string, file: string): Import => ({
    from,
    file,
    specifier: file,
    typeOnly: false,
    dynamic: false,
  })
  const terms = 'packages/domain/src/otc/terms.ts'
  const near = 'packages/domain/src/otc/terms.test.ts'
  const through = 'packages/domain/src/all.test.ts'
  const ofModule = 'apps/member/src/otc/form.test.ts'
  const integration = 'apps/server/src/otc/take.db.test.ts'
  const other = 'apps/server/src/chat/chat.db.test.ts'
  const covering = coveringOf(
    terms,
    [near, through, ofModule, integration, other],
    [
      from(near, terms),
      from('packages/domain/src/index.ts', terms),
      from(through, 'packages/domain/src/index.ts'),
    ],
  )
  expect(covering).toEqual({ unit: [near, through, ofModule], integration: [integration] })
})
