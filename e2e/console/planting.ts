import { DemoMember } from '@banyan/tools/demo-member'
import pg from 'pg'
import { Caller, Member } from '../matrix/caller.ts'
import { Packing } from './payloads.ts'
import type { Kit, Writing } from './planting-kit.ts'
import { aboutMoney } from './planting-money.ts'
import { afterRuling, afterService, asSuspended, atTheEnd } from './planting-states.ts'
import { operatorOf, signIn } from './sign-in.ts'

/** What was planted: the payloads, and the fields of calls that took them. */
export interface Planted {
  readonly payloads: ReadonlySet<string>
  /** As `operator.addCannedAnswer title`. */
  readonly fields: ReadonlySet<string>
}

/** Stores hostile texts in every text field that a person can write. */
export async function plant(at: Pick<Kit, 'product' | 'chain' | 'depositKey'>): Promise<Planted> {
  const packing = new Packing()
  const fields = new Set<string>()
  const write: Kit['write'] = async (by, { call, path, texts, rest = {} }) => {
    const body: Record<string, unknown> = { ...rest }
    for (const [name, most] of Object.entries(texts)) {
      const [outer = '', inner] = name.split('.')
      const text = packing.text(most)
      body[outer] = inner ? { ...(body[outer] as object), [inner]: text } : text
    }
    const answer = await by.tryPost(path, body)
    if (answer) for (const name of Object.keys(texts)) fields.add(`${call} ${name}`)
    return answer
  }
  const kit = { ...at, packing, fields, write }
  await asMembers(kit)
  await asOperators(kit)
  await asProposers(kit)
  await afterRuling(kit)
  await asArbitrators(kit)
  await afterService(kit)
  await inTables(kit)
  await asSuspended(kit)
  await aboutMoney(kit)
  await atTheEnd(kit)
  return { payloads: packing.used, fields }
}

/** New members with hostile names, who are on lists of others, and texts of the demo's members. */
async function asMembers({ product, packing, fields, write }: Kit): Promise<void> {
  const { appUrl, demoAccounts } = product
  const members = await Promise.all(demoAccounts.map(one => Member.open(appUrl, one)))
  for (const [i, member] of members.entries()) {
    const { inviteCode } = await member.get('/api/user/me')
    await DemoMember.join(appUrl, packing.name(20, i), inviteCode)
    fields.add('user.create nickname')
    await write(member, {
      call: 'service.write',
      path: '/api/service',
      texts: { text: 1_000 },
      rest: { pictures: [] },
    })
    await member.tryPost('/api/service/person')
    await write(member, {
      call: 'service.sendFeedback',
      path: '/api/service/feedback',
      texts: { text: 2_000 },
      rest: { type: 'idea', pictures: [] },
    })
    const { bsc, tron } = await member.get('/api/user/receiving-account')
    const { paymentPassword } = member.account
    await write(member, {
      call: 'user.setReceivingAccount',
      path: '/api/user/receiving-account',
      texts: { contact: 140 },
      rest: { bsc: bsc ?? '0x8617E340B3D01FA5F11F306F4090FD50E238070D', tron, paymentPassword },
    })
    const { items: addresses } = await member.get('/api/withdrawals/addresses')
    for (const { address } of addresses)
      await write(member, {
        call: 'withdraw.labelAddress',
        path: '/api/withdrawals/addresses/label',
        texts: { label: 40 },
        rest: { address },
      })
    const { items: trades } = await member.get('/api/otc/trades?limit=20')
    for (const { id } of trades) {
      const at = `/api/otc/trades/${id}`
      await write(member, {
        call: 'chat.say',
        path: `/api/chats/${id}`,
        texts: { text: 1_000 },
        rest: { pictures: [] },
      })
      const rest = { reason: 'not_received' }
      await write(member, {
        call: 'otc.appeal',
        path: `${at}/appeal`,
        texts: { text: 1_000 },
        rest,
      })
      await write(member, { call: 'otc.state', path: `${at}/statements`, texts: { text: 1_000 } })
    }
  }
}

