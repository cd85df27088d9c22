import {
  agreeWithOpinion,
  allEndpoints,
  appealTrade,
  appointArbitrator,
  caseList,
  casePicturePath,
  codes,
  disputeStatistics,
  type Endpoint,
  getCase,
  getTrade,
  giveOpinion,
  hearingDesk,
  type OperatorRole,
  openCaseEvidence,
  operatorAudit,
  operatorCalls,
  operatorEndpoints,
  operatorMe,
  operatorRoles,
  operatorSetUp,
  operatorSignIn,
  operatorSignOut,
  otherCalls,
  payTrade,
  publishOrder,
  publishTerms,
  refusals,
  showOpinions,
  stateInDispute,
  takeCase,
  takeOrder,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoOperators } from '../create-platform.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { drawDeviceCode, type TestMember } from '../testing/members.ts'
import { drawHash, equip, offer, orderBody, takePart, uploadPicture } from '../testing/scene.ts'
import {
  addDemoOperators,
  addOperator,
  checkOperators,
  disableOperator,
  type OperatorContext,
  SECRET_MS,
} from './index.ts'
import { signIn } from './sessions.ts'

const PASSWORD = 'a long enough password'
const DAY = 24 * 3_600_000

let system: HttpSystem
let seller: TestMember
let buyer: TestMember
/** A signed-in operator of every role, and three arbitrators. */
const tokens = new Map<string, string>()
beforeAll(async () => {
  system = await openHttpSystem({ arbitrators: 'none' })
  seller = await system.join('Sorrel')
  buyer = await system.join('Bramble')
  await equip(system, seller)
  for (const role of operatorRoles) await signedIn(role, role)
  for (const name of ['arbitrator-2', 'arbitrator-3']) await signedIn(name, 'arbitrator')
  for (const role of lateRoles) lateSecrets.set(role, await added(`late-${role}`, role))
})
afterAll(async () => {
  expect(await checkOperators(system.db.database)).toEqual([])
  await system.close()
})

/** Operators who sign in when they are needed, so that none of their calls was refused before. */
const lateRoles = ['treasurer', 'arbitrator', 'support'] as const
const lateSecrets = new Map<string, string>()

const added = (name: string, role: (typeof operatorRoles)[number]): Promise<string> =>
  addOperator(system.db.database, { name, role, memberId: null })

async function signedIn(name: string, role: (typeof operatorRoles)[number]): Promise<void> {
  await enterWith(name, await added(name, role))
}

async function enterWith(name: string, secret: string): Promise<void> {
  await system.must(operatorSetUp, { body: { name, secret, password: PASSWORD } })
  const { token } = await system.must(operatorSignIn, { body: { name, password: PASSWORD } })
  tokens.set(name, token)
}
const as = (name: string) => ({ token: tokens.get(name) ?? '' })
const someParams = { id: `cas_${'7'.repeat(32)}`, period: '2026-01-01' }

describe('the two realms', () => {
  it('accept their own tokens only: every call of the one is closed to the other', async () => {
    const closed = async (endpoint: Endpoint, token: string) => {
      const reply = await system.ask(endpoint, { as: { token }, params: someParams })
      expect([reply.status, reply.code, reply.data], endpoint.id).toEqual([
        200,
        codes.sessionExpired,
        {},
      ])
    }
    for (const endpoint of operatorEndpoints.filter(one => one.access === 'operator'))
      await closed(endpoint, seller.token)
    for (const endpoint of allEndpoints.filter(one => one.access === 'member'))
      for (const role of operatorRoles) await closed(endpoint, as(role).token)
    for (const { path } of [...otherCalls, ...operatorCalls].filter(one => one.method === 'GET')) {
      const token = path.startsWith('/api/operator') ? seller.token : as('arbitrator').token
      const reply = await system.send('GET', path.replace(':id', someParams.id), { token })
      expect(reply.code, path).toBe(codes.sessionExpired)
    }
  })

  it('have a document each, and no call in both', async () => {
    const read = async (path: string) =>
      (await (await fetch(system.at(path))).json()) as {
        paths: Record<string, Record<string, { operationId: string }>>
      }
    const ids = (document: Awaited<ReturnType<typeof read>>) =>
      Object.values(document.paths).flatMap(item => Object.values(item))
    const mine = ids(await read('/api/operator/openapi.json'))
    expect(mine).toHaveLength(operatorEndpoints.length + operatorCalls.length)
    const theirs = ids(await read('/api/openapi.json')).map(one => one.operationId)
    expect(theirs.filter(id => mine.some(one => one.operationId === id))).toEqual([])
  })
})

