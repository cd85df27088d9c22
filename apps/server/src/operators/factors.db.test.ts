import {
  addPasskey,
  addTotp,
  approveProposal,
  askPasskey,
  beginPasskey,
  beginTotp,
  consoleState,
  openConsole,
  operatorAudit,
  operatorFactorList,
  operatorMe,
  operatorSetUp,
  operatorSignIn,
  proposalList,
  proposeFactorReset,
  proposeReceipt,
  provePasskey,
  proveTotp,
  type RefusalName,
  refusals,
  removeFactor,
} from '@banyan/domain'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  CONSOLE_ORIGIN,
  type HttpSystem,
  openHttpSystem,
  type Reply,
} from '../testing/http-system.ts'
import { browserOf } from '../testing/operators.ts'
import { makePasskey } from '../testing/passkey.ts'
import { addOperator, checkOperators } from './index.ts'

const PASSWORD = 'a long enough password'
const MINUTE = 60_000

/** A platform whose money may be real: a second factor is needed for what moves it. */
let system: HttpSystem
beforeAll(async () => {
  system = await openHttpSystem({ env: { DEMO: '0' } })
  for (const role of ['treasurer', 'administrator'] as const)
    for (const place of [1, 2, 3]) {
      // The founding ends with two administrators.
      if (role === 'administrator' && place === 3) continue
      const [name, memberId] = [`${role}-${place}`, null]
      const secret = await addOperator(system.db.database, { name, role, memberId })
      await system.must(operatorSetUp, { body: { name, secret, password: PASSWORD } })
    }
})
beforeEach(() => system.shiftClock(0))
afterAll(async () => {
  expect(await checkOperators(system.db.database)).toEqual([])
  await system.close()
})

type Browser = ReturnType<typeof browserOf>
const is = (reply: Reply, why: RefusalName | null) =>
  expect(reply.code, reply.msg).toBe(why === null ? 1 : refusals[why].code)
const open = async (name: string): Promise<Browser> => {
  const browser = browserOf(system)
  is(await browser.ask(openConsole, { body: { name, password: PASSWORD } }), null)
  return browser
}
/** Adds an authenticator in a browser. Returns its present code, so many minutes from now. */
const withTotp = async (browser: Browser) => {
  const { secret } = (await browser.ask(beginTotp)).data
  const codeIn = async (minutes: number) =>
    generate({ secret, epoch: Math.floor((Date.now() + minutes * MINUTE) / 1_000) })
  is(await browser.ask(addTotp, { body: { code: await codeIn(0) } }), null)
  return codeIn
}
const passkey = () => makePasskey({ host: 'localhost', origin: CONSOLE_ORIGIN })
const withPasskey = async (browser: Browser, key = passkey()) => {
  const { options } = (await browser.ask(beginPasskey)).data
  is(
    await browser.ask(addPasskey, { body: { label: 'the laptop', made: key.make(options) } }),
    null,
  )
  return key
}
const asked = async (browser: Browser) => (await browser.ask(askPasskey)).data.options
const prove = (browser: Browser, signed: object) => browser.ask(provePasskey, { body: { signed } })
const someProposal = { params: { id: `prp_${'7'.repeat(32)}` }, body: { reason: 'It was read.' } }
/** What an approval answers when nothing of the session stands in its way. */
const APPROVES: RefusalName = 'notFound'

describe('what moves money', () => {
  it('needs a second factor, which the account first has to have', async () => {
    const browser = await open('treasurer-1')
    is(await browser.ask(proposalList), null)
    is(await browser.ask(approveProposal, someProposal), 'operatorFactorMissing')
    await withTotp(browser)
    is(await browser.ask(approveProposal, someProposal), APPROVES)
    await system.shiftClock(5 * MINUTE + 1_000)
    is(await browser.ask(approveProposal, someProposal), 'operatorFactorStale')
    is(await browser.ask(proposalList), null)
  })

  it('is refused in the audit log with its reason', async () => {
    const browser = await open('treasurer-1')
    is(await browser.ask(approveProposal, someProposal), 'operatorFactorAsked')
    const { items } = await audit()
    // The newest act is the sign-in that reads the log.
    expect(items[1]).toMatchObject({
      actor: 'treasurer-1',
      action: 'refused proposals.approve',
      reason: 'operatorFactorAsked',
    })
  })
})

/** The audit log, read by a tool of an administrator who has no factor yet. */
const audit = async () => {
  const body = { name: 'administrator-2', password: PASSWORD }
  const { token } = await system.must(operatorSignIn, { body })
  return system.must(operatorAudit, { as: { token } })
}

