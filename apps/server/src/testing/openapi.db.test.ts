import { allEndpoints, otherCalls } from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from './http-system.ts'

/**
 * The member API by name: clients, tools and load tests refer to a call by this id. A new call is
 * added here; an id in this list never changes its meaning.
 */
const names = `
  account.operatorActs     GET  /api/account/operator-acts          member
  audit.consistency        GET  /api/audit/consistency
  audit.hashes             GET  /api/audit/hashes
  audit.roots              GET  /api/audit/roots
  auth.login               POST /api/session/login
  auth.logout              POST /api/session/logout                 member
  auth.words.login         POST /api/session/words
  auth.words.nonce         POST /api/session/challenge
  blocks.add               POST /api/blocks                         member
  blocks.list              GET  /api/blocks                         member
  blocks.remove            POST /api/blocks/{id}/remove             member
  chat.messages            GET  /api/chats/{id}                     member
  chat.read                POST /api/chats/{id}/read                member
  chat.say                 POST /api/chats/{id}                     member money
  chat.unread              GET  /api/chats                          member
  service.messages         GET  /api/service                        member
  service.write            POST /api/service                        member money
  service.askPerson        POST /api/service/person                 member money
  service.read             POST /api/service/read                   member
  service.rate             POST /api/service/rating                 member money
  service.unread           GET  /api/service/unread                 member
  service.feedback         GET  /api/service/feedback               member
  service.sendFeedback     POST /api/service/feedback               member money
  deposits.address         GET  /api/deposits/address               member
  deposits.list            GET  /api/deposits                       member
  earnings.activate        POST /api/earnings/positions             member money
  earnings.activationTerms GET  /api/earnings/activation-terms      member
  earnings.answerPrompt    POST /api/earnings/prompts/{id}          member
  earnings.askUnlock       POST /api/earnings/positions/{id}/unlock member
  earnings.cancelActivation POST /api/earnings/positions/{id}/cancel member money
  earnings.keepPosition    POST /api/earnings/positions/{id}/keep   member
  earnings.passport        GET  /api/earnings/passport              member
  earnings.payProof        GET  /api/earnings/pay-proof             member
  earnings.payRoot         GET  /api/earnings/pay-root
  earnings.positions       GET  /api/earnings/positions             member
  earnings.static          GET  /api/earnings/static                member
  earnings.staticResults   GET  /api/earnings/static-results        member
  earnings.staticSummary   GET  /api/earnings/static-summary        member
  closing.ask              POST /api/closing                        member
  closing.undo             POST /api/closing/undo                   member
  closing.view             GET  /api/closing                        member
  distribution.answerQuiz  POST /api/distribution/quiz/{id}         member
  distribution.appeal      POST /api/distribution/appeal            member
  distribution.apply       POST /api/distribution/apply             member
  distribution.insiders    GET  /api/distribution/insiders
  distribution.leave       POST /api/distribution/leave             member
  distribution.openQuiz    POST /api/distribution/quiz              member
  distribution.signConduct POST /api/distribution/conduct           member
  distribution.status      GET  /api/distribution                   member
  earnings.dynamic         GET  /api/earnings/dynamic               member
  earnings.dynamicSummary  GET  /api/earnings/dynamic-summary       member
  email.bind               POST /api/email/bind                     member
  email.requestCode        POST /api/email/code                     member
  email.status             GET  /api/email                          member
  house.about              GET  /api/house/about
  ledger.head              GET  /api/ledger/head
  ledger.links             GET  /api/ledger/links
  network.invitees         GET  /api/network/invitees           member
  network.overview         GET  /api/network                    member
  network.place            POST /api/network/placements         member money
  network.preview          GET  /api/network/preview            member
  network.search           GET  /api/network/search             member
  network.setPreference    POST /api/network/preference         member
  network.tree             GET  /api/network/tree               member
  network.withdraw         POST /api/network/placements/{id}/withdraw member money
  notices.get              GET  /api/notices/{id}                   member
  notices.list             GET  /api/notices                        member
  notices.picture          GET  /api/notice-pictures/{id}           member
  notices.read             POST /api/notices/read                   member
  notices.unread           GET  /api/notices/unread                 member
  notifications.list       GET  /api/notifications                  member
  notifications.read       POST /api/notifications/read             member
  notifications.unread     GET  /api/notifications/unread           member
  push.end                 POST /api/push/end                       member
  push.state               GET  /api/push                           member
  push.subscribe           POST /api/push/subscribe                 member
  otc.exportOrders         GET  /api/otc/orders.csv                 member
  otc.exportTrades         GET  /api/otc/trades.csv                 member
  otc.cancel               POST /api/otc/orders/{id}/cancel         member money
  otc.changeOrder          POST /api/otc/orders/{id}/terms          member money
  otc.depth                GET  /api/otc/depth                      member
  otc.giveUp               POST /api/otc/trades/{id}/give-up        member money
  otc.market               GET  /api/otc/market                     member
  otc.marketOrder          GET  /api/otc/market/{id}                member
  otc.order                GET  /api/otc/orders/{id}                member
  otc.orders               GET  /api/otc/orders                     member
  otc.pause                POST /api/otc/orders/{id}/pause          member money
  otc.pay                  POST /api/otc/trades/{id}/pay            member money
  otc.publish              POST /api/otc/orders                     member money
  otc.publishBuy           POST /api/otc/buy-orders                 member money
  otc.publishTerms         GET  /api/otc/publish-terms              member
  otc.release              POST /api/otc/trades/{id}/release        member money
  otc.resume               POST /api/otc/orders/{id}/resume         member money
  otc.take                 POST /api/otc/orders/{id}/takes          member money
  otc.takeBuy              POST /api/otc/buy-orders/{id}/takes      member money
  otc.acceptCancel         POST /api/otc/trades/{id}/cancel/accept  member money
  otc.acceptRuling         POST /api/otc/trades/{id}/accept-ruling  member money
  otc.appeal               POST /api/otc/trades/{id}/appeal         member money
  otc.askReview            POST /api/otc/trades/{id}/review         member money
  otc.claimLate            POST /api/otc/trades/{id}/late-claim     member money
  otc.clauses              GET  /api/otc/clauses
  otc.concede              POST /api/otc/trades/{id}/concede        member money
  otc.confirmCancel        POST /api/otc/trades/{id}/cancel/confirm member money
  otc.disputeStatistics    GET  /api/otc/dispute-statistics
  otc.dropCancel           POST /api/otc/trades/{id}/cancel/drop    member money
  otc.proposeCancel        POST /api/otc/trades/{id}/cancel/propose member money
  otc.releaseAnyway        POST /api/otc/trades/{id}/release-anyway member money
  otc.replaceEvidence      POST /api/otc/trades/{id}/evidence       member money
  otc.state                POST /api/otc/trades/{id}/statements     member money
  otc.withdrawAppeal       POST /api/otc/trades/{id}/withdraw-appeal member money
  otc.trade                GET  /api/otc/trades/{id}                member
  otc.trades               GET  /api/otc/trades                     member
  password.cancelReset     POST /api/password/cancel-reset
  password.changeLogin     POST /api/password/login/change          member
  password.changePayment   POST /api/password/payment/change        member
  password.resetLoginByEmail POST /api/password/login/reset-by-email
  password.resetLoginByWords POST /api/password/login/reset-by-words
  password.resetLoginCode  POST /api/password/login/reset-code
  password.resetPaymentByEmail POST /api/password/payment/reset-by-email member
  password.resetPaymentByWords POST /api/password/payment/reset-by-words member
  password.security        GET  /api/password/security              member
  personalData.askExport   POST /api/personal-data/exports          member
  personalData.deletePicture POST /api/personal-data/pictures/{id}/delete member
  personalData.exportFile  GET  /api/personal-data/exports/{id}/file member
  personalData.overview    GET  /api/personal-data                  member
  personalData.pictures    GET  /api/personal-data/pictures         member
  pricing.guide            GET  /api/pricing/guide
  risk.answer              POST /api/risk/answers                   member
  risk.questions           GET  /api/risk/questions                 member
  rules.book               GET  /api/rules/book
  rules.versions           GET  /api/rules/versions
  session.end              POST /api/session/end
  session.list             GET  /api/session/list                   member
  session.revoke           POST /api/session/list/{id}/revoke       member
  session.revokeOthers     POST /api/session/revoke-others          member
  losses.list              GET  /api/losses
  losses.own               GET  /api/losses/own                  member
  solvency.addresses       GET  /api/solvency/addresses
  solvency.custody         GET  /api/solvency/custody
  solvency.house           GET  /api/solvency/house
  solvency.newest          GET  /api/solvency
  solvency.proof           GET  /api/solvency/proof                 member
  solvency.roots           GET  /api/solvency/roots
  statistics.income        GET  /api/statistics/income
  evidence.trade           GET  /api/evidence/{id}                  member
  redemptions.cancel       POST /api/redemptions/{id}/cancel        member money
  redemptions.exchange     POST /api/redemptions                    member money
  redemptions.list         GET  /api/redemptions                    member
  redemptions.sales        GET  /api/redemptions/sales              member
  redemptions.terms        GET  /api/redemptions/terms              member
  redemptions.undo         POST /api/redemptions/undo               member money
  pricing.splits           GET  /api/pricing/splits                   member
  subscriptions.limit      GET  /api/subscriptions/limit              member
  subscriptions.setLimit   POST /api/subscriptions/limit              member
  subscriptions.pause      POST /api/subscriptions/pause              member
  subscriptions.cancel     POST /api/subscriptions/{id}/cancel      member money
  subscriptions.list       GET  /api/subscriptions                  member
  subscriptions.place      POST /api/subscriptions                  member money
  subscriptions.round      GET  /api/subscriptions/round            member
  together.ask             GET  /api/together                       member
  treasury.costs           GET  /api/treasury/costs
  treasury.receipts        GET  /api/treasury/receipts
  treasury.settlement      GET  /api/settlements/run
  treasury.settlements     GET  /api/settlements
  uploads.create           POST /api/uploads                        member
  uploads.createFile       POST /api/uploads/files                  member
  uploads.get              GET  /api/uploads/{id}                   member
  uploads.getFile          GET  /api/uploads/files/{id}             member
  events.stream            GET  /api/events                         member
  user.accountList         GET  /api/user/account-list
  user.create              POST /api/user/create
  user.inviter             GET  /api/user/inviter
  user.me                  GET  /api/user/me                        member
  user.receivingAccount    GET  /api/user/receiving-account         member
  user.removeFromDevice    POST /api/user/account-list/remove       member
  user.setReceivingAccount POST /api/user/receiving-account         member
  user.switch              POST /api/user/switch                    member
  wallets.flows            GET  /api/wallets/flows                  member
  wallets.statement        GET  /api/wallets/statement              member
  wallets.summary          GET  /api/wallets/summary                member
  windDown.list            GET  /api/wind-down
  windDown.own             GET  /api/wind-down/own                  member
  withdraw.addresses       GET  /api/withdrawals/addresses          member
  withdraw.cancel          POST /api/withdrawals/{id}/cancel        member money
  withdraw.create          POST /api/withdrawals                    member money
  withdraw.labelAddress    POST /api/withdrawals/addresses/label    member
  withdraw.list            GET  /api/withdrawals                    member
  withdraw.quote           POST /api/withdrawals/quote              member
  withdraw.read            GET  /api/withdrawals/{id}               member
  withdraw.removeAddress   POST /api/withdrawals/addresses/remove   member
  withdraw.terms           GET  /api/withdrawals/terms              member`

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: object
}
interface Operation {
  operationId: string
  summary: string
  'x-purpose': string
  'x-money'?: boolean
  'x-role': string
  security?: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>
}
interface Schema {
  type: string
  required: string[]
  properties: Record<string, object>
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: object
}