/** What support and reviewers write to members, and notices. */
async function asOperators({ product, packing, fields, write }: Kit): Promise<void> {
  const support = await signIn(product, 'support')
  const reviewer = await signIn(product, 'reviewer')
  await notices(await signIn(product, 'administrator'), write)

  const answer = { title: 60, zh: 1_000, en: 1_000 }
  const path = '/api/operator/service/answers'
  await write(support, { call: 'operator.addCannedAnswer', path, texts: answer })
  const { items: canned } = await support.get(path)
  await write(support, {
    call: 'operator.changeCannedAnswer',
    path: `${path}/${canned[0].id}`,
    texts: answer,
  })
  await support.post('/api/operator/service/nickname', { nickname: packing.name(20, 1) })
  fields.add('operator.setServiceNickname nickname')
  const { items: waiting } = await support.get('/api/operator/service/conversations?view=waiting')
  for (const { id } of waiting.slice(0, 2)) {
    const at = `/api/operator/service/conversations/${id}`
    await support.tryPost(`${at}/take`)
    const { items: messages } = await support.get(at)
    await write(support, {
      call: 'operator.answerMember',
      path: `${at}/messages`,
      texts: { text: 1_000 },
      rest: { pictures: [], place: messages[0]?.place ?? 0 },
    })
  }
  const { items: feedback } = await support.get('/api/operator/feedback')
  for (const { id } of feedback.slice(0, 3))
    await write(support, {
      call: 'operator.answerFeedback',
      path: `/api/operator/feedback/${id}/answer`,
      texts: { text: 500 },
    })
  // Of a member whom no page of the journey needs.
  const { accountId } = product.demoAccounts.at(-1) ?? {}
  const member = `/api/operator/members/${accountId}`
  const reason = { reason: 500 }
  await write(reviewer, { call: 'members.unmask', path: `${member}/unmask`, texts: reason })
  await write(reviewer, {
    call: 'members.endSessions',
    path: `${member}/sessions/end`,
    texts: reason,
  })
  const { items: queue } = await reviewer.get('/api/operator/withdrawals?state=requested')
  await write(reviewer, {
    call: 'withdrawals.refuse',
    path: `/api/operator/withdrawals/${queue[0]?.id}/refuse`,
    texts: { reason: 500 },
  })
}

/** Two published notices and one that was taken back; bodies without what Markdown's own grammar refuses. */
async function notices(by: Caller, write: Kit['write']): Promise<void> {
  const path = '/api/operator/notices'
  for (let number = 0; number < 3; number++) {
    const texts = { titleZh: 80, titleEn: 80, bodyZh: 900, bodyEn: 900 }
    const rest = { pinned: true, endsAt: null }
    // Links and pictures of other kinds are refused when they are written: nobody reads them.
    let notice: { id: string; version: number } | undefined
    for (let tried = 0; tried < 8 && !notice; tried++)
      notice = await write(by, { call: 'operator.createNotice', path, texts, rest })
    if (!notice) throw new Error('no notice was accepted')
    const edited = await write(by, {
      call: 'operator.editNotice',
      path: `${path}/${notice.id}/edit`,
      texts: { titleZh: 80, titleEn: 80, bodyZh: 200, bodyEn: 200 },
      rest: { ...rest, version: notice.version },
    })
    const { version } = await by.post(`${path}/${notice.id}/publish`, {
      version: (edited ?? notice).version,
    })
    if (number === 2)
      await write(by, {
        call: 'operator.withdrawNotice',
        path: `${path}/${notice.id}/withdraw`,
        texts: { reason: 500 },
        rest: { version },
      })
  }
}

