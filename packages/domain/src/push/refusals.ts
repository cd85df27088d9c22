import type { RefusalText } from '../contract/refusal.ts'

/** 439xx: push messages. */
export const pushRefusals = {
  pushServiceUnknown: {
    code: 43901,
    'zh-CN': '不支持此浏览器的推送服务，请换用 Chrome、Edge、Firefox 或 Safari',
    en: 'The push service of this browser is not supported; use Chrome, Edge, Firefox or Safari',
  },
  pushKeyUnusable: {
    code: 43902,
    'zh-CN': '浏览器给出的推送密钥不可用，请重新开启推送',
    en: 'The key that the browser gave for push messages cannot be used; turn them on again',
  },
} as const satisfies Record<string, RefusalText>
