import type { ArticleTexts } from '../article.ts'

export const buy: ArticleTexts = {
  zh: {
    title: '在市场买入',
    lead: '下单、付款、提交凭证、等对方放币',
    steps: [
      '在“交易”选一个卖单：看单价、单笔范围和对方的完成率。输入数量，选付款网络，确认购买。',
      '{{otcPaymentWindowMs}}内，从自己的钱包付到交易页显示的地址。金额要一分不差，末尾几位是这笔交易专属的。',
      '上传付款截图，粘贴交易哈希，点“我已付款”。',
      '等卖家放币，最多 {{otcReleaseWindowMs}}。超时没有放，币仍在平台托管，您可以申诉。',
    ],
    why: [
      '下单时，卖家的币已经由平台托管，卖家取不走。',
      '金额准确，链上就能证明这是您的付款。金额不符（例如交易所另扣了手续费），只能由人来判断。',
      '付款时间过了就不要再付。已经按时付了的，在 {{otcGraceWindowMs}}宽限期内提交证明。',
      {
        text: '没有付款才能放弃。{{otcFaultWindowMs}}内放弃或超时 {{otcFaultsToPause}} 次，会暂停接单一段时间。',
        otherwise: '没有付款才能放弃。多次放弃或超时，会暂停接单一段时间。',
      },
      '刚开始同时最多 {{otcTakesFirst}} 笔交易。',
    ],
  },
  en: {
    title: 'Buy on the market',
    lead: 'Order, payment, proof, release',
    steps: [
      'Choose a sell order under “OTC”: look at price, range and the seller’s completion rate. Enter a quantity, choose the network you pay on, and confirm.',
      'Within {{otcPaymentWindowMs}}, pay from your own wallet to the address on the trade’s page. Pay exactly the amount: its last digits belong to this trade alone.',
      'Upload a screenshot of the payment, paste the transaction hash, and choose “I have paid”.',
      'Wait for the seller to release, at most {{otcReleaseWindowMs}}. If that passes, the coin is still in escrow and you can appeal.',
    ],
    why: [
      'When you take an order, the seller’s coin is already in escrow: the seller cannot take it.',
      'The exact amount lets the chain prove your payment. With another amount, such as after an exchange’s fee, people have to decide.',
      'Do not pay once the time is over. If you did pay in time, prove it within the {{otcGraceWindowMs}} of grace.',
      {
        text: 'Give a trade up only when you have not paid. {{otcFaultsToPause}} trades given up or missed within {{otcFaultWindowMs}} stop you from taking orders for a while.',
        otherwise:
          'Give a trade up only when you have not paid. Several trades given up or missed stop you from taking orders for a while.',
      },
      'At first you can have at most {{otcTakesFirst}} open trades.',
    ],
  },
}

export const sell: ArticleTexts = {
  zh: {
    title: '在市场卖出',
    lead: '收款地址、挂单、核对到账、放币',
    steps: [
      '先在“收款账户”填写自己的 BSC 或 TRON 地址和联系方式。',
      '在“交易”发布卖单，或卖给一个买单。数量和最高手续费转入托管，取消时退回。',
      '买家付款后，打开您自己的钱包核对：金额、币种、网络，是否已到账。',
      '到账了，用支付密码放币。没有到账就不要放：先在聊天里问，再申诉。',
    ],
    why: [
      '放币不能撤回。截图和聊天记录不算到账。',
      '手续费是数量的 {{otcFeeBps}}，用 LEAF 支付，成交后才收。',
      '{{tradingWindowHours}}内最多卖出 {{tradingLimitUsdt}}；单价在指导价上下 {{otcBandBps}} 以内。',
      {
        text: '超时没有放币，币不会动，仍在托管；再过 {{otcEscalationMs}}，系统代买家申诉。',
        otherwise: '超时没有放币，币不会动，仍在托管；再过一段时间，系统代买家申诉。',
      },
      '更换收款地址后 {{addressFreezeHours}}内不能卖出。',
    ],
  },
  en: {
    title: 'Sell on the market',
    lead: 'Address, order, check, release',
    steps: [
      'First enter your own BSC or TRON address and a contact under “Receiving account”.',
      'Publish a sell order under “OTC”, or sell into a buy order. The quantity and the highest fee go into escrow, and come back when you cancel.',
      'When the buyer has paid, open your own wallet and check: amount, coin, network, and that it has arrived.',
      'If it has, release with your payment password. If not, do not: ask in the chat first, then appeal.',
    ],
    why: [
      'A release cannot be undone. Screenshots and chats are no payment.',
      'The fee is {{otcFeeBps}} of the quantity, in LEAF, taken only when a trade succeeds.',
      'Within {{tradingWindowHours}} you can sell {{tradingLimitUsdt}}; the price must be within {{otcBandBps}} of the guide price.',
      {
        text: 'If the time to release passes, the coin stays in escrow; {{otcEscalationMs}} later the platform appeals for the buyer.',
        otherwise:
          'If the time to release passes, the coin stays in escrow; later the platform appeals for the buyer.',
      },
      'After a change of your receiving address you cannot sell for {{addressFreezeHours}}.',
    ],
  },
}

