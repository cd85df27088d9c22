import type { ArticleTexts } from '../article.ts'

export const recharge: ArticleTexts = {
  zh: {
    title: '充值',
    lead: '从钱包或交易所转入 USDT',
    steps: [
      '打开“充值”，复制您的充值地址，或用钱包扫二维码。',
      '在钱包或交易所转出 USDT：网络选 BSC（BEP-20），至少 {{rechargeMinimumUsdt}}。',
      '回到充值页看确认数。确认数满后自动入账，不用联系客服。',
    ],
    why: [
      '只能充 BSC 网络的 USDT。其他币种或其他网络的转账无法入账，也无法找回。',
      '这个地址只属于您，转账时不用写备注。',
      '少于最低额的先不入账，累计达到后一起入账。',
      '充值免费；您的钱包或交易所可能收网络费。',
    ],
  },
  en: {
    title: 'Recharge',
    lead: 'Send USDT from your wallet',
    steps: [
      'Open “Recharge” and copy your deposit address, or scan its code with your wallet.',
      'Send USDT from your wallet or exchange: on BSC (BEP-20), at least {{rechargeMinimumUsdt}}.',
      'Watch the confirmations on the recharge page. It is credited by itself when all are there.',
    ],
    why: [
      'Only USDT on BSC. Other coins or other networks cannot be credited or recovered.',
      'The address is yours alone; no remark is needed.',
      'Less than the minimum waits, and is credited once the sum reaches it.',
      'A recharge is free; your wallet or exchange may charge for the network.',
    ],
  },
}

export const subscribe: ArticleTexts = {
  zh: {
    title: '认购与激活',
    lead: '从平台买入 LEAF，锁定后参与分配',
    steps: [
      '在首页点“认购”，输入金额：至少 {{subscriptionMinimumUsdt}}，按 {{subscriptionStepUsdt}} 递增，每轮最多 {{roundLimitUsdt}}。第一次投入前先回答风险问题。',
      '截止前可以免费取消。截止后按下一个指导价成交，没有成交的部分全额退回。',
      '要参与静态收益，打开“静态激活”，锁定至少 {{activationMinimumLeaf}}。',
      '不想再锁定，在同一页申请解锁，下一次结算后回到可用余额。',
    ],
    why: [
      '第一次拿到配售之前，每笔认购都要等 {{firstOrderWaitMs}}才成交；拿到后 {{undoWindowMs}}内可以申请撤销一次。这是留给您考虑的时间。',
      {
        text: '认购的人多时，每人的份额一起均等增加：早下单、多报金额都没有好处。',
        needs: 'incomeReleaseDivisor',
      },
      'LEAF 本身不产生收益。价格因他人兑换时留下的手续费和外部收入而上升，因亏损而下降。',
      '不激活也可以：LEAF 留在可用余额里，同样属于您。',
    ],
  },
  en: {
    title: 'Subscribe and activate',
    lead: 'Buy LEAF; lock it to share earnings',
    steps: [
      'Choose “Subscribe” on Home and enter an amount: at least {{subscriptionMinimumUsdt}}, in steps of {{subscriptionStepUsdt}}, at most {{roundLimitUsdt}} a round. Before the first one you answer questions on risk.',
      'Until the cut-off it can be cancelled free of charge. Then it deals at the next guide price, and what is not filled is returned in full.',
      'To share in static earnings, open “Static activation” and lock at least {{activationMinimumLeaf}}.',
      'To stop, ask for the unlock on the same page; the next settlement gives the coins back to your balance.',
    ],
    why: [
      'Until you have been issued coins, every subscription waits {{firstOrderWaitMs}} before it deals; for {{undoWindowMs}} after the first issue you can ask once to undo it. That is time to think.',
      {
        text: 'When many subscribe, all members’ shares are raised together: being early or asking for more gains nothing.',
        needs: 'incomeReleaseDivisor',
      },
      'LEAF earns nothing by itself. Its price rises by the fees that others leave when they exchange and by income from outside; it falls by losses.',
      'You need not activate: LEAF in your available balance is yours just the same.',
    ],
  },
}

export const earnings: ArticleTexts = {
  zh: {
    title: '收益从哪里来',
    lead: '静态收益、网络收益，怎样查证',
    steps: [
      '每天 {{cutoffHour}}:00（北京时间）结算一次。在“静态收益”和“动态收益”里看每一期。',
      '点开一笔收益，看“收益凭证”：怎么算出来，多少来自手续费，多少来自外部收入。',
      '一笔激活的累计收益达到开始时估值的 {{staticCapBps}} 就结束，LEAF 全部解锁。由您选择：提走、保留或复投。',
    ],
    why: [
      '静态收益：每次结算拿出静态池的 1/{{staticReleaseDivisor}}，按锁定数量分。池里只有交易手续费和外部收入；池空就没有收益。',
      '网络收益是会员交易手续费的一部分，其中也有新人和被邀请人的手续费：谁交易，谁支付。它可能没有开启，有些地区也不提供。',
      '没有外部收入，全体会员取回的合计少于投入。',
      '没有任何收益率的承诺，只展示已经实现的结果。',
    ],
  },
  en: {
    title: 'Where earnings come from',
    lead: 'Who pays them, how to check them',
    steps: [
      'Look at “Static earnings” and “Dynamic earnings”: they list each settlement. One runs every day at {{cutoffHour}}:00 (UTC+8).',
      'Open an earning and read its passport: how it was computed, how much came from fees and how much from outside income.',
      'When a position has been paid {{staticCapBps}} of its opening value it ends and all its LEAF unlocks. You choose: withdraw, keep, or re-invest.',
    ],
    why: [
      'Static earnings: each settlement takes one part in {{staticReleaseDivisor}} of the static pool and shares it by locked coins. Only trading fees and outside income are in the pool; when it is empty nothing is paid.',
      'Network pay is a part of the fees of members’ trades, newcomers’ and invitees’ among them: who trades pays it. It may be switched off, and in some places it is not offered.',
      'Without income from outside, members together get back less than they put in.',
      'No rate is promised. Only realised results are shown.',
    ],
  },
}

