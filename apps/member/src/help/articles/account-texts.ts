import type { ArticleTexts } from '../article.ts'

export const start: ArticleTexts = {
  zh: {
    title: '开始使用',
    lead: '创建账户、存好助记词、绑定邮箱',
    steps: [
      '在欢迎页点“创建账户”，填写昵称和邀请码，设置登录密码与支付密码。',
      '把助记词按顺序抄在纸上，再按顺序点选验证。不要截图。',
      '在“绑定邮箱”填写邮箱，用收到的验证码确认。',
      '不用急着充值：先看规则说明，弄清楚可能亏损多少、怎样取回。',
    ],
    why: [
      '登录密码用来登录；支付密码在动用资产时使用。',
      '助记词在您的设备上生成，从不发送。平台没有，也无法替您找回。',
      '邮箱用来接收验证码：重置密码和转出时需要。',
      '投资有风险，可能损失全部本金。只用亏得起的钱。',
    ],
  },
  en: {
    title: 'First steps',
    lead: 'Account, recovery phrase, e-mail',
    steps: [
      'On the welcome page choose “Create account”: a nickname, an invitation code, a login password and a payment password.',
      'Write the recovery phrase on paper in its order, then choose the words in that order. Take no screenshot.',
      'Under “Bind e-mail” enter your address and confirm it with the code you receive.',
      'There is no hurry to recharge: read the rules first, how much can be lost and how money is taken out.',
    ],
    why: [
      'The login password logs you in; the payment password is asked for before your assets move.',
      'The recovery phrase is made on your device and never sent. The platform does not have it and cannot restore it.',
      'Codes are sent to your e-mail address: for resets of passwords and for withdrawals.',
      'You could lose all of your money. Use only what you can afford to lose.',
    ],
  },
}

export const words: ArticleTexts = {
  zh: {
    title: '助记词与密码',
    lead: '怎样保存，换手机或忘记密码怎么办',
    steps: [
      '助记词抄在纸上，放在只有您能拿到的地方。不要存进相册、网盘或聊天记录。',
      '需要再看一次：打开“导出助记词”，输入登录密码。只有存在本机的才看得到。',
      '换了手机：用账户 ID 和登录密码登录，或用助记词登录；再到“登录设备”退出旧手机。',
      '忘记密码：用助记词重置，或用已绑定邮箱的验证码重置。',
    ],
    why: [
      '谁拿到助记词，谁就能登录、重置密码并取走资产。',
      '用助记词重置后 {{wordsFreezeHours}}内，用邮箱重置后 {{emailFreezeHours}}内，不能转出，也不能卖出。如果不是您本人重置的，您还来得及撤销。',
      '忘了密码，又没有助记词和绑定的邮箱，就没有人能恢复账户。',
    ],
  },
  en: {
    title: 'Recovery and passwords',
    lead: 'Keeping them, a new phone, resets',
    steps: [
      'Keep the recovery phrase on paper, where nobody else can reach it. Not among photos, in a cloud or in a chat.',
      'To see it again, open “Export recovery phrase” and enter your login password. It is shown only where this device has kept it.',
      'On a new phone, log in with account ID and login password, or with the recovery phrase; then log the old phone out under “Sessions”.',
      'A forgotten password is reset with the recovery phrase, or with a code sent to your bound e-mail address.',
    ],
    why: [
      'Whoever has the recovery phrase can log in, reset the passwords and take your assets.',
      'After a reset you cannot withdraw or sell: for {{wordsFreezeHours}} when it was done with the recovery phrase, for {{emailFreezeHours}} with a code by e-mail. If it was not you, there is time to undo it.',
      'If you forget a password and have neither the recovery phrase nor a bound e-mail address, nobody can restore the account.',
    ],
  },
}

export const close: ArticleTexts = {
  zh: {
    title: '注销账户',
    lead: '先取走资产，再注销',
    steps: [
      '结束进行中的交易、挂单、认购和激活，卖出或兑换 LEAF，再把 USDT 转出。',
      '想留一份记录，先在“我的数据”里导出。',
      '在同一页的最下面点“注销账户”，按提示确认。',
      '改变主意：{{closingDays}}内登录，点“撤销注销”。之后无法恢复。',
    ],
    why: [
      '昵称、邮箱、收款账户和图片会销毁；交易、充值与转出记录依法保留，只记账户编号。',
      '注销后不要再向您的充值地址转账：到账的款项您无法自行取回。',
      '只是不想再投入，不用注销：在“额度”页可以暂停投资，或调低自己的上限。',
    ],
  },
  en: {
    title: 'Close your account',
    lead: 'Take your assets out first',
    steps: [
      'End open trades, orders, subscriptions and positions; sell or exchange your LEAF; then withdraw your USDT.',
      'If you want a record, export it first under “My data”.',
      'At the end of the same page choose “Close my account” and confirm.',
      'To change your mind, log in within {{closingDays}} and choose “Keep my account”. Nothing brings it back after that.',
    ],
    why: [
      'Nickname, e-mail address, receiving account and pictures are destroyed; trades, recharges and withdrawals are kept by law, under the account number alone.',
      'Send nothing to your recharge address afterwards: you cannot take it out yourself.',
      'Just to stop investing you need not close it: under “Limits” you can pause, or lower your own maximum.',
    ],
  },
}
