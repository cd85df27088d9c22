import { registerTexts } from '../shell/index.ts'

/** New terms for an own order. */
export const changeTexts = registerTexts('otc.change', {
  zh: {
    change: {
      open: '修改',
      title: '修改挂单',
      left: '剩余 {{n}} LEAF 按新条款成交',
      receives: '剩余部分可收款',
      pays: '剩余部分需付款',
      note: '进行中的交易仍按原条款；有效期不变。',
      confirms: '进行中的交易仍按原条款。提交即确认新价格，挂单会重新上架。',
      confirm: '确认修改',
      done: '修改成功',
      stale: '挂单刚有变化，已显示最新内容，请核对后再修改',
    },
  },
  en: {
    change: {
      open: 'Change',
      title: 'Change the order',
      left: 'New terms for the {{n}} LEAF that are left',
      receives: 'You receive for the rest',
      pays: 'You pay for the rest',
      note: 'Trades under way keep their terms, and the order its last day.',
      confirms:
        'Trades under way keep their terms. This confirms the price and puts the order back.',
      confirm: 'Save',
      done: 'Modified',
      stale:
        'The order has changed meanwhile. Here it is as it stands now; look at it, then change it again',
    },
  },
})
