import type { RefusalText } from '../contract/refusal.ts'

/** 438xx: what a member does with the data about them. */
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
    'zh-CN': '这张图片仍被交易、仲裁或对话使用，暂不能删除',
    en: 'A trade, a case or a conversation still needs this picture, so it stays',
  },
} as const satisfies Record<string, RefusalText>
