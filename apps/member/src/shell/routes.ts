import { choice, id, maybe, type QuerySchema, text } from './navigation/query.ts'

/** What is known of a page before its code is loaded. */
export interface Route<S extends QuerySchema = QuerySchema> {
  readonly path: string
  readonly title: Readonly<Record<'zh' | 'en', string>>
  /** Is in the tab bar. */
  readonly tab?: true
  /** `bar`: the shell draws the head; `custom`: the page draws its own. */
  readonly head: 'bar' | 'custom'
  /** `public` pages open without a current user. */
  readonly access: 'public' | 'member'
  readonly query: S
}

type Draft<S extends QuerySchema> = {
  title: [zh: string, en: string]
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
    ...(draft.tab ? { tab: true } : {}),
    head: draft.head ?? 'bar',
    access: draft.access ?? 'member',
    query: (draft.query ?? {}) as S,
  }
}

const custom = 'custom' as const
const open = 'public' as const

/** An address without an id means the newest own trade of its side. */
const trade = { id: maybe(id()) }

/** The stages of a trade and the lists of one side; both sides have the same pages. */
const side = (name: 'buy' | 'sell', zh: string, en: string) => ({
  orders: route(`/pages/otc/${name}/${name}List`, {
    title: [`我的${zh}单`, `My ${en} orders`],
    query: { tab: choice(['open', 'done']) },
  }),
  deals: route(`/pages/otc/${name}/${name}DealRecord`, {
    title: ['成交记录', 'Deal records'],
    query: { status: maybe(text(/^[a-z_]{1,40}$/)) },
  }),
  topay: route(`/pages/otc/${name}/topay`, {
    title: ['待付款', 'To pay'],
    query: trade,
  }),
  payed: route(`/pages/otc/${name}/payed`, {
    title: ['已付款', 'Paid'],
    query: trade,
  }),
  appeal: route(`/pages/otc/${name}/appeal`, {
    title: ['申诉中', 'In appeal'],
    query: trade,
  }),
  closed: route(`/pages/otc/${name}/closed`, {
    title: ['已结束', 'Closed'],
    query: trade,
  }),
  submitAppeal: route(`/pages/otc/${name}/submitAppeal`, {
    title: ['提交申诉', 'Submit an appeal'],
    query: { ...trade, as: maybe(choice(['appeal', 'answer', 'review'])) },
  }),
})

/** The topics of the help, in their order. */
export const topicsOfHelp = [
  'start',
  'words',
  'recharge',
  'subscribe',
  'earnings',
  'network',
  'buy',
  'sell',
  'appeal',
  'withdraw',
  'fees',
  'safety',
  'close',
] as const
export type HelpTopic = (typeof topicsOfHelp)[number]

