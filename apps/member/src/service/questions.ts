import { href, pages, registerTexts } from '../shell/index.ts'

/** The most frequent questions with their answers. */
export const questionTexts = registerTexts('service.questions', {
  zh: {
    'recharge.q': '充值后多久到账？',
    'recharge.a': '链上每过一个区块，充值页的确认数就加一。确认数满后自动入账，无需联系客服。',
    'recharge.go': '充值记录',
    'withdrawal.q': '转出为什么还没到？',
    'withdrawal.a': '转出要先检查、再批准，然后从链上发出。记录里写着现在到了哪一步、在等什么。',
    'withdrawal.go': '转出订单',
    'trade.q': '我付了款，对方不放币怎么办？',
    'trade.a':
      '币由平台托管，对方取不走。付款一段时间后就可以在交易页申诉，那里写着从何时起；由两位仲裁员裁定。',
    'trade.go': '买入记录',
    'payment.q': '忘记支付密码怎么办？',
    'payment.a': '用助记词或已绑定的邮箱重置。重置后转出和卖出会暂停一段时间。',
    'payment.go': '重置支付密码',
    'words.q': '怎样备份助记词？',
    'words.a':
      '助记词只在您的设备上，平台没有。用登录密码打开后抄在纸上，不要截图，不要发给任何人。',
    'words.go': '导出助记词',
    'account.q': '怎样修改收款账户？',
    'account.a': '在收款账户页修改，需要支付密码。修改后 24 小时内不能发布新卖单。',
    'account.go': '收款账户',
  },
  en: {
    'recharge.q': 'When is a recharge credited?',
    'recharge.a':
      'Each new block adds one confirmation on the recharge page. When all are there it is credited by itself.',
    'recharge.go': 'Recharges',
    'withdrawal.q': 'Why has my withdrawal not arrived?',
    'withdrawal.a':
      'A withdrawal is checked, then approved, then sent on the chain. Its record says which step it is at and what it waits for.',
    'withdrawal.go': 'Withdrawals',
    'trade.q': 'I paid and the seller does not release. What now?',
    'trade.a':
      'The coin is held in escrow; the seller cannot take it. Some time after paying you can appeal on the trade page, which shows from when; two arbitrators decide.',
    'trade.go': 'My purchases',
    'payment.q': 'I forgot my payment password',
    'payment.a':
      'Reset it with your recovery phrase or a bound e-mail address. Withdrawing and selling are paused for a while after that.',
    'payment.go': 'Reset payment password',
    'words.q': 'How do I back up my recovery phrase?',
    'words.a':
      'It is on your device alone. Open it with your login password and write it on paper. Take no screenshot, and send it to nobody.',
    'words.go': 'Export recovery phrase',
    'account.q': 'How do I change my receiving account?',
    'account.a':
      'On the page of the receiving account, with your payment password. New sell orders are paused for 24 hours after a change.',
    'account.go': 'Receiving account',
  },
})

/** Each question by its name, and the page that its answer links to. */
export const questions = [
  ['recharge', () => href(pages.assetsArea.rechargeList)],
  ['withdrawal', () => href(pages.mineArea.orderList)],
  ['trade', () => href(pages.otc.buy.deals)],
  ['payment', () => href(pages.mineArea.resetPayPass)],
  ['words', () => href(pages.mineArea.export)],
  ['account', () => href(pages.mineArea.account)],
] as const