describe('an account', () => {
  it('is set up once, with its secret, in time', async () => {
    const { database } = system.db
    const asked = { name: 'newcomer', role: 'support', memberId: null } as const
    const secret = await addOperator(database, asked)
    const setUp = (given: string) =>
      system.ask(operatorSetUp, { body: { name: 'newcomer', secret: given, password: PASSWORD } })
    expect((await setUp('guessed')).code).toBe(refusals.operatorSecretUnknown.code)
    await system.shiftClock(SECRET_MS)
    expect((await setUp(secret)).code).toBe(refusals.operatorSecretUnknown.code)
    await system.shiftClock(0)
    expect((await setUp(secret)).code).toBe(1)
    expect((await setUp(secret)).code).toBe(refusals.operatorSecretUnknown.code)
    await expect(addOperator(database, asked)).rejects.toThrow(/already/)
    const body = { name: 'newcomer', password: PASSWORD }
    const { token } = await system.must(operatorSignIn, { body })
    expect(token).toMatch(/^op1_/)
    await disableOperator(database, 'newcomer')
    const after = await system.ask(operatorMe, { as: { token } })
    expect(after.code).toBe(codes.sessionExpired)
    expect((await system.ask(operatorSignIn, { body })).code).toBe(
      refusals.operatorSignInFailed.code,
    )
  })

  it('waits after five wrong passwords, and an unknown name gets the same answer', async () => {
    const wrong = (name: string) =>
      system.ask(operatorSignIn, { body: { name, password: 'not the password' } })
    expect((await wrong('nobody-here')).text).toBe((await wrong('reviewer')).text)
    for (let i = 0; i < 4; i++) await wrong('reviewer')
    const right = { name: 'reviewer', password: PASSWORD }
    expect((await system.ask(operatorSignIn, { body: right })).code).toBe(
      refusals.operatorSignInLocked.code,
    )
  })

  it('signs in on a known device although someone else has used up the tries of all other devices', async () => {
    const deviceCode = drawDeviceCode()
    const right = { name: 'support', password: PASSWORD }
    const signIn = async (body: object) => (await system.ask(operatorSignIn, { body })).code
    expect(await signIn({ ...right, deviceCode })).toBe(1)
    for (let i = 0; i < 5; i++)
      await signIn({ name: 'support', password: 'wrong', deviceCode: drawDeviceCode() })
    expect(await signIn(right)).toBe(refusals.operatorSignInLocked.code)
    expect(await signIn({ ...right, deviceCode })).toBe(1)
    // A thief at the desk has as few tries as anybody else.
    for (let i = 0; i < 5; i++) await signIn({ name: 'support', password: 'wrong', deviceCode })
    expect(await signIn({ ...right, deviceCode })).toBe(refusals.operatorSignInLocked.code)
  })

  it('is signed out by a call, by a quarter of an hour without a call, and by eight hours', async () => {
    const open = async () =>
      (await system.must(operatorSignIn, { body: { name: 'treasurer', password: PASSWORD } })).token
    const code = async (token: string) => (await system.ask(operatorMe, { as: { token } })).code
    const first = await open()
    await system.must(operatorSignOut, { as: { token: first } })
    expect(await code(first)).toBe(codes.sessionExpired)
    const second = await open()
    for (let minutes = 0; minutes < 480; minutes += 14) {
      await system.shiftClock(minutes * 60_000)
      expect(await code(second), `${minutes}`).toBe(1)
    }
    await system.shiftClock(481 * 60_000)
    expect(await code(second)).toBe(codes.sessionExpired)
    await system.shiftClock(0)
    const third = await open()
    await system.shiftClock(15 * 60_000 + 1000)
    expect(await code(third)).toBe(codes.sessionExpired)
    await system.shiftClock(0)
  })
})