export const appeal: ArticleTexts = {
  zh: {
    title: '付款凭证与申诉',
    lead: '付了款没收到币，或没收到款',
    steps: [
      '先在交易页看链上核对的结果，并在聊天里问对方。',
      {
        text: '买家付款满 {{otcAppealAfterMs}}后可以申诉；卖家没有收到款，也可以申诉。写清时间、金额和经过，附上截图和交易哈希。',
        otherwise:
          '买家付款后过一段时间可以申诉；卖家没有收到款，也可以申诉。写清时间、金额和经过，附上截图和交易哈希。',
      },
      {
        text: '对方有 {{otcReplyWindowMs}}答辩。两位仲裁员意见一致才裁定，不一致时由第三位决定。',
        otherwise: '对方在限期内答辩。两位仲裁员意见一致才裁定，不一致时由第三位决定。',
      },
      {
        text: '不同意裁定，{{otcReviewWindowMs}}内可以申请一次复核，由其他仲裁员审理。',
        otherwise: '不同意裁定，可以在限期内申请一次复核，由其他仲裁员审理。',
      },
    ],
    why: [
      '交易关闭前申诉，币一直在托管，谁也取不走。',
      '链上记录比截图更有力：交易哈希请一直保留。',
      '双方也可以协商取消：买家确认已收到退款或没有付款之后，币才退回卖家。',
      '买家没有按时付款，交易关闭后，币已退回卖家。{{lateAppealDays}}内，其实付了款的买家、在关闭之后收到款的卖家仍可各申诉一次：卖家现在还有的币会再次托管，最多到这笔交易的数量。',
      '仲裁员只在案件页提问，不会私下联系您。',
    ],
  },
  en: {
    title: 'Payment proof and appeals',
    lead: 'Paid without coin, or not paid',
    steps: [
      'First look at what the chain shows on the trade’s page, and ask the other party in the chat.',
      {
        text: 'A buyer can appeal {{otcAppealAfterMs}} after paying; a seller who was not paid can appeal too. Give times, amounts and what happened, with screenshots and the transaction hash.',
        otherwise:
          'A buyer can appeal some time after paying; a seller who was not paid can appeal too. Give times, amounts and what happened, with screenshots and the transaction hash.',
      },
      {
        text: 'The other party has {{otcReplyWindowMs}} to answer. Two arbitrators have to agree on a ruling; where they differ, a third decides.',
        otherwise:
          'The other party has a time limit to answer. Two arbitrators have to agree on a ruling; where they differ, a third decides.',
      },
      {
        text: 'If you disagree with a ruling, you can ask once to have it reviewed, within {{otcReviewWindowMs}}; other arbitrators hear it.',
        otherwise:
          'If you disagree with a ruling, you can ask once to have it reviewed, within a time limit; other arbitrators hear it.',
      },
    ],
    why: [
      'During an appeal made before the trade is closed, the coin stays in escrow: nobody can take it.',
      'The chain proves more than a screenshot: keep the transaction hash.',
      'You can also cancel together: the coin goes back only after the buyer confirms a refund, or that nothing was paid.',
      'When a trade closes because it was not paid in time, the coin goes back to the seller. For {{lateAppealDays}} a buyer who did pay, and a seller who was paid after the close, can each still appeal once: what the seller still has of the coin is then held again, at most the quantity of the trade.',
      'Arbitrators ask on the page of the case only; they never contact you elsewhere.',
    ],
  },
}
