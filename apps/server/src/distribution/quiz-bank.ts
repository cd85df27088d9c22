import { type BankQuestion, bankQuestion as question } from '../risk/index.ts'

/** Ten of these are asked. */
export const quizBank: readonly BankQuestion[] = [
  question(
    'pay-source',
    ['网络（动态）收益的钱从哪里来？', 'Where does network pay come from?'],
    [
      [
        '会员交易手续费的一部分，其中也有新人的手续费',
        'A part of the fees of members’ trades, newcomers’ among them',
      ],
      ['加入时必须交的会费', 'A fee that everybody has to pay to join'],
      ['平台每天固定拨出的奖金', 'A fixed bonus that the platform sets aside every day'],
    ],
    [
      '没有手续费就没有网络收益：池中无钱，就不会支付。',
      'No fees, no network pay: an empty pool pays nothing.',
    ],
  ),
  question(
    'join-pay',
    [
      '有人通过您的邀请码注册，您会得到什么？',
      'Somebody registers with your code. What do you get for that?',
    ],
    [
      ['不会得到任何报酬', 'Nothing at all'],
      ['一笔注册奖励', 'A reward for the registration'],
      ['对方首次认购金额的 10%', '10 % of their first subscription'],
    ],
    [
      '任何人都不会因为别人加入、认购或激活而获得报酬。',
      'Nobody is paid because somebody joined, subscribed or activated.',
    ],
  ),
  question(
    'promise',
    ['向朋友介绍时，下面哪句话可以说？', 'Which of these may you say to a friend?'],
    [
      [
        '“可能亏损全部投入，网络收益也可能为零。”',
        '“You may lose all you put in, and network pay may be zero.”',
      ],
      ['“跟着我做，每个月稳定有收益。”', '“Do as I do and there is income every month.”'],
      ['“价格只涨不跌，早进早赚。”', '“The price only rises; the earlier the better.”'],
    ],
    [
      '平台不承诺任何收益，推广会员也不能承诺。',
      'The platform promises no earnings, and neither may a distributed member.',
    ],
  ),
  question(
    'price-falls',
    ['指导价会下跌吗？', 'Can the guide price fall?'],
    [
      ['会，例如登记一笔损失时', 'Yes, for example when a loss is booked'],
      ['不会，规则保证只涨不跌', 'No, the rules guarantee that it only rises'],
      ['只有在拆分时会下跌', 'Only at a split'],
    ],
    [
      '登记损失会使价格下跌，价格图会如实显示。',
      'A booked loss lowers the price, and the chart shows it.',
    ],
  ),
  question(
    'lose-all',
    ['关于这里的投入，哪句话是对的？', 'Which is true of what you put in here?'],
    [
      [
        '可能损失全部，只应投入亏得起的钱',
        'You may lose all of it; use only what you can afford to lose',
      ],
      ['最多损失手续费', 'You can lose no more than fees'],
      ['出问题时由平台赔付本金', 'The platform makes good for the capital if something goes wrong'],
    ],
    [
      '这是高风险投资，出问题时不应期望得到保护。',
      'This is a high-risk investment; expect no protection if something goes wrong.',
    ],
  ),
  question(
    'volume',
    ['“业绩”指的是什么？', 'What is “volume”?'],
    [
      ['实际收取的 OTC 手续费', 'OTC fees that were really collected'],
      ['团队的充值和认购总额', 'All recharges and subscriptions of the team'],
      ['团队的人数', 'How many people are in the team'],
    ],
    ['充值、认购和人数都不是业绩。', 'Recharges, subscriptions and heads are never volume.'],
  ),
  question(
    'self-dealing',
    [
      '用自己的几个账户互相交易来制造业绩，结果会怎样？',
      'You trade between accounts of your own to make volume. What comes of it?',
    ],
    [
      [
        '一定亏损：付出的手续费总是多于拿回的',
        'A loss, always: the fees paid are more than what comes back',
      ],
      ['只要层级够深就能赚钱', 'A gain, if the line is deep enough'],
      ['不亏不赚', 'Neither gain nor loss'],
    ],
    [
      '即使拥有整棵树，拿回的也少于付出的手续费。这也违反行为守则。',
      'Even who owns the whole tree gets back less than the fee. It also breaks the conduct code.',
    ],
  ),
  question(
    'buy-to-qualify',
    [
      '成为推广会员或被安置，需要购买什么吗？',
      'Must anything be bought to become a distributed member or to be placed?',
    ],
    [
      ['不需要，全部免费', 'No, all of it is free'],
      ['需要先认购 50 USDT', 'Yes, a subscription of 50 USDT'],
      ['需要先激活静态收益', 'Yes, a static activation'],
    ],
    [
      '加入、邀请、被安置、成为推广会员，都不必购买任何东西。',
      'Nothing has to be bought to join, to invite, to be placed or to become a distributed member.',
    ],
  ),
  // Named by the cap that it was first about: attempts that wait for answers know it by this.
  question(
    'daily-cap',
    [
      '匹配收益超过本轮剩余额度时，超出部分的业绩会怎样？',
      'Pairing pay is above what is left of the round. What happens to the volume beyond it?',
    ],
    [
      ['留在左右区结余中，不会被烧掉', 'It stays in the region balances; it is not burned'],
      ['全部清零', 'It is set to zero'],
      ['转给推荐人', 'It goes to the inviter'],
    ],
    [
      '只消耗实际支付所对应的业绩，上限不烧业绩。',
      'Only the volume that the pay stands for is consumed; a cap burns none.',
    ],
  ),
  question(
    'elimination',
    [
      '本轮动态收益达到上限（动态出局）后会怎样？',
      'Your dynamic pay reaches the cap of the round. What then?',
    ],
    [
      [
        '暂停支付，下一季度自动重新开始，不复投也一样',
        'Pay pauses and starts again by itself next quarter, also without a re-investment',
      ],
      ['账户余额被冻结，直到复投', 'The balance is blocked until you re-invest'],
      ['永久失去资格', 'You are out for good'],
    ],
    [
      '出局只是暂停，您的余额始终可以自由支配。',
      'Elimination is a pause; your balance is always yours to use.',
    ],
  ),
  question(
    'placement-final',
    [
      '安置在结算生效之后，谁可以更改？',
      'A settlement has made a placement final. Who can change it?',
    ],
    [
      ['任何人都不能，包括工作人员', 'Nobody, staff included'],
      ['推荐人可以随时更改', 'The inviter, at any time'],
      ['客服可以帮忙更改', 'The service team, on request'],
    ],
    [
      '结算后的安置由数据库约束为只增不改。',
      'After a settlement the tree only grows; the database itself forbids changes.',
    ],
  ),
  question(
    'password-keeping',
    [
      '朋友请您代为保管助记词，您应该怎么做？',
      'A friend asks you to keep their words for them. What do you do?',
    ],
    [
      ['拒绝，助记词只能由本人保管', 'Refuse: words are kept by their owner alone'],
      ['替对方保存在相册里', 'Keep them in your photo album'],
      ['转发给客服保管', 'Send them to the service team'],
    ],
    [
      '谁拿到助记词，谁就能控制账户；工作人员也不会索要。',
      'Whoever has the words controls the account; staff never ask for them.',
    ],
  ),
  question(
    'zero-share',
    ['对大多数成员来说，网络收益通常是多少？', 'What is network pay for most members?'],
    [
      ['可能为零，收益统计页如实公布', 'It may be zero; the statistics page says how it is'],
      ['每天至少有一笔', 'At least one payment a day'],
      ['与邀请人数成正比', 'In proportion to how many they invite'],
    ],
    [
      '统计页公布所有成员的结果，包括零收益者的比例。',
      'The statistics page publishes all members’ results, zeros included.',
    ],
  ),
  question(
    'poster',
    ['分享海报时，哪种做法符合守则？', 'Which way of sharing a poster keeps the code?'],
    [
      ['只使用应用生成的海报', 'Using only the poster that the app makes'],
      ['加上自己的收益截图', 'Adding a screenshot of your own earnings'],
      ['配上豪车照片和“财富自由”', 'Adding a sports car and “financial freedom”'],
    ],
    [
      '海报模板不含金额和收益说法，也不应自行添加。',
      'The template has no amounts and no claims, and none may be added.',
    ],
  ),
  question(
    'factor',
    ['拨付系数 k 小于 1 表示什么？', 'What does a payment factor k below 1 mean?'],
    [
      [
        '池中资金不足以全额支付，所有匹配按同一比例支付',
        'The pool could not pay in full; every match is paid in the same measure',
      ],
      ['您的个人资格被降低', 'Your own status was lowered'],
      ['手续费上涨了', 'Fees have risen'],
    ],
    [
      'k 是最后的保障，对所有人相同，并随每次结算公布。',
      'k is the back-stop, the same for everybody, and published with each settlement.',
    ],
  ),
  question(
    'borrowed',
    [
      '有人打算借钱参与，您应该怎么做？',
      'Somebody wants to borrow money to take part. What do you do?',
    ],
    [
      ['不推荐，并提醒可能损失全部', 'Do not recommend it, and remind them that all may be lost'],
      ['帮忙找利息低的贷款', 'Help to find a cheap loan'],
      ['建议先小额借款试试', 'Suggest a small loan to begin with'],
    ],
    ['只应投入亏得起的自有资金。', 'Only own money that one can afford to lose should be used.'],
  ),
  question(
    'spillover',
    [
      '上级的成员被安置到您的下方，意味着什么？',
      'Members of somebody above are placed under you. What does that mean?',
    ],
    [
      [
        '他们的手续费会带来业绩，但本身不会给您带来钱',
        'Their fees bring volume; by itself it brings you no money',
      ],
      ['您会立即得到一笔收益', 'You are paid at once'],
      ['他们成为您的直推', 'They become your direct invitees'],
    ],
    [
      '推荐关系终身不变；位置只带来业绩，不带来报酬。',
      'The inviter stays the same for life; a place brings volume, never money by itself.',
    ],
  ),
  question(
    'suspension',
    ['违反行为守则会怎样？', 'What happens if the conduct code is broken?'],
    [
      [
        '推广资格被暂停，会说明理由，可以申诉',
        'The status is suspended with a reason, and can be appealed',
      ],
      ['账户里的钱被没收', 'The money in the account is taken'],
      ['没有后果', 'Nothing'],
    ],
    [
      '资格与资产无关：余额始终属于您。',
      'The status has nothing to do with your money: the balance stays yours.',
    ],
  ),
]
