import { registerTexts } from '../shell/index.ts'

export const texts = registerTexts('evidence', {
  zh: {
    title: '链上核对',
    waiting: '尚未核对',
    finding: {
      verified: '链上已到账，金额一致',
      pending: '确认中 {{n}}/{{needed}}',
      not_found: '链上未找到',
      wrong_recipient: '收款地址不符',
      wrong_token: '币种不符',
      wrong_amount: '金额不符',
      near: '金额相近，待人工核对',
      other_trade: '这是另一笔交易的付款',
      wrong_payer: '付款地址不符',
      contested: '与两笔交易都相符',
      before_take: '早于下单时间',
      outside_window: '晚于付款时限',
      used_before: '该哈希已用于其他交易',
      unavailable: '暂时无法查询',
      not_checked: '此网络不做链上核对',
    },
    about: {
      verified: '金额、地址和时间都相符，这个金额只属于这笔交易',
      pending: '付款已上链，正在等待确认。',
      not_found:
        '刚发出的付款可能要过一会儿才能查到，系统会继续查询。查不到的哈希不会停止付款倒计时。',
      wrong_recipient: '这笔转账没有付到本交易的收款地址。',
      wrong_token: '这笔转账不是约定的 USDT 合约。',
      wrong_amount: '到账金额与应付金额不同，系统不会据此放币。',
      near: '到账金额与应付金额接近但不相等，可能是交易所扣了手续费或四舍五入。系统不会自动放币，由双方核对，或由仲裁判断。',
      other_trade: '金额与另一笔交易的应付金额完全一致，只能用于那笔交易，不能用于本交易。',
      wrong_payer: '金额相符，但不是从买家下单时指定的付款地址付出的。',
      contested: '这笔转账与两笔交易都相符，系统无法判断属于哪一笔，由双方核对，或由仲裁判断。',
      before_take: '这笔转账在下单之前就已上链，不是本交易的付款。',
      outside_window: '这笔转账在付款时限之后才上链。',
      used_before: '一笔转账只能用于一笔交易。',
      unavailable: '链上节点暂时没有回答；这不代表没有付款，系统会继续查询。',
      not_checked: '只核对了哈希的格式，请自行在钱包中确认到账。',
    },
    received: '到账',
    payer: '付款地址',
    due: '应付',
    noneNamed: '买家没有登记付款地址',
    asNamed: '与买家登记的一致',
    notNamed: '与买家登记的不同',
    confirmed: '{{n}}/{{needed}} 确认',
    reused: {
      hash: '此哈希也出现在另一笔交易中，请仔细核对到账。',
      hashVerified:
        '另一笔交易也提交了此哈希。链上金额表明这笔付款属于本交易；为稳妥起见，系统不会自动放币，由卖家核对后放币。',
      picture: '此凭证图片也出现在另一笔交易中，请仔细核对到账。',
      file: '此凭证视频或文件也出现在另一笔交易中，请仔细核对到账。',
      similar_picture: '有一张凭证与另一笔交易的图片非常相似，请仔细核对到账。',
    },
  },
  en: {
    title: 'On the chain',
    waiting: 'Not checked yet',
    finding: {
      verified: 'On the chain, exact amount',
      pending: 'Confirming {{n}}/{{needed}}',
      not_found: 'Not found on the chain',
      wrong_recipient: 'Another recipient',
      wrong_token: 'Another token',
      wrong_amount: 'Another amount',
      near: 'Nearly the amount: people decide',
      other_trade: "Another trade's payment",
      wrong_payer: 'Another paying address',
      contested: 'Fits two trades',
      before_take: 'From before the take',
      outside_window: 'After the time to pay',
      used_before: 'Used for another trade',
      unavailable: 'Cannot be looked up now',
      not_checked: 'Not checked on this network',
    },
    about: {
      verified:
        'The amount is exactly the one to pay; address and time fit too: this payment is this trade’s.',
      pending: 'The payment is on the chain and waits for confirmations.',
      not_found:
        'A payment just sent takes a while to be found; we keep looking. A hash that is not found does not stop the time to pay.',
      wrong_recipient: 'This transfer did not go to the address of this trade.',
      wrong_token: 'This transfer is not of the agreed USDT contract.',
      wrong_amount:
        'Another amount arrived than was to be paid; nothing is released because of it.',
      near: 'Nearly the amount arrived, but not exactly: an exchange may have taken a fee or rounded it. Nothing is released by itself; the two sides check, or arbitrators decide.',
      other_trade:
        'The amount is exactly what another trade is to be paid: it counts for that trade and never for this one.',
      wrong_payer: 'The amount fits, but it did not come from the address that the buyer named.',
      contested:
        'This transfer fits two trades, so it is unclear whose it is: the two sides check, or arbitrators decide.',
      before_take:
        'This transfer was on the chain before the take: it is no payment for this trade.',
      outside_window: 'This transfer was written into the chain after the time to pay.',
      used_before: 'A transfer pays for one trade only.',
      unavailable:
        'The nodes give no answer now. That does not mean it was not paid; we keep looking.',
      not_checked: 'Only the form of the hash was checked; look in your wallet whether it arrived.',
    },
    received: 'Arrived',
    payer: 'Paid from',
    due: 'Due',
    noneNamed: 'the buyer named no address',
    asNamed: 'as the buyer named it',
    notNamed: 'not the one the buyer named',
    confirmed: '{{n}}/{{needed}} confirmations',
    reused: {
      hash: 'This hash stands in another trade too: check carefully that the money arrived.',
      hashVerified:
        'Another trade has shown this hash too. By its amount the payment is this trade’s; to be safe nothing is released by itself: the seller checks and releases.',
      picture:
        'This voucher picture is in another trade too: check carefully that the money arrived.',
      file: 'This video or file is in another trade too: check carefully that the money arrived.',
      similar_picture:
        'A voucher looks very much like a picture of another trade: check carefully that the money arrived.',
    },
  },
})
