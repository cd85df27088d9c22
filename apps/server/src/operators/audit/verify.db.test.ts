import { type AuditAct, auditLines, auditTable } from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinMember } from '../../testing/members.ts'
import { headOf, openAuditLog, savedLog, verifyFiles } from './audit.fixture.ts'
import { checkOperators } from './check.ts'
import { canonical, commitment, hashOfRecord } from './record.ts'

type Roots = Awaited<ReturnType<typeof savedLog>>['roots']

let log: Awaited<ReturnType<typeof openAuditLog>>
let acts: AuditAct[]
let roots: Roots

beforeAll(async () => {
  log = await openAuditLog()
  const ann = await joinMember(log)
  const ben = await joinMember(log)
  await log.act({ action: 'case opinion', object: 'A1', members: [ann.memberId, ben.memberId] })
  await log.act({ action: 'sign in', object: 'wei' })
  await log.sign()
  await log.act({
    action: 'refuse withdrawal',
    object: 'wdr_1',
    reason: '=1+1, "地址" 不符',
    reasonForMember: true,
    before: { state: 'requested' },
    after: { state: 'refused' },
    members: [ann.memberId],
  })
  await log.act({ action: 'refused operator.signIn', object: '-', reason: '' }, 'unknown')
  await log.act({ action: 'answer feedback', object: 'fbk_1', members: [ben.memberId] })
  await log.shiftClock('1 hour')
  await log.sign()
  await log.act({ action: 'sign out', object: 'wei' })
  ;({ acts, roots } = await savedLog(log.database))
})
afterAll(() => log.close())

const rootsFile = (shown: Roots = roots) =>
  JSON.stringify({ code: 1, msg: '', data: { items: shown } })
const key = () => ['--audit-key', log.signer.publicKey.toString('hex')]
const check = (shown: readonly AuditAct[], kind: 'all' | 'part' = 'all') =>
  verifyFiles({ audit: auditLines(headOf(null, kind), shown), roots: rootsFile() }, key())
const at = (place: number): AuditAct => structuredClone(acts[place] as AuditAct)
const other = (text: string) => `${text.startsWith('0') ? '1' : '0'}${text.slice(1)}`

