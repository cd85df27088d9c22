import { registerTexts } from '../shell/index.ts'

/** The check of the own static pay of a settlement. */
export const payTexts = registerTexts('earnings.payProof', {
  zh: {
    title: '在本机核对',
    checking: '正在取得路径，并在本机重算每一个哈希…',
    none: '这次结算早于静态收益的根，无法核对。',
    holds: '相符',
    red: '不符',
    holdsLead: '您的每一笔激活都计入了公布的总量，所得正是规则算出的数。',
    redLead: '这次核对没有通过。第一个不成立的地方：',
    again: '重新核对',
    save: '保存证明',
    root: '静态收益的根',
    steps: '逐项核对',
    step: {
      root: '公布的根由它旁边的数字算出',
      public: '我的证明用的就是公布的根',
      known: '本机以前没有见过另一个根',
      key: '证明绑定本机生成的登录密钥',
      page: '树中的数量与所得就是本页显示的',
      rule: '所得符合规则',
      path: '每一笔激活都通到公布的总量',
    },
    says: {
      root: '支付的 {{paid}} USDT 不多于拿出的 {{released}} USDT，总权重 {{weight}} 不多于全部 {{coins}} LEAF。',
      public: '根由另一次不带登录身份的请求取得，平台无法单独给您看另一个。',
      known: '先记下的不会被后来的覆盖。',
      key: '密钥由您的助记词在本机算出，所以同一片叶子不能给两个人看。',
      page: '{{positions}} 笔激活，一笔不多，一笔不少。',
      rule: '每笔 = floor6(拿出 × 数量 ÷ 总权重) 与距上限余额中较小的。',
      path: '{{leaves}} 条路径，共 {{levels}} 层：在本机重算，通到总权重与支付总额。',
    },
    unknownKey:
      '这台设备没有用助记词生成过您的密钥（只用密码登录过）。打开一次助记词，就能核对这一项。',
    openWords: '打开助记词',
    failure: {
      form: '取得的证明不是约定的格式。',
      run: '证明不是这次结算的，或编号与结算的哈希不符。',
      published: '公布的根与它自己的数字不符，或支付多于拿出，或总权重多于全部 LEAF。',
      sameRoot: '证明用的根与公布的根不同：平台可能给您看了另一个根。',
      known: '这次结算的根与本机以前记下的不同：过去被改过。',
      identity: '证明绑定的不是您的登录密钥：平台可能把别人的证明给了您。',
      positions: '本页显示的激活不在树里，或树里多出一笔。',
      shown: '树里的数量、所得、总权重或拿出的数额与本页不同。',
      formula: '所得不是规则算出的数。',
      range: '有一个数额为负，或大得不可能。',
      place: '有一笔不在树内，或两笔占了同一个位置。',
      path: '有一笔通不到公布的总量：它没有计入，或总权重不是各笔之和。',
      omitted: '本页显示了您的激活，平台却拿不出路径：您没有被计入。',
    },
    evidence: '请先保存证明文件，它本身就是证据；再请其他会员核对同一期的根。',
    means:
      '不证明：树里没有不属于任何人的激活。它们再多，总权重也不能超过全部 LEAF，并且会使所有人的所得变少。',
  },
  en: {
    title: 'Checked on this device',
    checking: 'Fetching the paths, and making every hash again on this device…',
    none: 'This settlement is of before there were roots of static pay: it cannot be checked.',
    holds: 'It holds',
    red: 'Failed',
    holdsLead:
      'Each of your positions is counted in the published totals, and was paid what the rule comes to.',
    redLead: 'This check has failed. The first thing that does not hold:',
    again: 'Recheck',
    save: 'Save',
    root: 'Root of static pay',
    steps: 'Step by step',
    step: {
      root: 'The published root is made of the figures beside it',
      public: 'My proof is of the published root',
      known: 'This device has seen no other root before',
      key: 'The proof is bound to the login key made here',
      page: 'Coins and pay in the tree are what this page shows',
      rule: 'The pay is what the rule comes to',
      path: 'Every position leads to the published totals',
    },
    says: {
      root: 'The {{paid}} USDT paid are no more than the {{released}} USDT offered, the total weight {{weight}} no more than all {{coins}} LEAF.',
      public:
        'The root was asked for a second time without your login, so nobody can show you one of your own.',
      known: 'The first root that it sees is kept, whatever is sent later.',
      key: 'Your words make the key on this device, so one leaf cannot be shown to two people.',
      page: 'Positions on this page and in the tree: {{positions}}, none less and none more.',
      rule: 'Each is the smaller of floor6(offered × coins ÷ total weight) and what its cap had left.',
      path: 'Paths: {{leaves}}, levels of all together: {{levels}}, made again on this device. They lead to the total weight and the sum paid.',
    },
    unknownKey:
      'This device has never made your key from the words (you logged in by the password alone). Open the words once, and this is checked too.',
    openWords: 'Open the words',
    failure: {
      form: 'The proof has not the form that was agreed on.',
      run: 'The proof is of another settlement, or its id does not fit the hashes of the settlement.',
      published:
        'The published root does not fit its own figures, or more was paid than offered, or the total weight is more than all LEAF.',
      sameRoot:
        'The proof is of another root than the published one: you may have been shown a root of your own.',
      known:
        'The root of this settlement is not the one that this device saw before: the past was changed.',
      identity: 'The proof is bound to another login key: you may have been given another’s proof.',
      positions: 'A position on this page is not in the tree, or the tree has one more.',
      shown: 'Coins, pay, total weight or the amount offered are not in the tree as on this page.',
      formula: 'The pay is not what the rule comes to.',
      range: 'An amount is negative, or larger than can be.',
      place: 'A position is outside the tree, or two are in one place.',
      path: 'A position does not lead to the published totals: it is not counted, or the total weight is not the sum of all.',
      omitted:
        'This page shows your positions, and the platform has no paths for them: you are not counted.',
    },
    evidence:
      'Save the proof first: the file is evidence by itself. Then ask other members to check the root of the same settlement.',
    means:
      'It does not prove that no position in the tree belongs to nobody. However many there were, the total weight cannot be more than all LEAF, and everybody would be paid less.',
  },
})
