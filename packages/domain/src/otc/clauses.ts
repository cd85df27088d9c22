import type { Locale } from '../contract/envelope.ts'

/**
 * The clauses that a ruling cites. Published with the calls. A number never changes its meaning; a
 * clause that is no longer used stays for the rulings that cite it.
 */
export const clauses = {
  A1: {
    'zh-CN': '已按约定网络、地址和金额，在时限内付款，且链上可查：币归买家。',
    en: 'Paid in time, on the agreed network, to the agreed address, in full, and found on the chain: the coin is the buyer’s.',
  },
  A2: {
    'zh-CN': '卖家确认收到全部款项却不放币：币归买家。',
    en: 'The seller has received the whole payment and does not release: the coin is the buyer’s.',
  },
  A3: {
    'zh-CN': '卖家要求约定之外的款项或条件：按原约定处理，币归买家。',
    en: 'The seller asks for more than was agreed: the trade stands as agreed, the coin is the buyer’s.',
  },
  B1: {
    'zh-CN': '没有付款，或款项未到达约定地址：币归卖家。',
    en: 'Nothing was paid, or it did not reach the agreed address: the coin is the seller’s.',
  },
  B2: {
    'zh-CN': '用错网络或币种，卖家无法动用款项：币归卖家，由卖家协助退回可退回的部分。',
    en: 'Paid on another network or in another token, so that the seller cannot use it: the coin is the seller’s, who helps to return what can be returned.',
  },
  B3: {
    'zh-CN': '付款人不是买家本人，卖家已退款：币归卖家。',
    en: 'Somebody else paid, and the seller has sent the money back: the coin is the seller’s.',
  },
  B4: {
    'zh-CN': '凭证为伪造或重复使用：币归卖家，并记录过错。',
    en: 'The voucher is false or was used before: the coin is the seller’s, and the fault is recorded.',
  },
  C1: {
    'zh-CN': '只付了一部分：按实付比例放币，其余归卖家。',
    en: 'Only a part was paid: the same part of the coin is released, the rest is the seller’s.',
  },
  C2: {
    'zh-CN': '在关闭之后付款，双方均有过失：按双方责任分配。',
    en: 'Paid after the trade had closed, with faults on both sides: shared by their faults.',
  },
  D1: {
    'zh-CN': '一方在答复时限内没有说明，也没有证据：按另一方的证据裁定。',
    en: 'One side neither answered in time nor showed evidence: decided by the evidence of the other.',
  },
} as const satisfies Record<string, Record<Locale, string>>

export type ClauseNumber = keyof typeof clauses
export const clauseNumbers = Object.keys(clauses) as [ClauseNumber, ...ClauseNumber[]]
