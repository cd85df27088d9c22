import type { RefusalText } from '../contract/refusal.ts'

/** 431xx: blocked members. */
export const blockRefusals = {
  blockOneself: {
    code: 43101,
    'zh-CN': '不能屏蔽自己',
    en: 'You cannot block yourself',
  },
  tooManyBlocks: {
    code: 43102,
    'zh-CN': '屏蔽名单最多 {{max}} 人，请先移除一些',
    en: 'The list holds at most {{max}} members; remove some first',
  },
} as const satisfies Record<string, RefusalText>
