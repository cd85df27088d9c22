import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getWithdrawal } from '@banyan/domain'
import {
  isApprovedBy,
  type Payout,
  type PayoutOrder,
  type payoutRequest,
  type SignedPage,
  type SignerRefusal,
  type SignerStatus,
} from '@banyan/payouts'
import { until } from '@banyan/tools/until'
import type { z } from 'zod'
import {
  addressSettings,
  chainId,
  custodyAddresses,
  hotWallet,
  type SteeredChain,
  startSteeredChain,
  tokens,
} from '../testing/chain.ts'
import { inTime } from '../testing/in-time.ts'
import { changesOf, whileHeld } from '../testing/meet.ts'
import type { TestMember } from '../testing/members.ts'
import { chainSettings, openDeciding } from './deciding.fixture.ts'

type PayoutRequest = z.output<typeof payoutRequest>
const TOKEN = 'the token of the tests'
/** Longer than a busy machine takes to read some blocks. */
const READ_MS = 150_000

/** How a test makes the signer misbehave. */
interface Steering {
  /** Ends every connection. */
  away: boolean
  /** Refuses every order. */
  refuse: SignerRefusal | null
  /** Rejects the token of the server. */
  refuseAll: boolean
  /** Ends the connection before an order is processed, or after it was signed. */
  hangUp: 'before' | 'after' | null
  /** Signs without sending. */
  silent: boolean
  /** Reports something that is not true. */
  lie: ((truth: Payout) => Payout) | null
  /** Reports something that is not true of payouts that had not ended. */
  lieOfSigned: ((truth: SignedPage) => SignedPage) | null
  status: Partial<SignerStatus>
}

/** What it has signed; the test sets `hasEnded`. */
type FakePayout = Payout & { raw: `0x${string}`; order: PayoutOrder; hasEnded: boolean }

/** A signer that answers by the protocol over a real socket and sends real transactions of the hot wallet. */
async function startFakeSigner(chain: SteeredChain, publicKeys: () => string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-signer-'))
  const [socket, tokenFile] = [join(folder, 'socket'), join(folder, 'token')]
  writeFileSync(tokenFile, TOKEN)
  const steer: Steering = {
    away: false,
    refuse: null,
    refuseAll: false,
    hangUp: null,
    silent: false,
    lie: null,
    lieOfSigned: null,
    status: {},
  }
  const signed = new Map<string, FakePayout>()
  const noted = new Map<string, string>()
  const voided = new Set<string>()
  let asked = 0

  const sign = async (order: PayoutOrder): Promise<Payout> => {
    const known = signed.get(order.withdrawalId)
    if (known) return known
    const units = BigInt(order.amount) * 10n ** 12n
    const behind = `0x${order.withdrawalId.slice(4)}` as const
    const sent = await chain.call('transfer', [order.address, units], { from: hotWallet, behind })
    if (steer.silent) await chain.drop(sent.hash)
    const payout = {
      withdrawalId: order.withdrawalId,
      state: 'signed' as const,
      nonce: sent.nonce,
      transactions: [sent.hash],
      mined: null,
      signedAt: new Date().toISOString(),
      raw: sent.raw,
      order,
      hasEnded: false,
    }
    signed.set(order.withdrawalId, payout)
    return payout
  }
  const answered = (one: Payout) => {
    const { withdrawalId, state, nonce, transactions, mined, signedAt } = one
    const truth = { withdrawalId, state, nonce, transactions, mined, signedAt }
    return steer.lie?.(truth) ?? truth
  }
  const notEnded = (): SignedPage => ({
    firstNonce: 0,
    next: null,
    items: [...signed.values()]
      .filter(one => !one.hasEnded)
      .map(({ order, state, nonce, transactions, mined, signedAt }) => ({
        order,
        state,
        nonce,
        transactions,
        mined,
        signedAt,
      })),
  })

  async function answer(path: string, body: unknown): Promise<[number, unknown]> {
    const refusal = (refused: SignerRefusal): [number, unknown] => [
      409,
      { refused, detail: 'As the test wants it.', retryAt: null },
    ]
    if (path === '/status')
      return [
        200,
        {
          halted: null,
          address: custodyAddresses.hot,
          chainId,
          usdt: '90000000000',
          gas: '1',
          leftThisHour: '90000000000',
          leftToday: '90000000000',
          open: signed.size,
          ...steer.status,
        },
      ]
    if (path === '/addresses') {
      const { address } = body as { address: string }
      const firstSeenAt = noted.get(address) ?? new Date().toISOString()
      noted.set(address, firstSeenAt)
      return [200, { address, firstSeenAt }]
    }
    if (path === '/voids') {
      const { withdrawalId } = body as { withdrawalId: string }
      if (signed.has(withdrawalId)) return refusal('alreadySigned')
      voided.add(withdrawalId)
      return [200, { withdrawalId, voidedAt: new Date().toISOString() }]
    }
    if (path === '/payouts') {
      asked++
      const given = body as PayoutRequest
      if (voided.has(given.order.withdrawalId)) return refusal('voided')
      if (steer.refuse) return refusal(steer.refuse)
      for (const one of given.approvals) {
        const fits = await Promise.all(publicKeys().map(key => isApprovedBy(given.order, one, key)))
        if (!fits.includes(true)) return refusal('notApproved')
      }
      return [200, answered(await sign(given.order))]
    }
    if (path === '/signed') return [200, steer.lieOfSigned?.(notEnded()) ?? notEnded()]
    const { withdrawalIds } = body as { withdrawalIds: string[] }
    const known = withdrawalIds.flatMap(id => signed.get(id) ?? [])
    return [200, { payouts: known.map(answered) }]
  }

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const isOrder = request.method === 'POST' && request.url === '/payouts'
    if (
      steer.away ||
      request.headers.authorization !== `Bearer ${TOKEN}` ||
      (isOrder && steer.hangUp === 'before')
    )
      return request.socket.destroy()
    const unauthorised = { refused: 'unauthorised', detail: 'As the test wants it.', retryAt: null }
    const [status, reply] = steer.refuseAll
      ? [401, unauthorised]
      : await answer(request.url ?? '', body)
    const isAnswered = !(steer.hangUp === 'after' && (isOrder || request.url === '/voids'))
    if (!isAnswered) return request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply))
  })
  await new Promise<void>(resolve => server.listen(socket, resolve))
  return {
    socket,
    tokenFile,
    steer,
    signed,
    sign,
    noted,
    voided,
    asked: () => asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const text = Buffer.concat(parts).toString('utf8')
  return text === '' ? undefined : JSON.parse(text)
}

