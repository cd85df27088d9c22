import { proposalKinds } from './proposal-kinds.ts'
import { language } from './texts.ts'

/** What the audit log calls an act in English, in Chinese. */
const chinese: Readonly<Record<string, string>> = {
  'sign in': '登录',
  'sign out': '退出登录',
  unlock: '解锁',
  'end session': '结束会话',
  'end other sessions': '结束其他会话',
  'operator set up': '设置密码',
  'operator disable': '停用操作员',
  'register payout key': '登记签名密钥',
  'add passkey': '添加通行密钥',
  'remove passkey': '移除通行密钥',
  'add totp': '添加验证器',
  'remove totp': '移除验证器',
  'review withdrawal': '审核转出',
  'release withdrawal': '放行转出',
  'refuse withdrawal': '拒绝转出',
  'approve withdrawal by rule check': '规则检查批准转出',
  'give back voided withdrawal': '退回作废的转出',
  'rebook payout after restore': '恢复后重新记付款',
  'publish solvency root': '公布偿付根',
  'case take': '接手案件',
  'case hand back': '退回席位',
  'case ask': '询问一方',
  'case opinion': '提交意见',
  'case open evidence': '打开证据',
  'case show opinions': '查看意见',
  'case agree': '同意意见',
  'case disagree': '提交不同意见',
  'case rule': '裁定案件',
  'case appoint': '指定仲裁员',
  'read personal data': '查看个人资料',
  'end member sessions': '结束会员登录',
  'take conversation': '接待会话',
  'close conversation': '结束会话',
  'read conversation': '阅读会话',
  'answer member': '回复会员',
  'answer feedback': '答复反馈',
  'add canned answer': '添加常用语',
  'change canned answer': '修改常用语',
  'remove canned answer': '删除常用语',
  'write notice': '撰写公告',
  'publish notice': '发布公告',
  'withdraw notice': '撤下公告',
  'correct notice': '更正公告',
  'upload notice picture': '上传公告图片',
}

const beginnings: readonly (readonly [string, string])[] = [
  ['refused ', '被拒绝：'],
  ['propose ', '提出：'],
  ['open evidence of ', '打开凭据：'],
  ['approve ', '通过：'],
  ['refuse ', '否决：'],
  ['withdraw ', '撤回：'],
  ['operator add ', '添加操作员：'],
  ['assign conversation to ', '转交会话给 '],
  ['service nickname ', '客服名称：'],
]

const kinds: Readonly<Record<string, string>> = proposalKinds['zh-CN']

function inChinese(action: string): string {
  const known = chinese[action]
  if (known) return known
  const beginning = beginnings.find(([english]) => action.startsWith(english))
  if (!beginning) return action
  // An act on a proposal names its kind first.
  const [kind = '', ...rest] = action.slice(beginning[0].length).split(' ')
  return beginning[1] + [kinds[kind] ?? kind, ...rest].join(' ')
}

/** An act as the reader reads it: the log's own words where there are no others. */
export const actName = (action: string): string =>
  language() === 'en' ? action : inChinese(action)
