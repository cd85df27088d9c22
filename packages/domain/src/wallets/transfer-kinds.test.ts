import { expect, test } from 'vitest'
import { statementGroups, transferKinds } from './transfer-kinds.ts'

test('every kind of transfer can be requested in a statement, under one word', () => {
  expect(Object.values(statementGroups).flat().sort()).toEqual([...transferKinds].sort())
})