export const network: ArticleTexts = {
  zh: {
    title: '邀请与安置网络',
    lead: '邀请码、左右区、推广会员',
    steps: [
      '在“邀请好友”复制邀请码，或保存海报。请同时把风险讲清楚。',
      '对方加入后，在“安置网络”选择左、右或自动。只能放在您自己外侧线的末端。',
      '下一次结算前可以改，之后谁也改不了。{{placementDays}}内没有安置的，按您的偏好自动安置。',
      '想参与网络收益，打开“成为推广会员”。免费，要满足五个条件：账户满 {{distributedAccountDays}}、已绑定邮箱、已设支付密码、答对 {{quizQuestions}} 道风险题、签署守则。',
    ],
    why: [
      '邀请人由邀请码决定，终身不变。',
      '业绩只有一种：已收取的交易手续费。充值、认购和人数都不算业绩。',
      '网络收益可能没有开启，有些地区也不提供。',
      '推荐收益是被邀请人手续费的 {{directBps}}；匹配收益是左右区匹配业绩的 {{pairBps}}；每轮最多 {{roundCapUsdt}}。',
      '加入、邀请、被安置、成为推广会员，都不需要任何购买。',
    ],
  },
  en: {
    title: 'Invitations and the network',
    lead: 'Code, left and right, placement',
    steps: [
      'Under “Invite” copy your code or save the poster. Explain the risk along with it.',
      'When somebody has joined, choose left, right or automatic under “Placement network”: at the end of your own outer line.',
      'Until the next settlement you can change it, afterwards nobody can. Whoever is not placed within {{placementDays}} is placed by your preference.',
      'For network pay, open “Become a distributed member”. It is free and has five conditions: an account that is {{distributedAccountDays}} old, a bound e-mail address, a payment password, right answers to {{quizQuestions}} questions on risk, and the signed code of conduct.',
    ],
    why: [
      'The invitation code decides who the inviter is, for life.',
      'Volume is one thing only: trading fees that were collected. Recharges, subscriptions and numbers of members are never volume.',
      'Network pay may be switched off, and in some places it is not offered.',
      'Direct pay is {{directBps}} of an invitee’s fee; pairing pay is {{pairBps}} of the volume matched between left and right; at most {{roundCapUsdt}} a round.',
      'Nothing has to be bought to join, invite, be placed or become a distributed member.',
    ],
  },
}

export const withdraw: ArticleTexts = {
  zh: {
    title: '转出',
    lead: '把 USDT 转到自己的 BSC 地址',
    steps: [
      '手里是 LEAF：先在市场卖出，或在“钱包”里兑换。兑换按下一次结算的退出价，手续费 {{exchangeFeeBps}}。',
      '打开“转出”，填写自己的 BSC 地址和数量：至少 {{withdrawalMinimumUsdt}}，其中手续费 {{withdrawalFeeUsdt}}。',
      '输入支付密码；绑定了邮箱的，还要邮箱验证码。',
      '在“转出订单”看进度。批准之前可以取消，全额退回。',
    ],
    why: [
      '新地址要等 {{newAddressWaitMs}}才能批准；{{withdrawalWindowMs}}内最多转出 {{withdrawalLimitUsdt}}。如果有人盗用您的账户，您还来得及取消。',
      {
        text: '由一人检查、另一人批准，符合小额规则的自动批准。没有固定时限。',
        needs: 'automaticWithdrawalUsdt',
        otherwise: '由一人检查、另一人批准。没有固定时限。',
      },
      '链上转账无法撤回，请逐字核对地址。',
      '平台资产正在核对或不足时，付款可能暂停；“规则说明”写明了届时怎样处理。',
    ],
  },
  en: {
    title: 'Withdraw',
    lead: 'Send USDT to your own BSC address',
    steps: [
      'If you hold LEAF, first sell it on the market, or exchange it under “Wallets”: at the exit price of the next settlement, with a fee of {{exchangeFeeBps}}.',
      'Open “Withdraw” and enter your BSC address and the amount: at least {{withdrawalMinimumUsdt}}, {{withdrawalFeeUsdt}} of it the fee.',
      'Enter your payment password, and the code by e-mail where you have bound an address.',
      'Follow it under “Withdrawal orders”. Until it is approved you can cancel it, and all of it comes back.',
    ],
    why: [
      'A new address can be approved after {{newAddressWaitMs}}; at most {{withdrawalLimitUsdt}} leave within {{withdrawalWindowMs}}. Should somebody use your account, there is time to cancel.',
      {
        text: 'One person checks and another approves; what fits the rules for small amounts is approved by itself. There is no fixed time.',
        needs: 'automaticWithdrawalUsdt',
        otherwise: 'One person checks and another approves. There is no fixed time.',
      },
      'A transfer on the chain cannot be undone: check every character of the address.',
      'While the platform’s funds are being checked or do not suffice, payments may pause; the rules say what happens then.',
    ],
  },
}