describe('an operator whose password is hashed again', () => {
  it('enters by the right one, also twice at the same time', async () => {
    const { platform } = system
    const name = 'twice'
    await added(name, 'support')
    await system.db.owner.query('update operator set password_hash = $2 where name = $1', [
      name,
      `old of ${PASSWORD}`,
    ])
    const met: (() => void)[] = []
    const hashing = {
      isOutdated: (stored: string) => stored.startsWith('old'),
      // Both have compared with the old hash before either writes a new one.
      hash: (password: string) =>
        new Promise<string>(resolve => {
          const place = met.push(() => resolve(`new ${place} of ${password}`))
          if (place === 2) for (const go of met) go()
        }),
      fits: async (stored: string | null, password: string) =>
        stored?.endsWith(` of ${password}`) ?? false,
    }
    const countTry: OperatorContext['countTry'] = async (_from, compare, answers) => {
      if (!(await compare())) answers.failed(0)
    }
    const enter = () =>
      signIn(platform.database, { hashing, countTry, demo: false }, { name, password: PASSWORD })
    const both = await Promise.all([enter(), enter()])
    expect(both.map(({ live }) => live.name)).toEqual([name, name])
  })
})

describe('the operators of a demonstration', () => {
  const hashing = {
    isOutdated: () => false,
    hash: async (password: string) => `hash of ${password}`,
    fits: async (stored: string | null, password: string) => stored === `hash of ${password}`,
  }
  it('are the same at every start, and sign in nowhere else', async () => {
    const { platform } = system
    const make = () =>
      addDemoOperators(platform.database, { hashing }, platform.secrets.pepper.current.key)
    const created = await make()
    expect(await make()).toEqual(created)
    expect(created.filter(one => one.role === 'arbitrator')).toHaveLength(4)
    const [first] = created
    if (!first) throw new Error('the demonstration has no operators')
    const countTry: OperatorContext['countTry'] = async (_from, compare, answers) => {
      if (!(await compare())) answers.failed(0)
    }
    const enters = (demo: boolean) => signIn(platform.database, { hashing, countTry, demo }, first)
    await expect(enters(false)).rejects.toThrow('operatorSignInFailed')
    expect((await enters(true)).live.name).toBe(first.name)
    // They must not be drawn for the cases that follow.
    for (const { name } of created) await disableOperator(platform.database, name)
  })
  it('are not created in production, nor where the platform is no demonstration', async () => {
    const { platform } = system
    for (const config of [{ production: true }, { demo: false }])
      expect(
        await createDemoOperators({ ...platform, config: { ...platform.config, ...config } }),
      ).toEqual([])
  })
})

