import { registerTexts } from '../shell/index.ts'

/** Showing another proof of a payment than before. */
export const replaceTexts = registerTexts('otc.replace', {
  zh: {
    title: '更换凭证或哈希',
    note: '之前提交的凭证和哈希会留在记录里，卖家和仲裁员都能看到。',
    confirm: '确认更换',
    done: '修改成功',
  },
  en: {
    title: 'Replace voucher or hash',
    note: 'What you showed before stays in the record; the seller and the arbitrators can see it.',
    confirm: 'Replace',
    done: 'Modified',
  },
})
