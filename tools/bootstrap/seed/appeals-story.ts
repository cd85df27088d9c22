import type { RulingOutcome } from '@banyan/domain'

/*
 * The appeals that arbitrators find, besides the one that has just been opened: one at each stage
 * that waits for somebody. Days count from the founding; between people who are not printed.
 */

/** What an arbitrator says; of a split, how many LEAF go to the buyer. */
export interface Opinion {
  readonly outcome: RulingOutcome
  readonly clause: string
  readonly reasons: string
  readonly releaseQuantity?: string
}

/** Whole LEAF of each of these trades. */
export const appealedQuantity = 20

/** Paid in two parts: two arbitrators disagree about the second one, and a third is awaited. */
export const inParts = {
  buyer: 14,
  seller: 41,
  openedOn: 42,
  /** Of the payment, percent. */
  firstPart: 60,
  chat: '交易所限额，先转了六成，余款一到账就补。',
  appeal: '示例：只收到约定金额的六成，不能按全额放币。',
  answer: (hash: string) => `示例：余款已补付到同一地址，哈希 ${hash}，请一并核对。`,
  first: {
    outcome: 'split',
    releaseQuantity: '12',
    clause: 'C1',
    reasons:
      '示例：付款时限内链上只有第一笔，为约定金额的六成；余款在申诉之后才到。按实付比例放币。',
  },
  second: {
    outcome: 'release',
    clause: 'A1',
    reasons: '示例：两笔都到了约定地址，合计正好是约定金额，卖家已收到全款。币应归买家。',
  },
} as const satisfies { first: Opinion; second: Opinion } & Record<string, unknown>

/** Never paid: ruled by two arbitrators, and the buyer has asked for the review. */
export const unpaid = {
  buyer: 30,
  seller: 49,
  openedOn: 42,
  /** A voucher of other trades, too. */
  voucher: 2,
  appeal: '示例：链上查不到这个哈希，钱包也没有到账。',
  answer: '示例：交易所显示已发出，可能是网络拥堵。',
  opinion: {
    outcome: 'refund',
    clause: 'B4',
    reasons: '示例：链上没有这笔交易；凭证图片在别的交易中用过。币归卖家。',
  },
  agreement: '示例：独立查过区块和凭证，结论相同。',
  review: '示例：凭证选错了图片，请再核对一次；我会补上交易所的发出记录。',
} as const satisfies { opinion: Opinion } & Record<string, unknown>

/** Paid in full, as the chain shows: the first arbitrator has said so, and a second is awaited. */
export const unseen = {
  buyer: 23,
  seller: 47,
  openedOn: 44,
  appeal: '示例：交易所账户里没有看到这笔款。',
  answer: '示例：已转到约定地址，链上已确认，金额一致；请卖家核对收款地址。',
  opinion: {
    outcome: 'release',
    clause: 'A1',
    reasons: '示例：链上确认款项在时限内到达约定地址，金额一致。卖家看的是另一个账户。币归买家。',
  },
} as const satisfies { opinion: Opinion } & Record<string, unknown>

/** Paid before the visitor comes and not released: both sides have made their statements today. */
export const unreleased = {
  buyer: 15,
  seller: 44,
  chat: '已付款，麻烦放币。',
  appeal: '示例：付款已确认，卖家超时没有放币。',
  answer: '示例：款项已到，但付款方不像买家本人的钱包，想先核实身份。',
} as const
