import { expect, test } from 'vitest'
import { loads } from '../loads.ts'
import { routes } from '../routes.ts'

test('every page has its code, and no code is for a page that is not there', () => {
  expect(Object.keys(loads).sort()).toEqual(routes.map(route => route.path).sort())
})