describe('a case', () => {
  /** Its arbitrators, by the lots that were drawn. */
  let seats: [string, string]

  it('is decided over the API by two arbitrators', async () => {
    const order = await offer(system, seller, '50')
    const trade = await takePart(system, buyer, order.id, '20')
    const params = { id: trade.id }
    const voucher = await uploadPicture(system, buyer)
    const body = { vouchers: [voucher], hash: drawHash() }
    await system.must(payTrade, { as: buyer, params, body })
    const picture = await uploadPicture(system, seller)
    await system.must(appealTrade, {
      as: seller,
      params,
      body: { reason: 'not_received', text: '没有到账', pictures: [picture] },
    })
    const text = 'The hash shows it.'
    const { dispute } = await system.must(stateInDispute, { as: buyer, params, body: { text } })
    expect(dispute?.statements.map(one => one.by)).toEqual(['seller', 'buyer'])

    const { items } = await system.must(caseList, { as: as('arbitrator') })
    expect(items).toHaveLength(1)
    const id = items[0]?.id ?? ''
    expect(JSON.stringify(items)).not.toContain('Sorrel')
    const readCase = (name: string) => system.ask(getCase, { as: as(name), params: { id } })
    const see = async (name: string, image: string) =>
      (
        await fetch(system.at(`${casePicturePath}/${image}`), {
          headers: { authorization: `Bearer ${as(name).token}` },
        })
      ).headers.get('content-type')
    expect((await readCase('arbitrator')).code).toBe(refusals.caseNotYours.code)
    expect(await see('arbitrator', voucher)).toContain('json')

    const first = await drawnFor(id)
    const other = arbitrators.find(name => name !== first) ?? ''
    const refused = await system.ask(takeCase, { as: as(other), params: { id } })
    expect(refused.code).toBe(refusals.caseNotDrawn.code)
    const taken = await system.must(takeCase, { as: as(first), params: { id } })
    expect(taken.trade).toMatchObject({ seller: 'S***', buyer: 'B***', dealQuantity: '20.00' })
    for (const image of [voucher, picture]) expect(await see(first, image)).toBe('image/webp')
    expect(taken.unopened.toSorted()).toEqual([voucher, picture].toSorted())
    const reasons = 'Block 7 holds it.'
    const opinion = { outcome: 'release', clause: 'A1', reasons } as const
    const early = await system.ask(giveOpinion, { as: as(first), params: { id }, body: opinion })
    expect(early).toMatchObject({ code: refusals.caseEvidenceUnopened.code })
    expect(early.msg).toContain('2')
    const opens = (name: string, evidence: string) =>
      system.must(openCaseEvidence, { as: as(name), params: { id }, body: { evidence } })
    // Opened twice, it is one act; what is not of the case is none.
    await opens(first, voucher)
    expect((await opens(first, voucher)).unopened).toEqual([picture])
    await opens(first, `img_${'0'.repeat(32)}`)
    expect((await opens(first, picture)).unopened).toEqual([])
    const bySomebody = { as: as(other), params: { id }, body: { evidence: picture } }
    expect((await system.ask(openCaseEvidence, bySomebody)).code).toBe(refusals.caseNotYours.code)
    await system.must(giveOpinion, { as: as(first), params: { id }, body: opinion })
    const second = await drawnFor(id)
    seats = [first, second]
    const seated = await system.must(takeCase, { as: as(second), params: { id } })
    expect(seated).toMatchObject({ opinions: [], hiddenOpinions: 1 })
    const unread = await system.ask(showOpinions, { as: as(second), params: { id } })
    expect(unread.code).toBe(refusals.caseEvidenceUnopened.code)
    for (const evidence of seated.unopened) await opens(second, evidence)
    const shown = await system.must(showOpinions, { as: as(second), params: { id } })
    expect(shown.opinions.map(one => one.reasons)).toEqual([reasons])
    const ruled = await system.must(agreeWithOpinion, {
      as: as(second),
      params: { id },
      body: { reasons: 'So it is.' },
    })
    expect(ruled).toMatchObject({ state: 'ruled', ruling: { outcome: 'release', clause: 'A1' } })

    const view = await system.must(getTrade, { as: seller, params })
    expect(view).toMatchObject({ status: 'in_arbitration', stage: 'appeal' })
    expect(view.dispute?.moves).toContain('askReview')
    expect(JSON.stringify(view)).not.toMatch(/arbitrator-\d/)
    await system.shiftClock(25 * 3_600_000)
    await system.job('otc cases')
    await system.shiftClock(0)
    expect(await system.must(getTrade, { as: buyer, params })).toMatchObject({
      status: 'arbitration_release',
      stage: 'closed',
      reason: 'ruling',
    })
    const { months } = await system.must(disputeStatistics)
    expect(months[0]).toMatchObject({ closed: 1, ruledRelease: 1 })
  })

  it('leaves every act of its arbitrators in the log, chained, so that no change goes unnoticed', async () => {
    const { items } = await system.must(operatorAudit, { as: as('administrator') })
    const acts = items.filter(one => one.action.startsWith('case '))
    expect(acts.map(one => `${one.actor} ${one.action}`)).toEqual([
      `${seats[1]} case agree`,
      `${seats[1]} case show opinions`,
      `${seats[1]} case open evidence`,
      `${seats[1]} case open evidence`,
      `${seats[1]} case take`,
      `${seats[0]} case opinion`,
      `${seats[0]} case open evidence`,
      `${seats[0]} case open evidence`,
      `${seats[0]} case take`,
    ])
    const own = await system.must(operatorAudit, { as: as('support') })
    expect(new Set(own.items.map(one => one.actor))).toEqual(new Set(['support']))
    const { owner } = system.db
    // The hashes are public: without an unknown part, an act without a session could be guessed.
    const { rows: unknown } = await owner.query(
      `select count(*)::int as count, count(distinct session_hash)::int as different,
         count(*) filter (where length(session_hash) <> 32)::int as odd
       from operator_act where operator_id is null`,
    )
    const [{ count }] = unknown
    expect(unknown).toEqual([{ count, different: count, odd: 0 }])
    expect(count).toBeGreaterThan(1)
    await expect(owner.query('delete from operator_act')).rejects.toThrow(/cannot be changed/)
    expect(await checkOperators(system.db.database)).toEqual([])
    const { rows: third } = await owner.query('select object from operator_act where seq = 3')
    const change = async (object: string) => {
      await owner.query('alter table operator_act disable trigger user')
      await owner.query('update operator_act set object = $2 where seq = $1', [3, object])
      await owner.query('alter table operator_act enable trigger user')
    }
    await change('another object')
    expect((await checkOperators(system.db.database)).map(one => one.what)).toEqual([
      'act 3 is not what its hash says',
    ])
    await change(third[0].object)
  })
})

