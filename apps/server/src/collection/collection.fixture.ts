import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { depositAddress } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import type { CollectionList, CollectionTransaction } from '@banyan/payouts'
import { connect } from '@banyan/tools/testchain/client'
import { until } from '@banyan/tools/until'
import { pino } from 'pino'
import { type Address, erc20Abi, getAddress, type Hex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { type CustodyReading, openDeposits } from '../deposits/index.ts'
import { openLedger } from '../ledger/index.ts'
import {
  addressSettings,
  chainId,
  custodyAddresses,
  hotWallet,
  openAccounts,
  payer,
  type SteeredChain,
  startSteeredChain,
  tokens,
} from '../testing/chain.ts'
import type { TestMember } from '../testing/members.ts'
import { chainSettings, openDeciding } from '../withdrawals/deciding.fixture.ts'

const TOKEN = 'the token of the tests'

/** How a test makes the signer misbehave. */
interface Steering {
  halted: boolean
  settings: Partial<CollectionList['settings']>
  /** Names something else than it signed. */
  lie: ((truth: CollectionTransaction) => CollectionTransaction) | null
  /** The number of transactions in one answer. */
  page: number
}

type Account = ReturnType<typeof mnemonicToAccount>

/** A signer that collects by the protocol over a real socket, without the gas, from real addresses. */
async function startFakeSigner(
  chain: SteeredChain,
  accountsOf: ReadonlyMap<string, (index: number) => Account>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-collector-'))
  const [socket, tokenFile] = [join(folder, 'socket'), join(folder, 'token')]
  writeFileSync(tokenFile, TOKEN)
  const steer: Steering = { halted: false, settings: {}, lie: null, page: 100 }
  const signed: (CollectionTransaction & { raw: Hex })[] = []
  const asked: unknown[] = []
  /** The places that were requested. */
  const pages: number[] = []
  const client = connect(chain.rpcUrl, payer)
  const balanceOf = (of: Address) =>
    client.readContract({
      address: chain.usdt,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [of],
    })

  /** Moves everything that an address holds. */
  async function collect(
    index: number,
    to: string = custodyAddresses.hot,
    xpub = [...accountsOf.keys()][0] ?? '',
  ): Promise<boolean> {
    const from = accountsOf.get(xpub)?.(index)
    if (!from) throw new Error('the signer does not hold this key')
    const units = await balanceOf(from.address)
    if (units < tokens(20)) return false
    const { hash, nonce, raw } = await chain.call('transfer', [to, units], { from })
    signed.push({
      place: signed.length,
      id: hash,
      purpose: 'collect',
      index,
      from: from.address,
      to: getAddress(to),
      units: `${units}`,
      nonce,
      transactions: [hash],
      raw,
      state: 'final',
      block: 1,
      signedAt: new Date().toISOString(),
    })
    return true
  }

  async function answer(
    path: string,
    body: { xpub: string; indexes: number[] } | null,
  ): Promise<[number, unknown]> {
    if (path === '/status')
      return [
        200,
        {
          halted: null,
          address: custodyAddresses.hot,
          chainId,
          usdt: '1000000000',
          gas: '1',
          leftThisHour: '1000000000',
          leftToday: '1000000000',
          open: 0,
        },
      ]
    if (body !== null) {
      asked.push(body)
      if (steer.halted)
        return [503, { refused: 'halted', detail: 'As the test wants it.', retryAt: null }]
      const items = []
      for (const index of body.indexes) {
        const isOn = await collect(index, custodyAddresses.hot, body.xpub)
        items.push({ index, outcome: isOn ? 'collect' : 'tooLittle' })
      }
      return [200, { items }]
    }
    const after = Number(path.split('=').at(-1))
    pages.push(after)
    const { hot, cold } = custodyAddresses
    const limits = { hotCap: `${tokens(1000)}`, least: `${tokens(20)}`, gasLeft: '1' }
    return [
      200,
      {
        settings: {
          xpubs: [...accountsOf.keys()],
          hot,
          cold,
          chainId,
          ...limits,
          ...steer.settings,
        },
        total: signed.length,
        items: signed
          .slice(after, after + steer.page)
          .map(({ raw: _, ...one }) => steer.lie?.(one) ?? one),
      },
    ]
  }

  const server = createServer(async (request, response) => {
    const given = await text(request)
    const [status, body] = await answer(request.url ?? '', given === '' ? null : JSON.parse(given))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(socket, resolve))
  return {
    socket,
    tokenFile,
    steer,
    signed,
    asked,
    pages,
    collect,
    balanceOf,
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

function newDepositKey() {
  const words = generateMnemonic(english)
  return {
    accounts: openAccounts(words),
    xpub: mnemonicToAccount(words, { path: "m/44'/60'/0'" }).getHdKey().publicExtendedKey,
  }
}

/** A steered chain, a server that follows it, and a signer that collects. */
export async function openCollecting() {
  const [first, next] = [newDepositKey(), newDepositKey()]
  const { accounts, xpub } = first
  const chain = await startSteeredChain()
  // Before everything that a reorganisation may take back.
  for (const one of [hotWallet, ...Array.from({ length: 12 }, (_, index) => accounts(index))])
    await chain.fund(one)
  const signer = await startFakeSigner(
    chain,
    new Map([first, next].map(one => [one.xpub, one.accounts])),
  )
  const opened = await openDeciding({
    ...chainSettings,
    ...addressSettings,
    CHAIN_RPC_URLS: chain.rpcUrl,
    CHAIN_ID: `${chainId}`,
    USDT_CONTRACT: chain.usdt,
    // The next key is named before two operators use it: that alone changes nothing.
    DEPOSIT_XPUB: `${xpub},${next.xpub}`,
    SIGNER_SOCKET: signer.socket,
    SIGNER_TOKEN_FILE: signer.tokenFile,
  })
  const { system } = opened
  const followedTo = async (): Promise<number> => {
    const { rows } = await system.db.owner.query('select max(number)::int as tip from chain_block')
    return rows[0].tip ?? -1
  }
  /**
   * The watcher reads the chain to its head. On a busy machine a run may be cut off; the next one
   * continues.
   */
  const watch = async () => {
    await system.job('deposits.watch')
    const isRead = async () => {
      if ((await followedTo()) >= (await chain.head())) return true
      await system.job('deposits.watch')
    }
    await until('the watcher is at the head', isRead, { ms: 150_000 })
    // One more: final transfers are marked by the run that has reached the head.
    await system.job('deposits.watch')
  }
  const mine = async (blocks = 1) => {
    await chain.mine(blocks)
    await watch()
  }
  await mine()
  const { config, db } = system
  const { custody } = openDeposits(
    {
      config,
      database: db.database,
      pool: db.pool,
      logger: pino({ level: 'silent' }),
    } as never,
    {
      ledger: openLedger(),
      parameters: async () => parametersV1,
      holdsDepositKey: async () => true,
      collectionsOf: async () => [],
    },
  )
  return {
    ...opened,
    chain,
    signer,
    accounts,
    xpub,
    next,
    watch,
    mine,
    ask: () => system.job('collection.ask'),
    /** Reads the balance of every address, at the block that matches the books. */
    read: async (): Promise<CustodyReading> => {
      const instant = await custody?.instant(system.db.database)
      if (!custody || !instant) throw new Error('the chain was not followed')
      return custody.read(instant)
    },
    /** A member whose recharge is credited, with the index of the address. */
    recharged: async (whole: number): Promise<{ who: TestMember; index: number }> => {
      const who = await system.join(`Recharger ${Math.random().toString(36).slice(2, 8)}`)
      const { address } = await system.must(depositAddress, { as: who })
      if (!address) throw new Error('no recharge address')
      await chain.pay(address, tokens(whole))
      await mine(17)
      const { rows } = await system.db.owner.query(
        'select derivation_index as index from deposit_address where member_id = $1',
        [who.memberId],
      )
      return { who, index: rows[0].index }
    },
    close: async () => {
      await system.close()
      await signer.stop()
      await chain.stop()
    },
  }
}
