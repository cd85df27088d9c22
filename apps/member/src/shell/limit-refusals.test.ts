import { refusals } from '@banyan/domain'
import { expect, test } from 'vitest'
import { limitRefusals } from './limit-refusals.ts'

test('the codes are those of the contract', () => {
  for (const [name, code] of Object.entries(limitRefusals))
    expect({ name, code: refusals[name as keyof typeof limitRefusals].code }).toEqual({
      name,
      code,
    })
})