describe('the program for outsiders', () => {
  it('finds a saved log whole, as lines and as a table', async () => {
    const lines = await check(acts)
    expect(lines.output).toMatch(/holds +acts +each is what its hash says/)
    expect(lines.output).toMatch(/holds +its roots +2 signed roots/)
    expect(lines.output).toMatch(/holds +tree +root 2 of .* covers 5 acts; 1 later one/)
    expect(lines.code).toBe(0)
    const table = await verifyFiles({ audit: auditTable(acts), roots: rootsFile() }, key())
    expect(table, table.output).toMatchObject({ code: 0 })
  })

  it('says what it does not know: whose key it is, and what of a part cannot be compared', async () => {
    const own = await verifyFiles({ audit: auditLines(headOf(roots[1] ?? null), acts) })
    expect(own.output).toMatch(/1 signed root; NOT CHECKED whose key it is/)
    expect(own.code).toBe(0)
    const part = await check([at(1), at(3)], 'part')
    expect(part.output).toMatch(/UNREAD +tree +a part of the log is checked against/)
    expect(part.code).toBe(2)
  })

  /** Every field of an act as it is shown. */
  const shown: Record<string, (act: AuditAct) => unknown> = {
    seq: act => (act.seq += 10),
    at: act => (act.at = '2026-01-01T00:00:00.000Z'),
    actor: act => (act.actor = 'mei'),
    role: act => (act.role = 'treasurer'),
    action: act => (act.action = 'approve withdrawal'),
    object: act => (act.object = 'wdr_2'),
    reason: act => (act.reason = 'another'),
    'reason, taken away': act => (act.reason = null),
    'reason with its salt': act => (act.salt = '0'.repeat(64)),
    'a member': act => act.members.splice(0, 1, '00000000'),
    'a member more': act => act.members.push('00000000'),
    'a member less': act => act.members.pop(),
    'the salt of a member': act => act.memberSalts.splice(0, 1, '0'.repeat(64)),
    prev: act => (act.prev = other(act.prev)),
    hash: act => (act.hash = other(act.hash)),
    salt: act => (act.salt = null),
    record: act => (act.record = act.record.replace('wdr_1', 'wdr_3')),
    'the form of the record': act => (act.record = ` ${act.record}`),
  }
  it.each(Object.keys(shown))('finds that %s was changed', async name => {
    const changed = acts.map((_, place) => at(place))
    shown[name]?.(changed[2] as AuditAct)
    const { code, output } = await check(changed)
    expect(output).toMatch(/FAILED +acts/)
    expect(code).toBe(1)
    const table = await verifyFiles({ audit: auditTable(changed), roots: rootsFile() }, key())
    expect(table.code, table.output).toBe(1)
  })

  const fields = [
    ['seq', 8],
    ['at', '2026-01-01T00:00:00.000Z'],
    ['operatorId', null],
    ['actor', 'mei'],
    ['role', 'treasurer'],
    ['action', 'approve withdrawal'],
    ['object', 'wdr_2'],
    ['members', []],
    ['reasonHash', 'ab'.repeat(32)],
    ['sessionHash', 'ab'.repeat(32)],
    ['beforeHash', null],
    ['afterHash', 'ab'.repeat(32)],
    ['prev', 'ab'.repeat(32)],
    ['v', 1],
    ['more', true],
  ] as const
  it.each(fields)('finds that %s of a record was changed with its hash', async (name, value) => {
    const changed = acts.map((_, place) => at(place))
    const act = changed[2] as AuditAct
    const record = { ...JSON.parse(act.record), [name]: value }
    act.record = canonical(record)
    act.hash = hashOfRecord(act.record).toString('hex')
    if (['seq', 'at', 'actor', 'role', 'action', 'object', 'prev'].includes(name))
      Object.assign(act, { [name]: value })
    if (name === 'members') Object.assign(act, { members: [], memberSalts: [] })
    expect((await check(changed)).code).toBe(1)
  })

  it('finds a whole new end of the chain by the roots', async () => {
    const changed = acts.map((_, place) => at(place))
    let prev = (changed[1] as AuditAct).hash
    for (const act of changed.slice(2)) {
      const salt = act.salt === null ? null : Buffer.from(act.salt, 'hex')
      const isThird = act.seq === 3 && salt !== null
      if (isThird) act.reason = 'another'
      act.record = canonical({
        ...JSON.parse(act.record),
        ...(isThird ? { reasonHash: commitment(salt, 'reason', 'another').toString('hex') } : {}),
        prev,
      })
      act.prev = prev
      act.hash = hashOfRecord(act.record).toString('hex')
      prev = act.hash
    }
    const { code, output } = await check(changed)
    expect(output).toMatch(/holds +acts/)
    expect(output).toMatch(/FAILED +tree +root 2 is not that of the 5 acts/)
    expect(code).toBe(1)
  })

  it.each([
    ['removed in the middle', () => acts.filter(({ seq }) => seq !== 3)],
    ['removed at the beginning', () => acts.slice(1)],
    ['removed at the end', () => acts.slice(0, 4)],
    ['in another order', () => [0, 2, 1, 3, 4, 5].map(place => at(place))],
    ['there twice', () => [0, 1, 2, 2, 3, 4, 5].map(place => at(place))],
    ['inserted', () => [...acts.slice(0, 3), { ...at(2), seq: 4 }, ...acts.slice(3)]],
  ] as [string, () => AuditAct[]][])('finds that an act is %s', async (_, forged) => {
    expect((await check(forged())).code).toBe(1)
    const table = await verifyFiles({ audit: auditTable(forged()), roots: rootsFile() }, key())
    expect(table.code, table.output).not.toBe(0)
  })

  const changes: Record<
    Exclude<keyof Roots[number], 'keyChange'>,
    (root: Roots[number]) => Partial<Roots[number]>
  > = {
    number: root => ({ number: root.number + 1 }),
    size: root => ({ size: root.size - 1 }),
    root: root => ({ root: other(root.root) }),
    at: () => ({ at: '2026-01-01T00:00:00.000Z' }),
    signature: root => ({ signature: other(root.signature) }),
    publicKey: root => ({ publicKey: other(root.publicKey) }),
  }
  it.each(Object.keys(changes))('finds that %s of a root was changed', async name => {
    const changed = structuredClone(roots)
    const last = changed[1] as Roots[number]
    Object.assign(last, changes[name as keyof typeof changes](last))
    const audit = auditLines(headOf(null), acts)
    const { code, output } = await verifyFiles({ audit, roots: rootsFile(changed) }, key())
    expect(output).toMatch(/FAILED +its roots/)
    expect(code).toBe(1)
  })
})

describe('another key', () => {
  it('is accepted where the key before has signed that it follows, and nowhere else', async () => {
    const log = await openAuditLog()
    const hour = async (hours: number) => {
      await log.shiftClock(`${hours} hours`)
      return log.sign()
    }
    await log.act({ action: 'sign in', object: 'wei' })
    await hour(0)
    const next = log.changeKey({ keepsOld: true })
    const changed = await hour(1)
    expect(changed?.publicKey.equals(next.publicKey)).toBe(true)
    await hour(2)
    const { acts, roots } = await savedLog(log.database)
    const verified = (shown: Roots, trusted: Buffer) =>
      verifyFiles(
        {
          audit: auditLines(headOf(null, 'all'), acts),
          roots: JSON.stringify({ code: 1, msg: '', data: { items: shown } }),
        },
        ['--audit-key', trusted.toString('hex')],
      )
    for (const trusted of [log.signer.publicKey, next.publicKey])
      expect((await verified(roots, trusted)).code).toBe(0)
    expect((await verified(roots, log.changeKey({ keepsOld: false }).publicKey)).output).toMatch(
      /no root is signed with the key that is known/,
    )
    const [first, second, third] = roots as [Roots[number], Roots[number], Roots[number]]
    const changes: [Roots[number], RegExp][] = [
      [{ ...second, keyChange: null }, /root 2 has another key/],
      [{ ...second, keyChange: second.signature }, /a key that the one before has not signed/],
    ]
    for (const [one, said] of changes) {
      const { code, output } = await verified([first, one, third], log.signer.publicKey)
      expect(output).toMatch(said)
      expect(code).toBe(1)
    }
    expect(await checkOperators(log.database)).toEqual([])
    // A key that nothing vouches for signs no root.
    await expect(hour(3)).rejects.toThrow('no root is signed')
    await log.close()
  })
})
