import { registerTexts } from '../shell/index.ts'

/** What the platform has spent. */
export const costTexts = registerTexts('solvency.costs', {
  zh: {
    note: '平台付给外面的每一笔开支，从手续费里的运营部分支付，不动用会员的余额。',
    two: '两位财务员各自打开凭据核对、都批准之后才入账；金额与时间由链决定，没有人能改写。',
    none: '平台还没有支出',
    transaction: '交易',
    document: '凭据',
    more: '用途与核对',
    what: '用途',
    approved: '批准入账',
    approvedNote: '两位财务员，其中一位提出，另一位批准',
    from: '付款地址',
    to: '收款地址',
    wholeTransaction: '交易哈希',
    wholeDocument: '凭据文件的 SHA-256',
    documentNote: '向平台索取凭据文件，在本机计算它的 SHA-256；与此一致即未被改动。',
    block: '区块 {{block}}',
  },
  en: {
    note: 'Every cost that the platform has paid to somebody outside. Operations bear it from their part of fees; no balance of a member is used.',
    two: 'It is booked once two treasurers have each opened the evidence and approved. Amount and time are the chain’s; nobody can change them.',
    none: 'The platform has paid no costs yet',
    transaction: 'Transaction',
    document: 'Document',
    more: 'What for, and how to check it',
    what: 'What for',
    approved: 'Booked',
    approvedNote: 'By two treasurers: one proposed it, the other approved',
    from: 'Paid from',
    to: 'Paid to',
    wholeTransaction: 'Transaction hash',
    wholeDocument: 'SHA-256 of the document',
    documentNote:
      'Ask the platform for the document and compute its SHA-256 yourself. The same value means that it was not changed.',
    block: 'block {{block}}',
  },
})
