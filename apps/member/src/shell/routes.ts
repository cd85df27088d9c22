import { choice, id, maybe, type QuerySchema, text } from './navigation/query.ts'

/** What is known of a page before its code is loaded. */
export interface Route<S extends QuerySchema = QuerySchema> {
  readonly path: string
  readonly title: Readonly<Record<'zh' | 'en', string>>
  /** Stands in the tab bar. */
  readonly tab?: true
  /** `bar`: the shell draws the head; `custom`: the page draws its own. */
  readonly head: 'bar' | 'custom'
  /** `public` pages open without a current user. */
  readonly access: 'public' | 'member'
  readonly query: S
  /** What it will be: shown in its place until it is built. */
  readonly about: Readonly<Record<'zh' | 'en', string>>
}

type Draft<S extends QuerySchema> = {
  title: [zh: string, en: string]
  about: [zh: string, en: string]
  tab?: true
  head?: 'custom'
  access?: 'public'
  query?: S
}

function route<const S extends QuerySchema = Record<never, never>>(
  path: string,
  draft: Draft<S>,
): Route<S> {
  return {
    path,
    title: { zh: draft.title[0], en: draft.title[1] },
    about: { zh: draft.about[0], en: draft.about[1] },
    ...(draft.tab ? { tab: true } : {}),
    head: draft.head ?? 'bar',
    access: draft.access ?? 'member',
    query: (draft.query ?? {}) as S,
  }
}

const custom = 'custom' as const
const open = 'public' as const

const trade = { id: id() }

/** The stages of a trade and the lists of one side; both sides have the same pages. */
const side = (name: 'buy' | 'sell', zh: string, en: string) => ({
  orders: route(`/pages/otc/${name}/${name}List`, {
    title: [`我的${zh}单`, `My ${en} orders`],
    about: ['自己的挂单与状态，可以取消', 'Own orders with their status; cancel'],
    query: { tab: choice(['open', 'done']) },
  }),
  deals: route(`/pages/otc/${name}/${name}DealRecord`, {
    title: ['成交记录', 'Deal records'],
    about: ['按状态筛选自己的成交，可以导出', 'Own trades with filters by status; export'],
    query: { status: maybe(text(/^[a-z_]{1,40}$/)) },
  }),
  topay: route(`/pages/otc/${name}/topay`, {
    title: ['待付款', 'To pay'],
    about: ['付款倒计时、收款账户、上传凭证', 'Payment countdown, receiving account, voucher'],
    query: trade,
  }),
  payed: route(`/pages/otc/${name}/payed`, {
    title: ['已付款', 'Paid'],
    about: ['等待卖家放币的倒计时与凭证', 'Release countdown and the evidence of payment'],
    query: trade,
  }),
  appeal: route(`/pages/otc/${name}/appeal`, {
    title: ['申诉中', 'In appeal'],
    about: ['双方陈述、凭证与仲裁进度', 'Statements of both sides, evidence, arbitration'],
    query: trade,
  }),
  closed: route(`/pages/otc/${name}/closed`, {
    title: ['已结束', 'Closed'],
    about: ['结果、金额与完整时间线', 'The outcome, the amounts and the whole time line'],
    query: trade,
  }),
  submitAppeal: route(`/pages/otc/${name}/submitAppeal`, {
    title: ['提交申诉', 'Submit an appeal'],
    about: ['填写申诉内容，上传图片和哈希', 'Appeal content, pictures and the hash'],
    query: trade,
  }),
})

