import * as contract from '@banyan/domain'
import { expect, test } from 'vitest'
import * as calls from './calls.ts'

test('the shell calls the addresses of the contract', () => {
  const pairs = [
    [calls.accountListCall, contract.accountList],
    [calls.switchCall, contract.switchAccount],
    [calls.removeCall, contract.removeFromDevice],
    [calls.logoutCall, contract.logout],
  ] as const
  for (const [ours, { method, path, money }] of pairs) expect(ours).toEqual({ method, path, money })
  expect(calls.uploadCallPath).toBe(contract.uploadPath)
  expect(calls.pictureCallPath('img_1')).toBe(contract.uploadedPicturePath('img_1'))
  expect(calls.liveEventsPath).toBe(contract.eventsPath)
})
