import { registerTexts } from '../shell/index.ts'

/** Giving a trade up. */
export const giveUpTexts = registerTexts('otc.giveUp', {
  zh: {
    title: '放弃这笔交易？',
    text: '放弃即确认您没有付款。币会立即退回卖家，之后的付款无法追回。',
    confirm: '没有付款，放弃',
    keep: '继续交易',
    done: '已放弃，币已退回卖家',
  },
  en: {
    title: 'Give up this trade?',
    text: 'By giving up you confirm that you have sent nothing. The coin goes back to the seller at once; a later payment cannot be brought back.',
    confirm: 'Give up',
    keep: 'Go on',
    done: 'Given up; the coin went back',
  },
})
