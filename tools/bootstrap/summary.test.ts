import { expect, test } from 'vitest'
import { summarise } from './summary.ts'

const plain = { appUrl: 'http://127.0.0.1:8080', host: '127.0.0.1', dataDir: 'data', seconds: 3.14 }
const account = {
  accountId: 'A1',
  nickname: '星河',
  loginPassword: 'login-1',
  paymentPassword: '123456',
  about: 'sells',
}

test('accounts are in columns, Chinese names included', () => {
  const text = summarise({ ...plain, accounts: [account, { ...account, nickname: 'Ann' }] })
  const rows = text.split('\n').filter(line => line.includes('login-1'))
  expect(rows).toEqual([
    '  A1           星河       login-1          123456             sells',
    '  A1           Ann        login-1          123456             sells',
  ])
  expect(text).toContain('http://127.0.0.1:8080')
  expect(text).not.toContain('Invite code')
})

test('without accounts the invitation code is shown', () => {
  const text = summarise({ ...plain, accounts: [], rootInviteCode: 'ROOT1234' })
  expect(text).toContain('ROOT1234')
  expect(text).not.toContain('Demo accounts')
})

test('a server that listens on the network has a warning about plain HTTP, one on this machine does not', () => {
  expect(summarise({ ...plain, accounts: [], host: '0.0.0.0' })).toContain('plain HTTP')
  for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1']) {
    expect(summarise({ ...plain, accounts: [], host })).not.toContain('plain HTTP')
  }
})

test('test hooks are mentioned when they are on', () => {
  expect(summarise({ ...plain, accounts: [], testHooks: true })).toContain('POST /test/clock')
  expect(summarise({ ...plain, accounts: [] })).not.toContain('/test/')
})

test('the operators of a demonstration are in columns of their own, with what each role does', () => {
  const operators = [{ name: 'demo-arbitrator-1', role: 'arbitrator', password: 'secret-1' }]
  const text = summarise({ ...plain, accounts: [], operators })
  expect(text).toContain('demo-arbitrator-1   arbitrator   secret-1   hears appeals')
  expect(summarise({ ...plain, accounts: [], operators: [] })).not.toContain('Demo operators')
})

test('the set-up links of the first administrators are shown with what they are for', () => {
  const link = 'http://localhost:8081/#/set-up?name=administrator-1&secret=x'
  const setUps = [{ name: 'administrator-1', link }]
  const text = summarise({ ...plain, accounts: [], setUps, consoleUrl: 'http://localhost:8081' })
  expect(text).toContain('Console      http://localhost:8081   for operators')
  expect(text).toContain('for 15 minutes and for once')
  expect(text).toContain(`administrator-1   ${link}`)
  expect(summarise({ ...plain, accounts: [] })).not.toContain('Set-up links')
})
