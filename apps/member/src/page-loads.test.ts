import { expect, test } from 'vitest'
import { pageLoads } from './page-loads.ts'
import { routes } from './shell/routes.ts'

test('every page has its code, and no code is for a page that is not there', () => {
  expect(Object.keys(pageLoads).sort()).toEqual(routes.map(route => route.path).sort())
})
