import type { RefusalText } from '../contract/refusal.ts'

/** 420xx: earnings. */
export const earningRefusals = {
  activationTooSmall: {
    code: 42001,
    'zh-CN': '最少激活 {{min}} 叶',
    en: 'Activate at least {{min}} LEAF',
  },
  positionSettling: {
    code: 42002,
    'zh-CN': '这笔激活正在结算，请在结算公布后再试',
    en: 'This position is being settled: try again when the settlement is published',
  },
  promptNotOpen: {
    code: 42003,
    'zh-CN': '该出局提示已处理，请刷新页面后重新选择',
    en: 'This prompt has been answered already: reload the page and choose again',
  },
} as const satisfies Record<string, RefusalText>
