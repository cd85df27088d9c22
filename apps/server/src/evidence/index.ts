import {
  caseEvidence,
  formatAmount,
  getEvidence,
  type Network,
  type TradeEvidence,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { operatorRoute, type Route, route } from '../platform/http/route.ts'
import { followOutbox } from '../platform/outbox/follow.ts'
import { refuse } from '../platform/refused.ts'
import type { Platform, Room } from '../platform/room.ts'
import { type CheckWorld, checkDue, type PaymentChain } from './checks.ts'
import type { SeenTransaction } from './decide.ts'
import {
  beginChecks,
  type FindingRow,
  findingsOf,
  insertReuses,
  type Reuse,
  reusesOf,
  sameHashes,
} from './store.ts'
import { openTron, TRON_NEEDED, tronHex, tronUsdt } from './tron.ts'

export type { PaymentClaim } from './checks.ts'
export { sharedPictures } from './shared-pictures.ts'

/** What the room is handed. */
export interface EvidenceNeighbours extends Pick<CheckWorld, 'paymentClaims' | 'hashVerified'> {
  /** The house's own chain; null where none is connected. */
  bsc: {
    token: string
    decimals: number
    needed: number
    transaction(hash: string): Promise<SeenTransaction | null>
  } | null
  /** The other party of a trade; null when the member is no party of it. */
  otherParty(reader: Database | Tx, tradeId: string, memberId: string): Promise<string | null>
  /** The trade of a case that an operator hears; refuses `caseNotYours` to every other. */
  tradeHeard(reader: Database | Tx, operatorId: string, caseId: string): Promise<string>
  /** The numbers for people of trades, by id. */
  matchingIds(reader: Database | Tx, tradeIds: readonly string[]): Promise<Map<string, string>>
  /** The pictures that were shown in these trades, and the programs that their hidden data named. */
  namedSoftware(
    reader: Database | Tx,
    tradeId: string,
  ): Promise<{ uploadId: string; software: string }[]>
  /** Pictures of these trades that were shown in other trades too. */
  sharedPictures(reader: Tx, tradeIds: readonly string[]): Promise<Reuse[]>
}

const FOLLOWER = 'evidence'
const EVERY_MS = 500
const MICRO_DECIMALS = 6

/** What the house finds out by itself about payments: the chain's word, and what was shown twice. */
export function openEvidence(platform: Platform, neighbours: EvidenceNeighbours): { room: Room } {
  const { database, config, logger } = platform
  const chains: Record<Network, PaymentChain | null> = {
    BSC: neighbours.bsc && bscOf(neighbours.bsc),
    TRON: config.tronRpcUrl === null ? null : tronOf(config.tronRpcUrl),
  }
  const world: CheckWorld = { database, logger, chains, ...neighbours }
  return {
    room: {
      routes: evidenceRoutes(database, neighbours),
      sweeps: [
        {
          name: 'hash checks',
          door: 'worker',
          everyMs: EVERY_MS,
          turn: async () => {
            while ((await follow(database, neighbours)) > 0);
            await checkDue(world)
          },
        },
      ],
    },
  }
}

/** What the outbox says of trades: new hashes are checked, and all evidence is compared. */
const follow = (database: Database, neighbours: EvidenceNeighbours): Promise<number> =>
  followOutbox(database, FOLLOWER, async (tx, rows) => {
    const tradeIds = [
      ...new Set(
        rows.flatMap(row =>
          row.topic === 'otc.trade' && row.subject ? [uuidOf(row.subject)] : [],
        ),
      ),
    ]
    const claims = await neighbours.paymentClaims(tx, tradeIds)
    await beginChecks(tx, claims)
    await insertReuses(tx, [
      ...(await sameHashes(tx, claims)),
      ...(await neighbours.sharedPictures(tx, tradeIds)),
    ])
  })

const unitsPerMicro = (decimals: number): bigint => 10n ** BigInt(decimals - MICRO_DECIMALS)

const bscOf = (bsc: NonNullable<EvidenceNeighbours['bsc']>): PaymentChain => ({
  ...{ name: 'BSC', token: bsc.token, needed: bsc.needed },
  unitsPerMicro: unitsPerMicro(bsc.decimals),
  recipientOf: address => address.toLowerCase(),
  transaction: hash => bsc.transaction(`0x${hash}`),
})

const tronOf = (url: string): PaymentChain => ({
  ...{ name: 'TRON', token: tronHex(tronUsdt.contract), needed: TRON_NEEDED },
  unitsPerMicro: unitsPerMicro(tronUsdt.decimals),
  recipientOf: tronHex,
  transaction: openTron(url).transaction,
})

const evidenceRoutes = (database: Database, neighbours: EvidenceNeighbours): Route[] => [
  route(getEvidence, async ({ params, caller }) => {
    const tradeId = uuidOf(params.id)
    const other = await neighbours.otherParty(database, tradeId, caller.memberId)
    return other === null ? refuse('notFound') : evidenceOf(database, tradeId)
  }),

  operatorRoute(caseEvidence, async ({ params, caller }) => {
    const tradeId = await neighbours.tradeHeard(database, caller.operatorId, uuidOf(params.id))
    const reuses = await reusesOf(database, tradeId)
    const names = await neighbours.matchingIds(
      database,
      reuses.map(one => one.otherTradeId),
    )
    return {
      ...(await evidenceOf(database, tradeId)),
      sharedWith: reuses.map(({ otherTradeId, kind }) => ({
        ...{ kind, matchingId: names.get(otherTradeId) ?? '' },
      })),
      madeWith: (await neighbours.namedSoftware(database, tradeId)).map(
        ({ uploadId, software }) => ({ picture: wireIdOf('img', uploadId), software }),
      ),
    }
  }),
]

async function evidenceOf(reader: Database | Tx, tradeId: string): Promise<TradeEvidence> {
  const { checks, findings } = await findingsOf(reader, tradeId)
  const reuses = await reusesOf(reader, tradeId)
  return {
    hashes: checks.map(check => {
      const history = findings.filter(one => one.hash === check.hash).map(present)
      const last = history.at(-1) ?? null
      // The count goes on between findings: it is told as it is now.
      const now = last && { ...last, confirmations: check.confirmations }
      return { hash: check.hash, now, history }
    }),
    reused: [...new Set(reuses.map(one => one.kind))],
  }
}

const present = (row: FindingRow) => ({
  finding: row.finding,
  confirmations: row.confirmations,
  needed: row.needed,
  blockAt: row.blockAt?.toISOString() ?? null,
  received: row.received === null ? null : formatAmount(row.received, 2),
  at: row.at.toISOString(),
})
