import { operatorSetUp, operatorSignIn, platformState } from '@banyan/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOperator } from '../operators/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { addEmail } from '../platform/mail/store.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'

const PASSWORD = 'a long enough password'

let system: HttpSystem
let token: string
beforeAll(async () => {
  system = await openHttpSystem()
  const secret = await addOperator(system.db.database, {
    name: 'sam',
    role: 'support',
    memberId: null,
  })
  await system.must(operatorSetUp, { body: { name: 'sam', secret, password: PASSWORD } })
  token = (await system.must(operatorSignIn, { body: { name: 'sam', password: PASSWORD } })).token
})
afterAll(() => system.close())

it('tells every operator which e-mails wait, and when the next settlement is due', async () => {
  const before = await system.must(platformState, { token })
  expect(before.mail).toMatchObject({ waiting: 0, oldestAt: null, lastError: null })
  expect(before.chain).toBeNull()
  // 24:00 of the platform's zone, UTC+8.
  expect(before.settlement.nextAt).toMatch(/T16:00:00\.000Z$/)
  const ids = [newUuid(), newUuid()]
  await inTransaction(system.db.database, async tx => {
    for (const id of ids) await addEmail(tx, id, Buffer.from('sealed'))
  })
  const after = await system.must(platformState, { token })
  expect(after.mail?.waiting).toBe(2)
  expect(Date.parse(after.mail?.oldestAt ?? '')).not.toBeNaN()
})
