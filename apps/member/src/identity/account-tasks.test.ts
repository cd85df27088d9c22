import { describe, expect, it } from 'vitest'
import { tasksOf } from './account-tasks.ts'

const nowhere = { bsc: null, tron: null, contact: null }
const bound = { address: 's***@mail.test', boundAt: '2026-11-23T00:00:00Z' }

describe('the open tasks of an account', () => {
  it('begin with the e-mail address, by which a password is reset', () => {
    const tasks = tasksOf({ offered: true, bound: null }, nowhere)
    expect(tasks).toEqual({ open: ['email', 'receiving'], all: 2 })
  })
  it('do not include an e-mail address where no mail is sent', () => {
    expect(tasksOf({ offered: false, bound: null }, nowhere)).toEqual({
      open: ['receiving'],
      all: 1,
    })
  })
  it('are empty when both are done', () => {
    const account = { bsc: '0x1', tron: null, contact: '@me' }
    expect(tasksOf({ offered: true, bound } as never, account).open).toEqual([])
  })
  it('include the contact of an account that was entered before it was required', () => {
    const account = { bsc: null, tron: 'T1', contact: null }
    const tasks = tasksOf({ offered: true, bound } as never, account)
    expect(tasks).toEqual({ open: ['contact'], all: 2 })
  })
})
