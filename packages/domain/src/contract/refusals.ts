import type { RefusalText } from './refusal.ts'

/** Refusals that any call can return. The specification and the contract define the codes. */
export const systemRefusals = {
  invalidInput: { code: 40000, 'zh-CN': '{{first}}', en: '{{first}}' },
  idempotencyKeyNeeded: {
    code: 40000,
    'zh-CN': '缺少有效的 Idempotency-Key 请求头（16 至 64 位字母、数字、- 或 _）',
    en: 'Send an Idempotency-Key header of 16 to 64 letters, digits, - or _',
  },
  malformed: { code: 40000, 'zh-CN': '请求格式不正确', en: 'The request is malformed' },
  sessionExpired: {
    code: 20001,
    'zh-CN': '登录已过期，请重新登录',
    en: 'Your session has ended; log in again',
  },
  accountProblem: {
    code: 20003,
    'zh-CN': '当前账户暂不可用，正在重新核对本设备的账户',
    en: 'This account cannot be used now; checking the accounts of this device',
  },
  forbidden: { code: 40300, 'zh-CN': '没有权限', en: 'Not permitted' },
  notFound: { code: 40400, 'zh-CN': '没有找到', en: 'Not found' },
  stale: {
    code: 40900,
    'zh-CN': '内容已变化，请按最新状态重试',
    en: 'This has changed; look at the fresh state and try again',
  },
  stillUnderWay: {
    code: 40901,
    'zh-CN': '上一次提交仍在处理中',
    en: 'The same request is still under way',
  },
  keyReused: {
    code: 40902,
    'zh-CN': '该提交编号已用于其他内容，请重新打开页面',
    en: 'This key was used for another request; open the page again',
  },
  tooMany: {
    code: 42900,
    'zh-CN': '操作过于频繁，请 {{seconds}} 秒后再试',
    en: 'Too many requests; try again in {{seconds}} s',
  },
  tooLarge: { code: 41300, 'zh-CN': '内容过大', en: 'The request is too large' },
  wrongType: { code: 41500, 'zh-CN': '不支持的内容类型', en: 'This content type is not supported' },
  notReady: {
    code: 50300,
    'zh-CN': '服务暂不可用，请稍后再试',
    en: 'The service is not ready; try again shortly',
  },
  busy: {
    code: 50301,
    'zh-CN': '当前使用人数较多，请几秒后再试',
    en: 'Many people are here right now; try again in a few seconds',
  },
  fault: {
    code: 50000,
    'zh-CN': '服务出现故障，编号 {{reference}}',
    en: 'Something failed on our side; reference {{reference}}',
  },
} as const satisfies Record<string, RefusalText>
