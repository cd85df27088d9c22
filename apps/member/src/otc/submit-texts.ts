import { registerTexts } from '../shell/index.ts'

/** Writing to the arbitrators. */
export const submitTexts = registerTexts('otc.submit', {
  zh: {
    submit: {
      appeal: '提交申诉',
      counterClaim: '提交答辩',
      answer: '提交说明',
      review: '申请复核',
      reason: '申诉理由',
      chooseReason: '请选择',
      text: '申诉内容',
      textHint: {
        appeal: '写清时间、金额和经过。不要写密码或助记词。',
        answer: '回答对方或仲裁员的问题，补充事实。',
        review: '说明裁定哪里与证据不符。',
      },
      pictures: '证据图片和文件',
      addPictures: '上传图片（最多 9 张）',
      hash: '交易哈希',
      hashOptional: '交易哈希（选填）',
      hashHint: '64 位十六进制字符；链上记录比截图更有力',
      send: '提交',
      appealed: '申诉已提交',
      done: '提交成功',
      toTrade: '返回交易',
      notNow: '这笔交易现在不能提交申诉或说明',
      tooEarly: '请给卖家一点时间核对到账。之后还没有放币，就可以申诉：',
    },
    explain: {
      appeal: {
        first: '币继续托管，直到裁定、撤回或一方让步。',
        second: '对方可以看到您写的内容和证据，答复时限显示在案件页。',
        third: '裁定由两位仲裁员一致作出并引用条款，优先抽取与双方没有关联的。',
      },
      late: {
        first: '卖家同等数量的币会立即再次托管，以现有的为限，直到裁定、撤回或一方让步。',
        second: '买家须提交链上能查到的、金额一致的付款哈希，或上传付款截图。',
        third: '裁定由两位仲裁员一致作出并引用条款，优先抽取与双方没有关联的。每方只能申诉一次。',
      },
      answer: {
        first: '对方和仲裁员都可以看到您写的内容和证据。',
        second: '提交后不能删除；可以再次补充。',
        third: '每方最多提交 20 份陈述。',
      },
      review: {
        first: '每个案件只能复核一次，结果为最终结果。',
        second: '由其他仲裁员审理，币继续托管。',
        third: '请写出新的事实，或裁定忽略的证据。',
      },
    },
  },
  en: {
    submit: {
      appeal: 'Submit an appeal',
      counterClaim: 'Reply to the appeal',
      answer: 'Make a statement',
      review: 'Ask for a review',
      reason: 'Reason',
      chooseReason: 'Choose one',
      text: 'What happened',
      textHint: {
        appeal: 'When, how much, and what happened. Never write a password or your words.',
        answer: 'Answer the other side or the arbitrator; add facts.',
        review: 'Say where the ruling does not fit the evidence.',
      },
      pictures: 'Evidence',
      addPictures: 'Add pictures (up to 9)',
      hash: 'Transaction hash',
      hashOptional: 'Transaction hash (optional)',
      hashHint: '64 hex digits; the chain’s record says more than a screenshot',
      send: 'Submit',
      appealed: 'Appeal submitted',
      done: 'Submitted',
      toTrade: 'Back to the trade',
      notNow: 'Nothing can be handed in for this trade now',
      tooEarly:
        'Give the seller a moment to check the payment. If nothing is released by then, you can appeal:',
    },
    explain: {
      appeal: {
        first: 'The coin stays in escrow until a ruling, a withdrawal, or one side gives way.',
        second:
          'The other side sees your words and evidence and has the time that the page of the case shows to answer.',
        third:
          'Two arbitrators must agree and cite a clause; those with no tie to either side are drawn first.',
      },
      late: {
        first:
          'The same quantity of the seller’s coin is held again at once, up to what is there, until a ruling, a withdrawal, or one side gives way.',
        second:
          'A buyer shows the hash of a payment of exactly this amount that the chain holds, or a picture of the payment.',
        third:
          'Two arbitrators must agree and cite a clause; those with no tie to either side are drawn first. Each side can appeal once.',
      },
      answer: {
        first: 'The other side and the arbitrators see your words and evidence.',
        second: 'Nothing can be taken away later; you can add more.',
        third: 'Each side can make 20 statements at most.',
      },
      review: {
        first: 'There is one review of a case, and what it says is final.',
        second: 'Other arbitrators hear it; the coin stays in escrow.',
        third: 'Write new facts, or evidence that the ruling did not see.',
      },
    },
  },
})