describe('an authenticator', () => {
  it('is asked for by every session of its account, also of a tool, before anything else', async () => {
    const codeIn = await withTotp(await open('treasurer-2'))
    const later = await open('treasurer-2')
    expect((await later.ask(consoleState)).data).toMatchObject({
      factors: ['totp'],
      provenAt: null,
    })
    is(await later.ask(operatorMe), 'operatorFactorAsked')
    is(await later.ask(beginPasskey), 'operatorFactorStale')
    is(await later.ask(beginTotp), 'operatorFactorStale')
    is(await later.ask(proveTotp, { body: { code: '000000' } }), 'operatorCodeWrong')
    await system.shiftClock(MINUTE)
    is(await later.ask(proveTotp, { body: { code: await codeIn(1) } }), null)
    is(await later.ask(operatorMe), null)

    const body = { name: 'treasurer-2', password: PASSWORD }
    const { token, factors } = await system.must(operatorSignIn, { body })
    expect(factors).toEqual(['totp'])
    is(await system.ask(operatorMe, { as: { token } }), 'operatorFactorAsked')
    await system.shiftClock(2 * MINUTE)
    is(await system.ask(proveTotp, { as: { token }, body: { code: await codeIn(2) } }), null)
    is(await system.ask(operatorMe, { as: { token } }), null)
    is(await system.ask(approveProposal, { as: { token }, ...someProposal }), APPROVES)
  })

  it('gives codes that are taken once, whoever sends them and however many at once', async () => {
    const first = await open('treasurer-3')
    const codeIn = await withTotp(first)
    is(await first.ask(proveTotp, { body: { code: await codeIn(0) } }), 'operatorCodeUsed')
    await system.shiftClock(10 * MINUTE)
    const browsers = await Promise.all([1, 2, 3, 4].map(() => open('treasurer-3')))
    const code = await codeIn(10)
    const codes = await Promise.all(
      browsers.map(async one => (await one.ask(proveTotp, { body: { code } })).code),
    )
    expect(codes.filter(one => one === 1)).toHaveLength(1)
    expect(codes.filter(one => one === refusals.operatorCodeUsed.code)).toHaveLength(3)
    // An earlier code does not come back within its minute either.
    const earlier = { body: { code: await codeIn(9.5) } }
    is(await first.ask(proveTotp, earlier), 'operatorCodeUsed')
  })

  it('makes its guesser wait after five wrong codes', async () => {
    await system.shiftClock(30 * MINUTE)
    const browser = await open('treasurer-3')
    for (let i = 0; i < 4; i++)
      is(await browser.ask(proveTotp, { body: { code: '000000' } }), 'operatorCodeWrong')
    await browser.ask(proveTotp, { body: { code: '000000' } })
    is(await browser.ask(proveTotp, { body: { code: '000000' } }), 'operatorSignInLocked')
  })

  it('is not added by a session that was left open', async () => {
    const browser = await open('administrator-1')
    await system.shiftClock(6 * MINUTE)
    is(await browser.ask(beginTotp), 'operatorSignInStale')
    is(await browser.ask(beginPasskey), 'operatorSignInStale')
  })

  it('keeps its secret sealed', async () => {
    const { rows } = await system.db.owner.query('select secret_sealed from operator_totp')
    for (const { secret_sealed } of rows)
      expect(secret_sealed.toString('latin1')).not.toMatch(/[A-Z2-7]{16}/)
  })
})