/**
 * Everything that paying needs: a steered chain with a full hot wallet, a signer, and approvers.
 */
export async function openPaying({ ruleCheckKeyFile }: { ruleCheckKeyFile?: string } = {}) {
  const chain = await startSteeredChain()
  await chain.pay(custodyAddresses.hot, tokens(90_000))
  await chain.fund(hotWallet)
  await chain.mine()
  const keys: string[] = []
  const signer = await startFakeSigner(chain, () => keys)
  const opened = await openDeciding({
    ...chainSettings,
    ...addressSettings,
    CHAIN_RPC_URLS: chain.rpcUrl,
    CHAIN_ID: `${chainId}`,
    USDT_CONTRACT: chain.usdt,
    SIGNER_SOCKET: signer.socket,
    SIGNER_TOKEN_FILE: signer.tokenFile,
    ...(ruleCheckKeyFile && { RULE_CHECK_KEY_FILE: ruleCheckKeyFile }),
  })
  const { system, approvers } = opened
  keys.push(...Object.values(approvers).map(one => one.publicKey))
  // All debts were covered a moment ago.
  await system.db.owner.query(
    `insert into solvency_reading (period, read_at, custody, owed, red, figures, block_number,
       block_hash, missing, confirmed)
     values ('9999-12-31', house_now(), 1, 0, false, '{}', 1, $1, 0, 0)`,
    [`0x${'11'.repeat(32)}`],
  )
  const followedTo = async (): Promise<number> => {
    const { rows } = await system.db.owner.query('select max(number)::int as tip from chain_block')
    return rows[0].tip ?? -1
  }
  const run = () => system.job('withdrawals.pay')
  /** A run half a minute later: orders that the signer has refused are asked for again. */
  const pay = async () => {
    await system.db.owner.query(
      `update withdrawal_payout set refused_at = refused_at - interval '30 seconds' where refused_at is not null`,
    )
    await run()
  }
  /**
   * The watcher reads the chain to its head. On a busy machine a run may be cut off; the next one
   * continues.
   */
  const read = async () => {
    await system.job('deposits.watch')
    const isRead = async () => {
      if ((await followedTo()) >= (await chain.head())) return true
      await system.job('deposits.watch')
    }
    await until('the watcher is at the head', isRead, { ms: READ_MS })
  }
  const watch = async () => {
    await read()
    await system.job('withdrawals.follow')
  }
  const mine = async (blocks = 1) => {
    await chain.mine(blocks)
    await watch()
  }
  await watch()
  /** Work that one process does at a time; others that come to do it leave it to the first. */
  const overlapping = async (work: () => Promise<void>) => {
    const [first] = await whileHeld(system.db, changesOf('withdrawal'), async held => {
      const begun = held.begin(work)
      await held.waiters(1)
      for (let other = 0; other < 3; other++) await inTime('another leaves it to the first', work())
      return [begun]
    })
    await first
  }
  /** The signer has known every address for the cooling time. */
  const coolAtSigner = () =>
    system.db.owner.query(
      `update payout_address set noted_at = house_now(), first_seen_at = house_now() - interval '25 hours'`,
    )
  return {
    ...opened,
    chain,
    signer,
    keys,
    pay,
    run,
    read,
    watch,
    mine,
    overlapping,
    coolAtSigner,
    see: (as: TestMember, id: string) => system.must(getWithdrawal, { as, params: { id } }),
    /** A withdrawal that two people have released, to an address that has cooled everywhere. */
    released: async (more: object = {}) => {
      const who = await opened.member()
      const asked = await opened.ask(who, more)
      // Tests share addresses among members, so approvals need a reason.
      await opened.approveBoth(approvers, asked.id, { reason: 'Known to the tests.' })
      await coolAtSigner()
      return { who, id: asked.id, address: asked.address }
    },
    close: async () => {
      await system.close()
      await signer.stop()
      await chain.stop()
    },
  }
}
