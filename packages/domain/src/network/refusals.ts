import type { RefusalText } from '../contract/refusal.ts'

/** 419xx: the placement network. */
export const networkRefusals = {
  placementSettling: {
    code: 41901,
    'zh-CN': '结算正在进行，安置暂时不能更改，请稍后再看',
    en: 'The settlement is under way and placements cannot change now; look again shortly',
  },
  placementFinal: {
    code: 41902,
    'zh-CN': '该用户已完成安置，任何人都不能再更改',
    en: 'This member has been placed, and nobody can change that any more',
  },
} as const satisfies Record<string, RefusalText>