describe('a passkey', () => {
  let key: ReturnType<typeof passkey>

  it('is added and proven, and moves money then', async () => {
    const browser = await open('administrator-1')
    key = await withPasskey(browser)
    is(await browser.ask(approveProposal, someProposal), APPROVES)
    const later = await open('administrator-1')
    is(await later.ask(operatorMe), 'operatorFactorAsked')
    is(await prove(later, key.sign(await asked(later))), null)
    is(await later.ask(operatorMe), null)
    is(await later.ask(approveProposal, someProposal), APPROVES)
    const { items } = (await later.ask(operatorFactorList)).data
    expect(items).toMatchObject([{ kind: 'passkey', label: 'the laptop' }])
    expect(items[0].usedAt).not.toBeNull()
  })

  it('signs each challenge once: a replay and a second challenge’s answer are refused', async () => {
    const browser = await open('administrator-1')
    const signed = key.sign(await asked(browser))
    is(await prove(browser, signed), null)
    is(await prove(browser, signed), 'operatorPasskeyWrong')
    const [first, second] = [await asked(browser), await asked(browser)]
    is(await prove(browser, key.sign(first)), 'operatorPasskeyWrong')
    // The wrong answer has used up the challenge that was open.
    is(await prove(browser, key.sign(second)), 'operatorPasskeyWrong')
  })

  it('counts once when its answer is sent many times at once', async () => {
    const browser = await open('administrator-1')
    const signed = key.sign(await asked(browser))
    const replies = await Promise.all([1, 2, 3, 4].map(() => prove(browser, signed)))
    expect(replies.filter(one => one.code === 1)).toHaveLength(1)
  })

  it('proves nothing in another session: a stolen answer is worth nothing', async () => {
    const [mine, thief] = [await open('administrator-1'), await open('administrator-1')]
    const signed = key.sign(await asked(mine))
    is(await prove(thief, signed), 'operatorPasskeyWrong')
    await asked(thief)
    is(await prove(thief, signed), 'operatorPasskeyWrong')
    is(await prove(mine, signed), null)
  })

  it.each([
    ['from a page of another origin', { origin: 'https://console.evil.example' }],
    ['from the member app’s origin', { origin: 'http://localhost:8080' }],
    ['for another host', { host: 'evil.example' }],
    ['over a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['without finger or PIN', { unverified: true }],
    ['by a copy that lags behind', { count: 1 }],
  ])('is refused %s', async (_, how) => {
    const browser = await open('administrator-1')
    is(await prove(browser, key.sign(await asked(browser), how)), 'operatorPasskeyWrong')
  })

  it('of somebody else, or that nobody added, is refused', async () => {
    const browser = await open('administrator-1')
    is(await prove(browser, passkey().sign(await asked(browser))), 'operatorPasskeyWrong')
    const other = await open('administrator-2')
    is(await other.ask(askPasskey), 'operatorFactorMissing')
  })

  it('is not asked for a minute after its challenge', async () => {
    const browser = await open('administrator-1')
    const options = await asked(browser)
    await system.shiftClock(MINUTE + 1_000)
    is(await prove(browser, key.sign(options)), 'operatorPasskeyWrong')
  })

  it('is added to one account alone, and beside another factor only when one was just proven', async () => {
    const browser = await open('administrator-1')
    is(await browser.ask(beginPasskey), 'operatorFactorStale')
    is(await prove(browser, key.sign(await asked(browser))), null)
    const { options } = (await browser.ask(beginPasskey)).data
    expect(options.excludeCredentials).toHaveLength(1)
    const registration = { label: 'once more', made: key.make(options) }
    is(await browser.ask(addPasskey, { body: registration }), 'operatorFactorThere')
  })

  it('stays as long as it is the last factor', async () => {
    const browser = await open('administrator-1')
    is(await prove(browser, key.sign(await asked(browser))), null)
    const first = (await browser.ask(operatorFactorList)).data.items[0].id
    is(await browser.ask(removeFactor, { params: { id: first } }), 'operatorFactorLast')
    const second = await withPasskey(browser)
    const both = (await browser.ask(operatorFactorList)).data.items.map(
      (one: { id: string }) => one.id,
    )
    const replies = await Promise.all(
      both.map((id: string) => browser.ask(removeFactor, { params: { id } })),
    )
    expect(replies.filter(one => one.code === 1)).toHaveLength(1)
    const left = (await browser.ask(operatorFactorList)).data.items
    expect(left).toHaveLength(1)
    key = left[0].id === first ? key : second
  })
})

describe('an operator who has lost every factor', () => {
  it('gets in again when another administrator agrees, and not by the own approval', async () => {
    const why = 'The telephone fell into the river.'
    const asker = await open('administrator-2')
    is(
      await asker.ask(proposeFactorReset, { body: { name: 'treasurer-9', why } }),
      'operatorUnknown',
    )
    is(
      await asker.ask(proposeFactorReset, { body: { name: 'administrator-2', why } }),
      'operatorFactorNone',
    )
    await withTotp(asker)
    const { id } = (await asker.ask(proposeFactorReset, { body: { name: 'treasurer-2', why } }))
      .data
    const params = { id }
    const body = { reason: 'Seen in person.' }
    is(await asker.ask(approveProposal, { params, body }), 'proposalNeedsAnother')
    const before = await open('treasurer-2')
    is(await before.ask(operatorMe), 'operatorFactorAsked')

    const approver = await open('administrator-1')
    const about = (await asker.ask(proposeFactorReset, { body: { name: 'administrator-1', why } }))
      .data
    is(await approver.ask(approveProposal, { params, body }), 'operatorFactorAsked')
    const factor = (await approver.ask(askPasskey)).data.options
    expect(factor.allowCredentials).toHaveLength(1)
    // The keys of administrator-1 are in the tests above; here the row says that one was proven.
    await system.db.owner.query(
      `update operator_session set proven_at = house_now() where operator_id = (select id from operator where name = 'administrator-1')`,
    )
    is(await approver.ask(approveProposal, { params: { id: about.id }, body }), 'proposalAboutYou')
    is(await approver.ask(approveProposal, { params, body }), null)
    is(await before.ask(consoleState), 'sessionExpired')
    const after = await open('treasurer-2')
    is(await after.ask(operatorMe), null)
    is(await after.ask(approveProposal, someProposal), 'operatorFactorMissing')
    await withTotp(after)
    is(await after.ask(approveProposal, someProposal), APPROVES)
  })
})

it('every act with a factor is in the audit log', async () => {
  const { rows } = await system.db.owner.query('select distinct action from operator_act')
  const actions = rows.map(one => one.action)
  for (const action of [
    'add totp',
    'prove totp',
    'add passkey',
    'prove passkey',
    'remove passkey',
    'propose factor_reset',
    'approve factor_reset',
    'refused operator.provePasskey',
  ])
    expect(actions).toContain(action)
})

it('a call of a tool is asked for the same', async () => {
  const body = { name: 'treasurer-1', password: PASSWORD }
  const { token } = await system.must(operatorSignIn, { body })
  const proposed = { receiptId: `rcp_${'7'.repeat(32)}`, kind: 'income', payer: 'x', evidence: 'y' }
  is(await system.ask(proposeReceipt, { as: { token }, body: proposed }), 'operatorFactorAsked')
})
