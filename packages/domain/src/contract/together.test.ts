import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { chatSaying } from '../chat/endpoints.ts'
import { setReceivingAccount } from '../identity/endpoints.ts'
import { createNotice, editNotice } from '../notices/operator-endpoints.ts'
import { subscribeToPush } from '../push/endpoints.ts'
import { pushKinds } from '../push/kinds.ts'
import { serviceSaying } from '../service/conversation.ts'
import { requestEmailCode } from '../verification/endpoints.ts'
import { wireIdOf } from './wire.ts'

const uuid = '11111111-1111-4111-8111-111111111111'
const picture = wireIdOf('img', uuid)
const file = wireIdOf('fil', uuid)
const saying = { text: '', pictures: [], files: [] }
/** Something has to be said, in whichever of three ways. */
const sayings = {
  taken: [
    { ...saying, text: 'a' },
    { ...saying, pictures: [picture] },
    { ...saying, files: [file] },
    { text: 'a', pictures: [picture], files: [file] },
  ],
  refused: [saying, { text: ' ', pictures: [], files: [] }],
}

const account = { contact: 'me', paymentPassword: '1' }
const bsc = `0x${'a'.repeat(40)}`
const tron = `T${'a'.repeat(33)}`
const notice = { titleZh: '标题', bodyZh: '文', pinned: false, endsAt: null }
const notices = (more: object) => ({
  taken: [
    { ...notice, ...more, titleEn: null, bodyEn: null },
    { ...notice, ...more, titleEn: 'Title', bodyEn: 'Text' },
  ],
  refused: [
    { ...notice, ...more, titleEn: 'Title', bodyEn: null },
    { ...notice, ...more, titleEn: null, bodyEn: 'Text' },
  ],
})

const device = (kinds: readonly unknown[]) => ({
  endpoint: 'https://push.example.org/1',
  keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
  kinds,
})

/** Inputs of which each part is allowed, and not every combination is. */
const inputs: readonly [string, z.ZodType, { taken: object[]; refused: object[] }][] = [
  ['a message in a trade', chatSaying, sayings],
  ['a message to the service', serviceSaying, sayings],
  [
    'receiving addresses',
    setReceivingAccount.body,
    {
      taken: [
        { ...account, bsc, tron: null },
        { ...account, bsc: null, tron },
        { ...account, bsc, tron },
      ],
      refused: [{ ...account, bsc: null, tron: null }],
    },
  ],
  [
    'a code by e-mail',
    requestEmailCode.body,
    {
      taken: [{ purpose: 'bind', address: 'a@example.org' }, { purpose: 'withdraw' }],
      refused: [{ purpose: 'bind' }],
    },
  ],
  ['a new notice', createNotice.body, notices({})],
  ['a changed notice', editNotice.body, notices({ version: 1 })],
  [
    'kinds of push messages',
    subscribeToPush.body,
    {
      taken: [device(pushKinds), device([])],
      refused: [device([...pushKinds.slice(1), pushKinds[1]])],
    },
  ],
]

describe('what may be given only together, or not at all', () => {
  it.each(inputs)('%s', (_, schema, { taken, refused }) => {
    const isTaken = (given: object) => [given, schema.safeParse(given).success]
    expect(taken.map(isTaken)).toEqual(taken.map(given => [given, true]))
    expect(refused.map(isTaken)).toEqual(refused.map(given => [given, false]))
  })
})