/** Proposals of every kind that the demonstration lets somebody make, and decisions about them. */
async function asProposers({ product, write }: Kit): Promise<void> {
  const [support, treasurer, administrator, other] = await Promise.all([
    signIn(product, 'support'),
    signIn(product, 'treasurer'),
    signIn(product, 'administrator'),
    signIn(product, 'administrator', 1),
  ])
  const ids: string[] = []
  const propose = async (
    by: Caller,
    [call, path]: readonly [string, string],
    texts: Writing['texts'],
    rest: object,
  ): Promise<void> => {
    const at = `/api/operator/proposals/${path}`
    const proposal = await write(by, { call: `proposals.${call}`, path: at, texts, rest })
    if (proposal) ids.push(proposal.id)
  }
  const both = (name: string) => ({ [`${name}.zh`]: 1_000, [`${name}.en`]: 1_000 })
  await propose(treasurer, ['reportShortfall', 'shortfalls'], { evidence: 2_000 }, { amount: '1' })
  await propose(
    administrator,
    ['proposeWindDown', 'wind-downs'],
    { evidence: 2_000, ...both('notice') },
    { costs: '1' },
  )
  await propose(administrator, ['proposeRules', 'rules'], both('difference'), {
    numbers: { withdrawalFeeUsdt: '0.9' },
    effectiveAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  })
  await propose(
    administrator,
    ['proposeOperatorEnd', 'operator-ends'],
    { why: 500 },
    { name: operatorOf(product, 'arbitrator', 3).name },
  )
  const { items: receipts } = await treasurer.get('/api/treasury/receipts?booked=no')
  for (const { id: receiptId } of receipts)
    await propose(
      treasurer,
      ['proposeReceipt', 'receipts'],
      { payer: 200, evidence: 2_000 },
      { receiptId, kind: 'refund' },
    )
  for (const { accountId } of product.demoAccounts) {
    const freezes = { accountId, freezes: true }
    await propose(support, ['proposeAccountFreeze', 'account-freezes'], { why: 500 }, freezes)
    const listed = { accountId, role: 'staff' }
    await propose(administrator, ['proposeInsider', 'insiders'], { why: 500 }, listed)
  }
  for (const id of ids) {
    const at = `/api/operator/proposals/${id}`
    const texts = { reason: 500 }
    const ends = [
      [treasurer, 'withdraw'],
      [support, 'withdraw'],
      [other, 'refuse'],
      [administrator, 'approve'],
    ] as const
    const [by, how] = ends[ids.indexOf(id) % ends.length] ?? ends[0]
    // Some of each kind stay open.
    if (ids.indexOf(id) % 2 === 0)
      await write(by, { call: `proposals.${how}`, path: `${at}/${how}`, texts })
  }
}

/** What arbitrators say and ask in cases that they take, and why they hand one back. */
async function asArbitrators({ product, write }: Kit): Promise<void> {
  const arbitrators = product.demoOperators.filter(one => one.role === 'arbitrator')
  for (const one of arbitrators) {
    const by = await Caller.openOperator(product.consoleUrl, one)
    const { items } = await by.get('/api/operator/cases')
    for (const [i, { id }] of items.entries()) {
      const at = `/api/operator/cases/${id}`
      await by.tryPost(`${at}/take`)
      await write(by, { call: 'operator.sayInCase', path: `${at}/chat`, texts: { text: 1_000 } })
      await write(by, {
        call: 'operator.askStatement',
        path: `${at}/ask`,
        texts: { text: 500 },
        rest: { to: 'buyer' },
      })
      if (i % 2 === 1)
        await write(by, {
          call: 'operator.handBackCase',
          path: `${at}/hand-back`,
          texts: { reason: 500 },
        })
    }
  }
}

/**
 * Texts whose calls need days or several people first: rulings, reviews, voids. They are written
 * where those calls keep them.
 */
const keptTexts: readonly {
  calls: readonly string[]
  table: string
  column: string
  most: number
}[] = [
  {
    calls: ['agree', 'rule', 'disagree', 'giveOpinion'].map(name => `operator.${name} reasons`),
    table: 'otc_opinion',
    column: 'reasons',
    most: 1_000,
  },
  { calls: [], table: 'otc_ruling', column: 'reasons', most: 1_000 },
  {
    calls: ['withdrawals.review note', 'withdrawals.release note'],
    table: 'withdrawal_decision',
    column: 'note',
    most: 500,
  },
  { calls: ['withdraw.create remarks'], table: 'withdrawal', column: 'remarks', most: 140 },
  { calls: ['proposals.proposeVoid why'], table: 'withdrawal_void', column: 'why', most: 500 },
  { calls: ['operator.addPasskey label'], table: 'operator_passkey', column: 'label', most: 60 },
  // What a browser calls itself.
  { calls: [], table: 'operator_session', column: 'agent', most: 200 },
]

async function inTables({ product, packing, fields }: Kit): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl })
  await client.connect()
  try {
    for (const { calls, table, column, most } of keptTexts) {
      await client.query(`alter table ${table} disable trigger user`)
      await client.query(`update ${table} set ${column} = $1`, [packing.text(most)])
      await client.query(`alter table ${table} enable trigger user`)
      for (const call of calls) fields.add(call)
    }
  } finally {
    await client.end()
  }
}
