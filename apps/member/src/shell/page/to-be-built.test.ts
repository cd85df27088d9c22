import { expect, test } from 'vitest'
import { loads } from '../loads.ts'
import { routes } from '../routes.ts'
import { toBeBuilt } from './to-be-built.ts'

test('every page is built, or says what it will be, and none does both', () => {
  const paths = routes.map(route => route.path)
  const missing = paths.filter(path => !(path in loads))
  expect(Object.keys(toBeBuilt).sort()).toEqual(missing.sort())
})
