import { Caller, Member } from '../matrix/caller.ts'
import type { Product } from '../product.ts'
import type { Kit } from './planting-kit.ts'
import { operatorOf, signIn } from './sign-in.ts'
import { codeAt } from './totp.ts'

/* Texts whose calls need a state first: these bring the demonstration into it. */

type Case = { id: string; drawn: boolean }

/** The arbitrator whom the lot has given the free seat of a case, having taken it and opened its evidence. */
async function seatOf({ product }: Kit, caseId: string): Promise<Caller> {
  for (const one of product.demoOperators.filter(({ role }) => role === 'arbitrator')) {
    const by = await Caller.openOperator(product.consoleUrl, one)
    const { items } = await by.get('/api/operator/cases')
    if (!items.some(({ id, drawn }: Case) => id === caseId && drawn)) continue
    const { unopened } = await by.post(`/api/operator/cases/${caseId}/take`)
    for (const evidence of unopened)
      await by.post(`/api/operator/cases/${caseId}/evidence/open`, { evidence })
    return by
  }
  throw new Error(`nobody's lot is the free seat of ${caseId}`)
}

/** A ruling whose loser asks for its review, and a seat that an administrator gives to somebody. */
export async function afterRuling(kit: Kit): Promise<void> {
  const { product, write } = kit
  const { trade, loser, winner } = await appealed(product)
  const { id } = trade.dispute
  const at = `/api/operator/cases/${id}`
  await winner.tryPost(`/api/otc/trades/${trade.id}/statements`, { text: 'paid', pictures: [] })
  const first = await seatOf(kit, id)
  await write(first, {
    call: 'operator.giveOpinion',
    path: `${at}/opinion`,
    texts: { reasons: 1_000 },
    rest: { outcome: 'release', clause: 'A1' },
  })
  const second = await seatOf(kit, id)
  await second.post(`${at}/show-opinions`)
  await write(second, { call: 'operator.agree', path: `${at}/agree`, texts: { reasons: 1_000 } })
  await write(loser, {
    call: 'otc.askReview',
    path: `/api/otc/trades/${trade.id}/review`,
    texts: { text: 1_000 },
    rest: { pictures: [] },
  })
  const administrator = await signIn(product, 'administrator')
  const { cases } = await administrator.get('/api/operator/hearing-desk')
  for (const open of cases)
    for (const { name, tie } of open.ties)
      if (tie === 'none')
        await write(administrator, {
          call: 'operator.appointArbitrator',
          path: `/api/operator/cases/${open.id}/appoint`,
          texts: { reason: 500 },
          rest: { arbitrator: name },
        })
}

/** A trade in appeal between two members of the demonstration. */
async function appealed({ appUrl, demoAccounts }: Product) {
  const members = await Promise.all(demoAccounts.map(one => Member.open(appUrl, one)))
  for (const winner of members) {
    const { items } = await winner.get('/api/otc/trades?limit=50')
    const trade = items.find(
      (one: { side: string; dispute: { state: string } | null }) =>
        one.side === 'buy' && one.dispute?.state === 'opened',
    )
    const loser = members.find(({ account }) => account.nickname === trade?.seller.nickname)
    if (trade && loser) return { trade, winner, loser }
  }
  throw new Error('no trade of the demonstration is in appeal')
}

/** A conversation that was closed, and is rated. */
export async function afterService({ product, write }: Kit): Promise<void> {
  const support = await signIn(product, 'support')
  const path = '/api/operator/service/conversations'
  const { items } = await support.get(`${path}?view=mine&limit=100`)
  for (const { id, member } of items) {
    const account = product.demoAccounts.find(one => one.accountId === member.accountId)
    const messages = (await support.get(`${path}/${id}`)).items
    if (!account) continue
    await support.post(`${path}/${id}/close`, { place: messages[0].place })
    await write(await Member.open(product.appUrl, account), {
      call: 'service.rate',
      path: '/api/service/rating',
      texts: { text: 200 },
      rest: { conversationId: id, stars: 3 },
    })
    return
  }
}

/** Distributed members who are suspended and appeal; one appeal waits, and of the others an answer is proposed. */
export async function asSuspended({ product, write }: Kit): Promise<void> {
  const support = await signIn(product, 'support')
  const administrator = await signIn(product, 'administrator', 1)
  const proposals = '/api/operator/proposals'
  const propose = (accountId: string, act: string) =>
    write(support, {
      call: 'proposals.proposeDistributedStatus',
      path: `${proposals}/distributed-statuses`,
      texts: { 'why.zh': 500, 'why.en': 500 },
      rest: { accountId, act },
    })
  let waiting = 0
  for (const account of product.demoAccounts) {
    const suspension = await propose(account.accountId, 'suspend')
    if (!suspension) continue
    await write(administrator, {
      call: 'proposals.approve',
      path: `${proposals}/${suspension.id}/approve`,
      texts: { reason: 500 },
      rest: { acknowledges: [] },
    })
    await write(await Member.open(product.appUrl, account), {
      call: 'distribution.appeal',
      path: '/api/distribution/appeal',
      texts: { text: 500 },
    })
    if (waiting++ > 0) await propose(account.accountId, 'revoke')
  }
}

/** A lost factor, and a wind-down that somebody wants to call off; it puts its notice on every page. */
export async function atTheEnd({ product, write }: Kit): Promise<void> {
  const first = await signIn(product, 'administrator')
  const second = await signIn(product, 'administrator', 1)
  const proposals = '/api/operator/proposals'
  const approve = async (id: string) => {
    // What rests on evidence is opened before.
    await second.post(`${proposals}/${id}/evidence/open`)
    return write(second, {
      call: 'proposals.approve',
      path: `${proposals}/${id}/approve`,
      texts: { reason: 500 },
      rest: { acknowledges: [] },
    })
  }
  const lost = operatorOf(product, 'arbitrator', 2)
  const owner = await Caller.openOperator(product.consoleUrl, lost)
  const { secret } = await owner.post('/api/operator/factors/totp/begin')
  await owner.post('/api/operator/factors/totp', { code: codeAt(secret, new Date()) })
  const reset = await write(first, {
    call: 'proposals.proposeFactorReset',
    path: `${proposals}/factor-resets`,
    texts: { why: 500 },
    rest: { name: lost.name },
  })
  // Its arbitrator signs in with the password again.
  await approve(reset.id)
  const { items } = await first.get(`${proposals}?state=open&limit=100`)
  const open = items.find(
    (proposal: { subject: { kind: string } }) => proposal.subject.kind === 'wind_down',
  )
  const end =
    open ??
    (await write(first, {
      call: 'proposals.proposeWindDown',
      path: `${proposals}/wind-downs`,
      texts: { evidence: 2_000, 'notice.zh': 1_000, 'notice.en': 1_000 },
      rest: { costs: '1' },
    }))
  await approve(end.id)
  await write(first, {
    call: 'proposals.proposeWindDownCancel',
    path: `${proposals}/wind-down-cancellations`,
    texts: { 'why.zh': 1_000, 'why.en': 1_000 },
  })
}
