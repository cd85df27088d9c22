import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, wireId } from '../contract/wire.ts'
import { receiptStates } from '../treasury/receipt.ts'

/**
 * How two operators classify a stray transfer. `theft` and `mistake`: the money is gone, and what
 * the chain lacks of it becomes a loss. `ownMove`: it is at an address of the platform, or came
 * back.
 */
export const transferCauses = ['theft', 'mistake', 'ownMove'] as const
export type TransferCause = (typeof transferCauses)[number]

/**
 * USDT that left the hot wallet for no payout, or a recharge address other than by a collection, as
 * the chain shows it.
 */
export const strayTransfer = z.object({
  id: wireId('ctf'),
  of: z.enum(['hot', 'recharge']),
  from: z.string(),
  to: z.string(),
  amount: decimal,
  hash: z.string(),
  /** Index of the transfer among the events of its transaction, from 0. */
  position: z.number().int(),
  block: z.number().int(),
  /** The time of its block. */
  blockAt: instant,
  confirmations: z.number().int(),
  needed: z.number().int(),
  state: z.enum(receiptStates),
})

/** What pauses all payouts until two operators have explained it. */
export const strayTransferList = endpoint({
  id: 'explanations.strayTransfers',
  path: '/api/operator/stray-transfers',
  access: 'operator',
  roles: ['reviewer', 'treasurer', 'administrator'],
  summary:
    'Transfers out of the hot wallet or a recharge address that nothing explains: they pause payouts. The oldest 100 of each.',
  answer: z.object({
    items: z.array(
      strayTransfer.extend({
        /**
         * After a restore of the database: the withdrawal that the transaction names. Null when it
         * names none, or while the chain cannot be read.
         */
        withdrawalId: wireId('wdr').nullable(),
      }),
    ),
  }),
})