describe('an appointment', () => {
  it('is an administrator’s call alone, a day after no arbitrator took the seat, and is in the log', async () => {
    const order = await offer(system, seller, '50')
    const trade = await takePart(system, buyer, order.id, '20')
    const params = { id: trade.id }
    const body = { vouchers: [await uploadPicture(system, buyer)], hash: drawHash() }
    await system.must(payTrade, { as: buyer, params, body })
    await system.must(appealTrade, {
      as: seller,
      params,
      body: { reason: 'not_received', text: '没有到账' },
    })
    const { cases, marketOpen } = await system.must(hearingDesk, { as: as('administrator') })
    expect(marketOpen).toBe(true)
    const waiting = cases.find(one => one.queue.awaited === 'draw')
    const asking = (name: string) =>
      system.ask(appointArbitrator, {
        as: as(name),
        params: { id: waiting?.id ?? '' },
        body: { arbitrator: 'arbitrator', reason: 'Nobody has taken it.' },
      })
    expect((await asking('arbitrator')).code).toBe(refusals.forbidden.code)
    expect((await asking('administrator')).code).toBe(refusals.caseNotWaiting.code)
    expect((await system.must(getTrade, { as: buyer, params })).dispute?.queue).toMatchObject({
      awaited: 'draw',
      seat: 1,
      place: 1,
      waiting: 1,
      asked: 1,
    })
    await system.shiftClock(DAY + 60_000)
    await signedIn('late-administrator', 'administrator')
    const { warnings } = await system.must(operatorMe, { as: as('late-administrator') })
    expect(warnings.map(one => one.what)).toContain('casesWait')
    const appointed = await asking('late-administrator')
    expect([appointed.code, appointed.data.seat]).toEqual([1, 1])
    const { items } = await system.must(operatorAudit, { as: as('late-administrator') })
    expect(items[0]).toMatchObject({
      actor: 'late-administrator',
      action: 'case appoint',
      reason: 'arbitrator: Nobody has taken it.',
    })
    const { months, now } = await system.must(disputeStatistics)
    expect(months.reduce((sum, month) => sum + month.appointed, 0)).toBe(1)
    expect(now).toMatchObject({ waiting: 0, arbitrators: 3, needed: 3 })
    await system.shiftClock(0)
  })
})

