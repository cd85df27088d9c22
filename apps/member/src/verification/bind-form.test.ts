import { describe, expect, it } from 'vitest'
import { bindSchemas } from './bind-form.ts'

const values = { oldCode: '', address: ' Somebody@Example.org ', code: '１２３４５６' }

describe('binding an address', () => {
  it('requires no code of an old address the first time, and accepts full-width digits', () => {
    expect(bindSchemas.first.parse(values)).toMatchObject({ code: '123456' })
  })

  it('requires the code of the old one when there is one', () => {
    const read = bindSchemas.rebind.safeParse(values)
    expect(read.error?.issues[0]).toMatchObject({
      path: ['oldCode'],
      message: 'emailCodeRequired',
    })
  })

  it.each([
    [{ address: '' }, 'address', 'emailRequired'],
    [{ address: 'nobody' }, 'address', 'emailFormat'],
    [{ code: '12345' }, 'code', 'emailCodeFormat'],
  ])('refuses %j', (typed, path, message) => {
    const read = bindSchemas.first.safeParse({ ...values, ...typed })
    expect(read.error?.issues[0]).toMatchObject({ path: [path], message })
  })
})