/** Every page of the app. Screens name pages from here; no address is written elsewhere. */
export const pages = {
  home: route('/', {
    title: ['首页', 'Home'],
    tab: true,
    head: custom,
    query: { prompt: maybe(id()), sheet: maybe(choice(['subscribe'])) },
  }),
  community: route('/pages/tabbar/community', {
    title: ['社区', 'Community'],
    tab: true,
  }),
  market: route('/pages/tabbar/OTC', {
    title: ['交易', 'OTC'],
    tab: true,
    head: custom,
    query: {
      side: choice(['buy', 'sell']),
      network: maybe(choice(['BSC', 'TRON'])),
      amount: maybe(text(/^\d{1,9}(\.\d{1,2})?$/)),
    },
  }),
  assets: route('/pages/tabbar/assets', {
    title: ['资产', 'Assets'],
    tab: true,
  }),
  mine: route('/pages/tabbar/mine', {
    title: ['我的', 'Mine'],
    tab: true,
  }),

  auth: {
    home: route('/pages/auth/home', {
      title: ['欢迎', 'Welcome'],
      head: custom,
      access: open,
      query: { why: maybe(choice(['accountProblem'])) },
    }),
    login: route('/pages/auth/login', {
      title: ['登录', 'Log in'],
      access: open,
      query: { accountId: maybe(text(/^[0-9*]{1,20}$/)) },
    }),
    create: route('/pages/auth/create', {
      title: ['创建账户', 'Create account'],
      access: open,
      query: { code: maybe(text(/^[0-9A-Za-z]{1,16}$/)) },
    }),
    backups: route('/pages/auth/backups', {
      title: ['备份助记词', 'Back up recovery phrase'],
      access: open,
    }),
    verify: route('/pages/auth/verify', {
      title: ['验证助记词', 'Verify recovery phrase'],
      access: open,
    }),
    success: route('/pages/auth/success', {
      title: ['创建成功', 'Account created'],
      head: custom,
      access: open,
      query: { accountId: maybe(text(/^[0-9]{1,20}$/)) },
    }),
    memoryLogin: route('/pages/auth/memoryLogin', {
      title: ['助记词登录', 'Log in with recovery phrase'],
      access: open,
    }),
  },

  homeArea: {
    accountList: route('/pages/home/accountList', {
      title: ['账户列表', 'Accounts'],
    }),
    subscribeList: route('/pages/home/subscribeList', {
      title: ['认购记录', 'Subscriptions'],
    }),
    noticeList: route('/pages/home/noticeList', {
      title: ['公告', 'Notices'],
    }),
    noticeDetail: route('/pages/home/noticeDetail', {
      title: ['公告详情', 'Notice'],
      query: { id: id() },
    }),
    splitRecord: route('/pages/home/splitRecord', {
      title: ['裂变记录', 'Split record'],
    }),
    service: route('/pages/home/service', {
      title: ['客服', 'Service'],
      head: custom,
      query: { tab: choice(['chat', 'feedback']) },
    }),
  },

  communityArea: {
    profitList: route('/pages/community/profitList', {
      title: ['静态收益', 'Static earnings'],
      query: { show: choice(['all', 'paid']) },
    }),
    saleRecords: route('/pages/community/saleRecords', {
      title: ['出售记录', 'Sale records'],
      head: custom,
      query: { tab: choice(['sold', 'queue']), type: choice(['all', 'otc', 'exchange']) },
    }),
    activate: route('/pages/community/activate', {
      title: ['静态激活', 'Static activation'],
      query: { prompt: maybe(id()) },
    }),
    dynamicProfitList: route('/pages/community/dynamicProfitList', {
      title: ['动态收益', 'Dynamic earnings'],
      head: custom,
      query: { kind: choice(['all', 'direct', 'pair']) },
    }),
    subscribeList: route('/pages/community/subscribeList', {
      title: ['配售记录', 'Allotments'],
      query: {
        status: choice(['all', 'pending', 'issued', 'part_issued', 'refunded', 'cancelled']),
      },
    }),
  },

  otc: { buy: side('buy', '买', 'buy'), sell: side('sell', '卖', 'sell') },

  assetsArea: {
    recharge: route('/pages/assets/recharge', {
      title: ['充值', 'Recharge'],
      head: custom,
    }),
    rechargeList: route('/pages/assets/rechargeList', {
      title: ['充值记录', 'Recharges'],
      head: custom,
    }),
    walletList: route('/pages/assets/walletList', {
      title: ['钱包', 'Wallets'],
      head: custom,
    }),
    limits: route('/pages/assets/limits', {
      title: ['额度', 'Limits'],
    }),
  },

  mineArea: {
    invite: route('/pages/mine/invite', {
      title: ['邀请好友', 'Invite'],
    }),
    account: route('/pages/mine/account', {
      title: ['收款账户', 'Receiving account'],
    }),
    withdrawal: route('/pages/mine/withdrawal', {
      title: ['转出', 'Withdraw'],
    }),
    orderList: route('/pages/mine/orderList', {
      title: ['转出订单', 'Withdrawal orders'],
      query: { id: maybe(id()) },
    }),
    inviteList: route('/pages/mine/inviteList', {
      title: ['邀请记录', 'Invitees'],
      query: { filter: choice(['all', 'waiting', 'placed']) },
    }),
    toSpread: route('/pages/mine/toSpread', {
      title: ['成为推广会员', 'Become a distributed member'],
    }),
    settleNetwork: route('/pages/mine/settleNetwork', {
      title: ['安置网络', 'Placement network'],
      query: { view: choice(['tree', 'list']) },
    }),
    export: route('/pages/mine/export/export', {
      title: ['导出助记词', 'Export recovery phrase'],
    }),
    exportVerify: route('/pages/mine/export/verify', {
      title: ['验证助记词', 'Verify recovery phrase'],
    }),
    changePass: route('/pages/mine/changePass', {
      title: ['修改登录密码', 'Change login password'],
    }),
    resetPass: route('/pages/mine/resetPass', {
      title: ['重置登录密码', 'Reset login password'],
      access: open,
    }),
    changePayPass: route('/pages/mine/changePayPass', {
      title: ['修改支付密码', 'Change payment password'],
    }),
    resetPayPass: route('/pages/mine/resetPayPass', {
      title: ['重置支付密码', 'Reset payment password'],
    }),
    verifyEmail: route('/pages/mine/verifyEmail', {
      title: ['绑定邮箱', 'Bind e-mail'],
    }),
  },

  more: {
    help: route('/pages/more/help', {
      title: ['帮助', 'Help'],
      access: open,
      query: { topic: maybe(choice(topicsOfHelp)) },
    }),
    rules: route('/pages/more/rules', {
      title: ['规则说明', 'Rules'],
      access: open,
      query: {
        tab: choice(['book', 'history', 'settlements']),
        version: maybe(text(/^[1-9]\d{0,5}$/)),
      },
    }),
    solvency: route('/pages/more/solvency', {
      title: ['偿付能力', 'Solvency'],
      access: open,
      query: { tab: choice(['now', 'days', 'addresses', 'receipts', 'proof']) },
    }),
    costs: route('/pages/more/costs', {
      title: ['平台支出', 'Platform costs'],
      access: open,
    }),
    losses: route('/pages/more/losses', {
      title: ['损失分摊', 'Shared losses'],
      access: open,
    }),
    windDown: route('/pages/more/windDown', {
      title: ['清盘', 'Wind-down'],
      access: open,
    }),
    statistics: route('/pages/more/statistics', {
      title: ['统计', 'Statistics'],
      access: open,
    }),
    passport: route('/pages/more/passport', {
      title: ['收益凭证', 'Earning passport'],
      query: { id: text(/^(static|dynamic)-\d{4}-\d{2}-\d{2}$/) },
    }),
    sessions: route('/pages/more/sessions', {
      title: ['登录设备', 'Sessions'],
    }),
    settings: route('/pages/more/settings', {
      title: ['设置', 'Settings'],
      access: open,
    }),
    menu: route('/pages/more/menu', {
      title: ['我的', 'Mine'],
      query: { of: choice(['security', 'money', 'network', 'about']) },
    }),
    chat: route('/pages/more/chat', {
      title: ['聊天', 'Chat'],
      query: { id: id() },
    }),
    blocks: route('/pages/more/blocks', {
      title: ['屏蔽名单', 'Blocked members'],
    }),
    notifications: route('/pages/more/notifications', {
      title: ['通知', 'Notifications'],
      // The subject of a push message, and its account.
      query: {
        of: maybe(text()),
        kind: maybe(text()),
        side: maybe(text()),
        subject: maybe(text()),
      },
    }),
    operatorActs: route('/pages/more/operatorActs', {
      title: ['工作人员的操作', 'Acts by staff'],
    }),
    data: route('/pages/more/data', {
      title: ['我的数据', 'My data'],
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
