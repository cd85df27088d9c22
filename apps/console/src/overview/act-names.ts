import { language } from '../shell/index.ts'

/** What the audit log calls an act in English, in Chinese. */
const chinese: Readonly<Record<string, string>> = {
  'sign in': '登录',
  'sign out': '退出登录',
  'operator set up': '设置密码',
  'register payout key': '登记签名密钥',
  'review withdrawal': '审核转出',
  'release withdrawal': '放行转出',
  'refuse withdrawal': '拒绝转出',
  'case take': '接手案件',
  'case hand back': '退回席位',
  'case opinion': '提交意见',
  'case agree': '同意意见',
  'case disagree': '提交不同意见',
  'take conversation': '接待会话',
  'assign conversation': '转交会话',
  'close conversation': '结束会话',
  'read conversation': '阅读会话',
  'answer member': '回复会员',
  'answer feedback': '答复反馈',
}

/** An act as the reader reads it: the log's own words where there are no others. */
export const actName = (action: string): string =>
  language() === 'en' ? action : (chinese[action] ?? action)
