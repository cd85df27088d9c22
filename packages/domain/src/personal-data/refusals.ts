import type { RefusalText } from '../contract/refusal.ts'

/** 438xx: a member's acts on the data about them. */
export const personalDataRefusals = {
  exportUnderWay: {
    code: 43801,
    'zh-CN': '已有一份导出正在生成，请等它完成',
    en: 'An export is already being made; wait until it is ready',
  },
  exportTooOften: {
    code: 43802,
    'zh-CN': '24 小时内最多导出 {{max}} 次，请晚些再试',
    en: 'You can export {{max}} times in 24 hours; try again later',
  },
  exportExpired: {
    code: 43803,
    'zh-CN': '这份导出已过期，请重新导出',
    en: 'This export has expired; make another one',
  },
  exportElsewhere: {
    code: 43804,
    'zh-CN': '请在发起导出的设备上下载，或在本机重新导出',
    en: 'Download it on the device where you asked for it, or export again here',
  },
  pictureNeeded: {
    code: 43805,
    'zh-CN': '仍被交易、仲裁或对话使用，暂不能删除',
    en: 'A trade, a case or a conversation still needs this, so it stays',
  },
  closingHindered: {
    code: 43806,
    'zh-CN': '账户中还有未结清的事项，请先处理完再注销',
    en: 'Something in your account is still open; settle it first',
  },
  closingRemainder: {
    code: 43807,
    'zh-CN': '请先确认放弃账户中的零头余额',
    en: 'Confirm first that you give up the small remainder',
  },
  accountClosing: {
    code: 43808,
    'zh-CN': '账户正在注销，撤销后才能继续操作',
    en: 'Your account is being closed; undo that first',
  },
  accountClosed: {
    code: 43809,
    'zh-CN': '该账户已注销，不能再登录',
    en: 'This account is closed; nobody can log in to it any more',
  },
} as const satisfies Record<string, RefusalText>