let system: HttpSystem
let document: Document
beforeAll(async () => {
  system = await openHttpSystem()
  const response = await fetch(`${system.url}/api/openapi.json`)
  expect(response.headers.get('content-type')).toContain('application/json')
  document = (await response.json()) as Document
})
afterAll(() => system.close())

const isEnvelope = (operation: Operation) =>
  !otherCalls.some(call => call.id === operation.operationId)

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 and lists every call of the contract by its permanent name, and nothing else', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toEqual({ title: expect.any(String), version: '1.0.6' })
    const listed = operations().map(({ path, method, operation }) => {
      const marks = [
        operation['x-role'] === 'public' ? '' : operation['x-role'],
        operation['x-money'] ? 'money' : '',
      ]
      return [operation.operationId, method.toUpperCase(), path, ...marks].join(' ').trim()
    })
    const lines = names.trim().split('\n')
    expect(listed.sort()).toEqual(lines.map(line => line.trim().replace(/\s+/g, ' ')).sort())
    expect(listed).toHaveLength(allEndpoints.length + otherCalls.length)
  })

  it('declares the parameters, the body, the key and the token that each call needs', () => {
    for (const { path, method, operation } of operations()) {
      const about = operation.operationId
      expect(operation['x-purpose'], about).toBe(operation.operationId)
      expect(operation.summary, about).not.toBe('')
      const inPath = operation.parameters.filter(one => one.in === 'path').map(one => one.name)
      expect(inPath, about).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]))
      const names = operation.parameters.map(one => `${one.in} ${one.name}`)
      expect(new Set(names).size, about).toBe(names.length)
      const key = operation.parameters.find(one => one.name === 'Idempotency-Key')
      if (operation['x-money']) expect(key, about).toMatchObject({ in: 'header', required: true })
      else expect(key, about).toBeUndefined()
      if (operation['x-role'] === 'member')
        expect(operation.security, about).toEqual([{ bearer: [] }])
      else expect([operation['x-role'], operation.security], about).toEqual(['public', undefined])
      const bodies = Object.keys(operation.requestBody?.content ?? {})
      const takes = otherCalls.find(call => call.id === about)?.takes ?? 'application/json'
      expect(bodies, about).toEqual(method === 'post' ? [takes] : [])
    }
  })

  it('describes every answer as the envelope with the data of that call', () => {
    for (const { operation } of operations().filter(one => isEnvelope(one.operation))) {
      const about = operation.operationId
      expect(Object.keys(operation.responses), about).toEqual(['200'])
      const schema = operation.responses[200]?.content['application/json']?.schema
      expect(schema, about).toMatchObject({ type: 'object', required: ['code', 'msg', 'data'] })
      expect(schema?.properties.data, about).toHaveProperty('type')
    }
  })

  it('contains only schemas of JSON Schema 2020-12, and every reference resolves', () => {
    const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
    const walk = (value: unknown, trail: string): void => {
      if (typeof value !== 'object' || value === null) return
      const node = value as Record<string, unknown>
      const isNamedLikeAKeyword = trail.endsWith('.properties')
      if (!isNamedLikeAKeyword) {
        if (typeof node.type === 'string' && 'schema' in node === false)
          expect([...types, 'http'], trail).toContain(node.type)
        if (typeof node.pattern === 'string')
          expect(() => new RegExp(node.pattern as string, 'u'), trail).not.toThrow()
        if (typeof node.$ref === 'string')
          expect(resolve(node.$ref), `${trail} ${node.$ref}`).toBeDefined()
        if (Array.isArray(node.required) && node.properties)
          for (const name of node.required) expect(node.properties, trail).toHaveProperty([name])
      }
      for (const [name, inner] of Object.entries(node)) walk(inner, `${trail}.${name}`)
    }
    walk(document, 'document')
  })
})

/** The target of a `#/…` reference in the document. */
const resolve = (reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (node, name) => (node as Record<string, unknown> | undefined)?.[name],
      document,
    )