describe('a market without enough arbitrators', () => {
  it('is closed to new trades, warns administrators alone, and opens by a sign-in', async () => {
    const own = await openHttpSystem({ arbitrators: 'none' })
    try {
      const tokens = new Map<string, { token: string }>()
      const roles = {
        ...({ mo: 'arbitrator', lin: 'arbitrator', an: 'arbitrator' } as const),
        ...({ admin: 'administrator', 'other-admin': 'administrator' } as const),
      }
      for (const [name, role] of Object.entries<OperatorRole>(roles)) {
        const secret = await addOperator(own.db.database, { name, role, memberId: null })
        await own.must(operatorSetUp, { body: { name, secret, password: PASSWORD } })
      }
      const enter = async (name: keyof typeof roles) =>
        tokens.set(name, await own.must(operatorSignIn, { body: { name, password: PASSWORD } }))
      const wei = await own.join('Wei')
      await equip(own, wei)
      const warned = async (name: string) => {
        const { warnings } = await own.must(operatorMe, {
          as: tokens.get(name) as { token: string },
        })
        return warnings.map(one => one.what)
      }
      const codeOf = async (as: TestMember) =>
        (await own.ask(publishOrder, { as, body: orderBody('10') })).code
      for (const name of ['mo', 'lin'] as const) await enter(name)
      await enter('admin')
      await enter('other-admin')
      expect(await codeOf(wei)).toBe(refusals.marketClosed.code)
      for (const name of ['admin', 'other-admin'])
        expect(await warned(name)).toEqual(['marketClosed'])
      expect(await warned('mo')).toEqual([])
      const { arbitrators } = await own.must(publishTerms, { as: wei })
      expect(arbitrators).toEqual({ present: 2, needed: 3 })

      await enter('an')
      const { id } = await offer(own, wei, '10')
      expect(await warned('admin')).toEqual(['fewArbitrators'])
      await own.shiftClock(14.1 * DAY)
      const late = await own.join('Late')
      await equip(own, late)
      const taken = await own.ask(takeOrder, {
        as: late,
        params: { id },
        body: { quantity: '10', network: 'BSC', version: 1 },
      })
      expect([taken.code, await codeOf(late)]).toEqual([
        refusals.marketClosed.code,
        refusals.marketClosed.code,
      ])
      for (const name of ['mo', 'lin', 'an'] as const) await enter(name)
      expect(await codeOf(late)).toBe(1)
    } finally {
      await own.close()
    }
  })
})