/** Every page of the app. Screens name pages from here; no address is written anywhere else. */
export const pages = {
  home: route('/', {
    title: ['首页', 'Home'],
    about: ['资产总值、指导价走势、认购轮次与收益', 'Total value, guide price, round and earnings'],
    tab: true,
    head: custom,
  }),
  community: route('/pages/tabbar/community', {
    title: ['社区', 'Community'],
    about: ['左右区业绩、邀请与待安置会员', 'Both regions, invitees and users to be placed'],
    tab: true,
  }),
  market: route('/pages/tabbar/OTC', {
    title: ['交易', 'OTC'],
    about: ['买卖双方的挂单、限额与对手信誉', 'Orders of both sides, limits, counterparties'],
    tab: true,
    query: { side: choice(['buy', 'sell']) },
  }),
  assets: route('/pages/tabbar/assets', {
    title: ['资产', 'Assets'],
    about: ['USDT 与 LEAF 的余额、冻结与账单', 'USDT and LEAF: available, frozen, statement'],
    tab: true,
  }),
  mine: route('/pages/tabbar/mine', {
    title: ['我的', 'Mine'],
    about: ['账户、安全、语言、主题与全部入口', 'Account, security, language, theme and menus'],
    tab: true,
  }),

  auth: {
    home: route('/pages/auth/home', {
      title: ['欢迎', 'Welcome'],
      about: ['创建账户或登录', 'Create an account or log in'],
      head: custom,
      access: open,
      query: { why: maybe(text()) },
    }),
    login: route('/pages/auth/login', {
      title: ['登录', 'Log in'],
      about: ['用账户ID和登录密码登录', 'Log in by account ID and login password'],
      access: open,
      query: { accountId: maybe(text(/^[0-9*]{1,20}$/)) },
    }),
    create: route('/pages/auth/create', {
      title: ['创建账户', 'Create account'],
      about: ['昵称、邀请码与两组密码', 'Nickname, invite code and two passwords'],
      access: open,
      query: { code: maybe(text(/^[0-9A-Za-z]{1,16}$/)) },
    }),
    backups: route('/pages/auth/backups', {
      title: ['备份助记词', 'Back up words'],
      about: ['在本机生成的助记词，从不发送', 'The words, made on the device and never sent'],
      access: open,
    }),
    verify: route('/pages/auth/verify', {
      title: ['验证助记词', 'Verify words'],
      about: ['按顺序选择助记词', 'Choose the words in their order'],
      access: open,
    }),
    success: route('/pages/auth/success', {
      title: ['创建成功', 'Account created'],
      about: ['账户ID与接下来要做的事', 'The account ID and what to do first'],
      head: custom,
      access: open,
      query: { accountId: maybe(text(/^[0-9]{1,20}$/)) },
    }),
    memoryLogin: route('/pages/auth/memoryLogin', {
      title: ['助记词登录', 'Log in by words'],
      about: ['用助记词登录', 'Log in by the backup words'],
      access: open,
    }),
  },

  homeArea: {
    accountList: route('/pages/home/accountList', {
      title: ['账户列表', 'Accounts'],
      about: ['本设备的账户：切换、移除、添加', 'Accounts on this device: switch, remove, add'],
    }),
    subscribeList: route('/pages/home/subscribeList', {
      title: ['认购记录', 'Subscriptions'],
      about: ['自己的认购与状态', 'Own subscriptions with their status'],
    }),
    noticeList: route('/pages/home/noticeList', {
      title: ['公告', 'Notices'],
      about: ['平台公告与未读标记', 'Notices with unread marks'],
    }),
    noticeDetail: route('/pages/home/noticeDetail', {
      title: ['公告详情', 'Notice'],
      about: ['公告全文与图片', 'A notice in full, with pictures'],
      query: { id: id() },
    }),
    splitRecord: route('/pages/home/splitRecord', {
      title: ['裂变记录', 'Split record'],
      about: ['每次裂变前后的价格、倍数与数量', 'Each split: prices, multiple and quantities'],
    }),
    service: route('/pages/home/service', {
      title: ['客服', 'Service'],
      about: ['与客服实时对话，提交反馈', 'Live chat with the operators, feedback'],
      head: custom,
    }),
  },

  communityArea: {
    profitList: route('/pages/community/profitList', {
      title: ['静态收益', 'Static earnings'],
      about: ['每次结算的资金池、兑付系数与金额', 'Per settlement: pool, payment factor, amount'],
    }),
    saleRecords: route('/pages/community/saleRecords', {
      title: ['出售记录', 'Sale records'],
      about: ['通过 OTC 与兑换售出的数量', 'Coins sold through OTC and exchange'],
      head: custom,
    }),
    activate: route('/pages/community/activate', {
      title: ['静态激活', 'Static activation'],
      about: ['锁定数量、倍数、上限与解锁时间', 'Quantity to lock, multiple, cap, first unlock'],
    }),
    dynamicProfitList: route('/pages/community/dynamicProfitList', {
      title: ['动态收益', 'Dynamic earnings'],
      about: ['推荐与对碰明细', 'Recommendation and pairing lines'],
      head: custom,
    }),
    subscribeList: route('/pages/community/subscribeList', {
      title: ['配售记录', 'Allotments'],
      about: ['按发放状态查看配售', 'Allotments by issue status'],
    }),
  },

  otc: { buy: side('buy', '买', 'buy'), sell: side('sell', '卖', 'sell') },

  assetsArea: {
    recharge: route('/pages/assets/recharge', {
      title: ['充值', 'Recharge'],
      about: ['自己的 BSC 充值地址与链上进度', 'Own deposit address on BSC and its progress'],
      head: custom,
    }),
    rechargeList: route('/pages/assets/rechargeList', {
      title: ['充值记录', 'Recharges'],
      about: ['金额、哈希、时间与确认数', 'Amount, hash, time and confirmations'],
      head: custom,
    }),
    walletList: route('/pages/assets/walletList', {
      title: ['钱包', 'Wallets'],
      about: ['各资产余额、账单与兑换', 'Balances per asset, statement, exchange'],
      head: custom,
    }),
  },

  mineArea: {
    invite: route('/pages/mine/invite', {
      title: ['邀请好友', 'Invite'],
      about: ['邀请码、链接与海报', 'Invite code, link and poster'],
    }),
    account: route('/pages/mine/account', {
      title: ['收款账户', 'Receiving account'],
      about: ['TRON 与 BSC 收款地址', 'TRON and BSC receiving addresses'],
    }),
    withdrawal: route('/pages/mine/withdrawal', {
      title: ['转出', 'Withdraw'],
      about: ['转出到 BSC 地址', 'Transfer out to a BSC address'],
    }),
    orderList: route('/pages/mine/orderList', {
      title: ['转出订单', 'Withdrawal orders'],
      about: ['审核中、已通过、已拒绝', 'Under review, adopted, refused'],
    }),
    inviteList: route('/pages/mine/inviteList', {
      title: ['邀请记录', 'Invitees'],
      about: ['直接邀请的会员与业绩', 'Direct invitees and their performance'],
    }),
    toSpread: route('/pages/mine/toSpread', {
      title: ['成为推广会员', 'Become a distributed member'],
      about: ['条件与申请', 'The conditions, and the application'],
    }),
    settleNetwork: route('/pages/mine/settleNetwork', {
      title: ['安置网络', 'Placement network'],
      about: ['安置树：左右区、安置待定会员', 'The tree: both regions, place pending users'],
    }),
    export: route('/pages/mine/export/export', {
      title: ['导出助记词', 'Export words'],
      about: ['用登录密码打开本机保管的助记词', 'Open the words kept on this device'],
    }),
    exportVerify: route('/pages/mine/export/verify', {
      title: ['验证助记词', 'Verify words'],
      about: ['按顺序选择，确认已抄写', 'Choose in order to confirm the copy'],
    }),
    changePass: route('/pages/mine/changePass', {
      title: ['修改登录密码', 'Change login password'],
      about: ['凭旧密码修改', 'Change by the old password'],
    }),
    resetPass: route('/pages/mine/resetPass', {
      title: ['重置登录密码', 'Reset login password'],
      about: ['凭助记词或邮箱验证码重置', 'Reset by the words or by e-mail code'],
      access: open,
    }),
    changePayPass: route('/pages/mine/changePayPass', {
      title: ['修改支付密码', 'Change payment password'],
      about: ['凭旧密码修改', 'Change by the old password'],
    }),
    resetPayPass: route('/pages/mine/resetPayPass', {
      title: ['重置支付密码', 'Reset payment password'],
      about: ['凭助记词或邮箱验证码重置', 'Reset by the words or by e-mail code'],
    }),
    verifyEmail: route('/pages/mine/verifyEmail', {
      title: ['绑定邮箱', 'Bind e-mail'],
      about: ['邮箱与验证码', 'E-mail address and code'],
    }),
  },

  more: {
    rules: route('/pages/more/rules', {
      title: ['经济规则', 'Rule book'],
      about: ['每条规则、参数与版本', 'Every rule, its numbers and versions'],
      access: open,
      query: { tab: choice(['book', 'history']), version: maybe(text(/^[1-9]\d{0,5}$/)) },
    }),
    solvency: route('/pages/more/solvency', {
      title: ['偿付能力', 'Solvency'],
      about: ['储备与负债的公开证明', 'Reserves against liabilities, in public'],
      access: open,
    }),
    statistics: route('/pages/more/statistics', {
      title: ['统计', 'Statistics'],
      about: ['公开的运行数据', 'Public figures of the house'],
      access: open,
    }),
    passport: route('/pages/more/passport', {
      title: ['收益凭证', 'Earning passport'],
      about: ['一笔收益是如何算出来的', 'How an earning was computed'],
      query: { id: maybe(id()) },
    }),
    sessions: route('/pages/more/sessions', {
      title: ['登录设备', 'Sessions'],
      about: ['已登录的设备，可以逐个退出', 'Where you are logged in; end any of them'],
    }),
    settings: route('/pages/more/settings', {
      title: ['设置', 'Settings'],
      about: ['语言、主题与涨跌颜色', 'Language, theme and movement colours'],
      access: open,
    }),
    blocks: route('/pages/more/blocks', {
      title: ['屏蔽名单', 'Blocked members'],
      about: ['不再与之交易的会员', 'Members you no longer trade with'],
    }),
    notifications: route('/pages/more/notifications', {
      title: ['通知', 'Notifications'],
      about: ['与你有关的每件事', 'Everything that concerned you'],
    }),
    data: route('/pages/more/data', {
      title: ['我的数据', 'My data'],
      about: ['导出数据、注销账户', 'Export your data, close the account'],
    }),
  },
} as const

/** The five tabs, in order. */
export const tabs = [pages.home, pages.community, pages.market, pages.assets, pages.mine] as const

/** Every route, flat. */
export const routes: readonly Route[] = collect(pages)

function collect(tree: object): Route[] {
  return Object.values(tree).flatMap(value =>
    'path' in value ? [value as Route] : collect(value as object),
  )
}

const byPath = new Map(routes.map(known => [known.path, known]))

/** The route of a path; matching is case-sensitive. */
export const routeOf = (path: string): Route | null => byPath.get(path) ?? null
