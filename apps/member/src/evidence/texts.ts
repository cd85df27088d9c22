import { registerTexts } from '../shell/index.ts'

export const texts = registerTexts('evidence', {
  zh: {
    title: '链上核对',
    waiting: '尚未核对',
    finding: {
      verified: '链上已核实',
      pending: '确认中 {{n}}/{{needed}}',
      not_found: '链上未找到',
      wrong_recipient: '收款地址不符',
      wrong_token: '币种不符',
      wrong_amount: '金额不足',
      outside_window: '不在付款时限内',
      used_before: '该哈希已用于其他交易',
      unavailable: '暂时无法查询',
      not_checked: '此网络不做链上核对',
    },
    about: {
      verified: '金额、地址和时间均与本交易相符。',
      pending: '付款已上链，正在等待确认。',
      not_found: '刚发出的付款可能要过一会儿才能查到，系统会继续查询。',
      wrong_recipient: '这笔转账没有付到本交易的收款地址。',
      wrong_token: '这笔转账不是约定的 USDT 合约。',
      wrong_amount: '到账金额少于应付金额。',
      outside_window: '这笔转账的上链时间不在付款时限内。',
      used_before: '一笔转账只能用于一笔交易。',
      unavailable: '链上节点暂时没有回答；这不代表没有付款，系统会继续查询。',
      not_checked: '只核对了哈希的格式，请自行在钱包中确认到账。',
    },
    received: '到账 {{amount}} USDT',
    block: '上链时间',
    reused: {
      hash: '此哈希也出现在另一笔交易中，请仔细核对到账。',
      picture: '此凭证图片也出现在另一笔交易中，请仔细核对到账。',
      similar_picture: '有一张凭证与另一笔交易的图片非常相似，请仔细核对到账。',
    },
  },
  en: {
    title: 'On the chain',
    waiting: 'Not checked yet',
    finding: {
      verified: 'Verified on the chain',
      pending: 'Confirming {{n}}/{{needed}}',
      not_found: 'Not found on the chain',
      wrong_recipient: 'Another recipient',
      wrong_token: 'Another token',
      wrong_amount: 'Too little arrived',
      outside_window: 'Outside the time to pay',
      used_before: 'Used for another trade',
      unavailable: 'Cannot be looked up now',
      not_checked: 'Not checked on this network',
    },
    about: {
      verified: 'Amount, address and time fit this trade.',
      pending: 'The payment is on the chain and waits for confirmations.',
      not_found: 'A payment just sent takes a while to be found; the house keeps looking.',
      wrong_recipient: 'This transfer did not go to the address of this trade.',
      wrong_token: 'This transfer is not of the agreed USDT contract.',
      wrong_amount: 'Less arrived than was to be paid.',
      outside_window: 'This transfer was written into the chain outside the time to pay.',
      used_before: 'A transfer pays for one trade only.',
      unavailable:
        'The nodes give no answer now. That does not mean it was not paid; the house keeps looking.',
      not_checked: 'Only the form of the hash was checked; look in your wallet whether it arrived.',
    },
    received: '{{amount}} USDT arrived',
    block: 'Written into the chain',
    reused: {
      hash: 'This hash stands in another trade too: check carefully that the money arrived.',
      picture:
        'This voucher picture stands in another trade too: check carefully that the money arrived.',
      similar_picture:
        'A voucher looks very much like a picture of another trade: check carefully that the money arrived.',
    },
  },
})