describe('what was refused', () => {
  const refusedActs = async () =>
    (await system.must(operatorAudit, { as: as('administrator'), query: { limit: 100 } })).items
      .filter(one => one.action.startsWith('refused '))
      .map(one => [one.actor, one.role, one.action, one.object, one.reason])
  const newest = async () => (await refusedActs())[0]

  it('is in the log: another role’s call, a case of somebody else, a missing word', async () => {
    const id = `cas_${'8'.repeat(32)}`
    // None of their calls was refused yet: thirty a minute are listed of each.
    for (const role of lateRoles) await enterWith(`late-${role}`, lateSecrets.get(role) ?? '')
    await system.ask(takeCase, { as: as('late-treasurer'), params: { id } })
    expect(await newest()).toEqual([
      'late-treasurer',
      'treasurer',
      'refused operator.takeCase',
      id,
      'forbidden',
    ])
    await system.ask(takeCase, { as: as('late-arbitrator'), params: { id } })
    expect(await newest()).toEqual([
      'late-arbitrator',
      'arbitrator',
      'refused operator.takeCase',
      id,
      'notFound',
    ])
    await system.ask(giveOpinion, { as: as('late-arbitrator'), params: { id }, body: {} })
    expect((await newest())?.slice(2)).toEqual(['refused operator.giveOpinion', id, 'invalidInput'])
    const image = `img_${'8'.repeat(32)}`
    await system.send('GET', `${casePicturePath}/${image}`, as('late-treasurer'))
    expect(await newest()).toEqual([
      'late-treasurer',
      'treasurer',
      'refused operator.picture',
      image,
      'forbidden',
    ])
    expect(await checkOperators(system.db.database)).toEqual([])
  })

  it('and so are a wrong password and a wrong secret, at existing and at unknown names', async () => {
    for (const name of ['administrator', 'no-such-name']) {
      await system.ask(operatorSignIn, { body: { name, password: 'not the password' } })
      expect(await newest()).toEqual([
        'unknown',
        'unknown',
        'refused operator.signIn',
        name,
        'operatorSignInFailed',
      ])
      const body = { name, secret: 'guessed', password: PASSWORD }
      await system.ask(operatorSetUp, { body })
      expect(await newest()).toEqual([
        'unknown',
        'unknown',
        'refused operator.setUp',
        name,
        'operatorSecretUnknown',
      ])
    }
    // The name that an unknown person typed is not stored as typed.
    await system.ask(operatorSignIn, { body: { name: '<b>', password: 'not the password' } })
    expect((await newest())?.[3]).toBe('-')
  })

  it('and too many calls are; they do not fill the log', async () => {
    const own = await openHttpSystem({ rateLimitScale: 1 })
    try {
      const secret = await addOperator(own.db.database, {
        name: 'wei',
        role: 'administrator',
        memberId: null,
      })
      await own.must(operatorSetUp, { body: { name: 'wei', secret, password: PASSWORD } })
      const { token } = await own.must(operatorSignIn, {
        body: { name: 'wei', password: PASSWORD },
      })
      for (let i = 0; i < 40; i++)
        await own.ask(operatorSignIn, { body: { name: 'wei', password: 'wrong' } })
      for (let i = 0; i < 40; i++)
        await own.ask(operatorSignIn, { body: { name: `made-up-${i}`, password: 'wrong' } })
      const { items } = await own.must(operatorAudit, { as: { token }, query: { limit: 100 } })
      const about = (match: RegExp) => items.filter(one => match.test(one.object))
      const reasons = new Set(about(/^wei$/).map(one => one.reason))
      for (const reason of ['operatorSignInFailed', 'operatorSignInLocked', 'tooMany'])
        expect(reasons).toContain(reason)
      const unlisted = /not listed/
      for (const match of [/^wei$/, /^made-up-/]) {
        const refused = about(match).filter(one => one.action === 'refused operator.signIn')
        expect(refused).toHaveLength(31)
        expect(refused.filter(one => unlisted.test(one.reason ?? ''))).toHaveLength(1)
      }
      // Made-up names have not used up what is listed of an existing name.
      expect(await checkOperators(own.db.database)).toEqual([])
    } finally {
      await own.close()
    }
  })
})

const arbitrators = ['arbitrator', 'arbitrator-2', 'arbitrator-3']

/** The arbitrator of this platform for whom the lot of a free seat was drawn. */
async function drawnFor(id: string): Promise<string> {
  for (const name of arbitrators) {
    const { items } = await system.must(caseList, { as: as(name) })
    if (items.find(one => one.id === id)?.drawn) return name
  }
  throw new Error('the lot was drawn for no arbitrator')
}
