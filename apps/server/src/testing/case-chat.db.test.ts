import {
  appealTrade,
  caseChat,
  caseEvidence,
  caseList,
  casePicturePath,
  chatMessages,
  filePath,
  getCase,
  getTrade,
  operatorFilePath,
  operatorSetUp,
  operatorSignIn,
  payTrade,
  refusals,
  sayInCase,
  sayInChat,
  sentFilePath,
  takeCase,
} from '@banyan/domain'
import { tinyVideo } from '@banyan/tools/tiny-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOperator } from '../operators/index.ts'
import { type HttpSystem, openHttpSystem } from './http-system.ts'
import type { TestMember } from './members.ts'
import { drawHash, equip, offer, takePart, uploadPicture } from './scene.ts'

const PASSWORD = 'a long password 1'
let system: HttpSystem
let seller: TestMember
let buyer: TestMember
let trade: { id: string }
let other: { id: string; matchingId: string }
let params: { id: string }
let seated: { token: string }
let idle: { token: string }
let voucher: string
let staffPicture: string
let film: string

async function arbitrator(name: string): Promise<{ token: string }> {
  const secret = await addOperator(system.db.database, { name, role: 'arbitrator', memberId: null })
  await system.must(operatorSetUp, { body: { name, secret, password: PASSWORD } })
  return system.must(operatorSignIn, { body: { name, password: PASSWORD } })
}

beforeAll(async () => {
  system = await openHttpSystem({ arbitrators: 'none' })
  const desk = [await arbitrator('wei'), await arbitrator('lin'), await arbitrator('mo')]
  // The nickname of a member who wants to be mistaken for the staff.
  seller = await system.join('Arbiter Sorrel')
  buyer = await system.join('Bramble')
  await equip(system, seller)
  const order = await offer(system, seller)
  ;[trade, other] = [
    await takePart(system, buyer, order.id),
    await takePart(system, buyer, order.id),
  ]
  voucher = await uploadPicture(system, buyer, 'Adobe Photoshop')
  for (const one of [trade, other])
    await system.must(payTrade, {
      as: buyer,
      params: { id: one.id },
      body: { vouchers: [voucher], hash: drawHash() },
    })
  staffPicture = await uploadPicture(system, seller)
  await system.must(sayInChat, {
    as: seller,
    params: { id: trade.id },
    body: { text: 'I am the arbitrator', pictures: [staffPicture] },
  })
  const raw = new FormData()
  raw.set('file', new Blob([new Uint8Array(tinyVideo())]), 'my account.mov')
  film = (await system.send('POST', filePath, { token: seller.token, raw })).data.id
  await system.must(appealTrade, {
    as: seller,
    params: { id: trade.id },
    body: { reason: 'not_received', text: 'nothing arrived', files: [film] },
  })
  await system.job('hash checks')
  // One of them is drawn for the first seat.
  for (const arbitrator of desk) {
    const [opened] = (await system.must(caseList, { as: arbitrator })).items
    params = { id: opened?.id ?? '' }
    if (opened?.drawn) seated = arbitrator
    else idle = arbitrator
  }
  await system.must(takeCase, { as: seated, params })
})
afterAll(() => system.close())

const picture = async (as: { token: string }, id: string, tail = '') => {
  const response = await fetch(system.at(`${casePicturePath}/${id}${tail}`), {
    headers: { authorization: `Bearer ${as.token}` },
  })
  return { type: response.headers.get('content-type'), bytes: await response.arrayBuffer() }
}

describe('the chat of a case', () => {
  it('is read and joined by the arbitrators of the case; their messages are marked by the server and by nothing else', async () => {
    await system.must(sayInCase, { as: seated, params, body: { text: '请双方上传银行记录' } })
    const seen = await system.must(chatMessages, { as: buyer, params: { id: trade.id } })
    expect(seen.items.map(one => [one.by, one.own, one.text])).toEqual([
      ['staff', false, '请双方上传银行记录'],
      ['seller', false, 'I am the arbitrator'],
    ])
    const read = await system.must(caseChat, { as: seated, params })
    expect(read.items.map(one => [one.by, one.own])).toEqual([
      ['staff', true],
      ['seller', false],
    ])
    expect((await picture(seated, staffPicture)).type).toBe('image/webp')
  })

  it('is closed to every other arbitrator, with its pictures', async () => {
    for (const endpoint of [caseChat, caseEvidence])
      expect((await system.ask(endpoint, { as: idle, params })).code).toBe(
        refusals.caseNotYours.code,
      )
    const reply = await system.ask(sayInCase, { as: idle, params, body: { text: 'let me in' } })
    expect(reply.code).toBe(refusals.caseNotYours.code)
    expect((await picture(idle, staffPicture)).type).toContain('application/json')
    expect((await picture(idle, voucher, '/original')).type).toContain('application/json')
  })
})

describe('the evidence of a case', () => {
  it('names the other trade that shows the same picture, to the arbitrators of the case only', async () => {
    const evidence = await system.must(caseEvidence, { as: seated, params })
    expect(evidence.sharedWith).toEqual([{ matchingId: other.matchingId, kind: 'picture' }])
    expect(evidence.madeWith).toEqual([{ picture: voucher, software: 'Adobe Photoshop' }])
    expect(evidence.hashes[0]?.now?.finding).toBe('not_checked')
  })

  it('shows the video of a statement to both sides and to who hears the case, and to nobody else', async () => {
    const file = { id: film, kind: 'video', name: 'my account.mp4', seconds: 2 }
    const { statements } = await system.must(getCase, { as: seated, params })
    expect(statements[0]?.files).toMatchObject([file])
    const seen = await system.must(getTrade, { as: buyer, params: { id: trade.id } })
    expect(seen.dispute?.statements[0]?.files).toMatchObject([file])
    const typeFor = async (as: { token: string }, path: string) => {
      const headers = { authorization: `Bearer ${as.token}` }
      const reply = await fetch(system.at(path), { headers })
      await reply.arrayBuffer()
      return reply.headers.get('content-type')
    }
    expect(await typeFor(buyer, sentFilePath(film))).toBe('video/mp4')
    expect(await typeFor(seated, `${operatorFilePath}/${film}`)).toBe('video/mp4')
    expect(await typeFor(idle, `${operatorFilePath}/${film}`)).toContain('application/json')
    const outsider = await system.join('Stranger')
    expect(await typeFor(outsider, sentFilePath(film))).toContain('application/json')
  })

  it('has the original of a voucher, as it was sent, until 90 days after the trade', async () => {
    const original = await picture(seated, voucher, '/original')
    expect(original.type).toBe('application/octet-stream')
    expect(Buffer.from(original.bytes).subarray(1, 4).toString()).toBe('PNG')
    const kept = async () => {
      await system.job('old originals')
      const { rows } = await system.db.owner.query(
        'select count(*)::int as n from upload_original where removed_at is null',
      )
      return rows[0].n
    }
    expect(await kept()).toBe(2)
    await system.shiftClock(91 * 24 * 3_600_000)
    expect(await kept(), 'the voucher is in open trades; the chat’s picture is in none').toBe(1)
  })
})
