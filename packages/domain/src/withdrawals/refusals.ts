import type { RefusalText } from '../contract/refusal.ts'

/** 415xx: withdrawals. */
export const withdrawalRefusals = {
  withdrawalAddressChecksum: {
    code: 41501,
    'zh-CN': 'BSC 地址校验不通过（EIP-55），请逐字核对大小写',
    en: 'The BSC address fails its EIP-55 checksum; check every letter and its case',
  },
  withdrawalAddressOwn: {
    code: 41502,
    'zh-CN': '不能转出到平台自己的地址',
    en: 'This is an address of the platform; use another one',
  },
  withdrawalBelowMinimum: {
    code: 41503,
    'zh-CN': '最少转出 {{min}} USDT',
    en: 'The minimum is {{min}} USDT',
  },
  withdrawalOverLimit: {
    code: 41504,
    'zh-CN': '{{hours}} 小时内最多转出 {{max}} USDT，还可转出 {{left}}',
    en: 'At most {{max}} USDT in {{hours}} hours; {{left}} left',
  },
  withdrawalSettled: {
    code: 41505,
    'zh-CN': '该订单已获批准或已结束，不能取消',
    en: 'This order has been approved or has ended and cannot be cancelled',
  },
  withdrawalAddressUnusable: {
    code: 41506,
    'zh-CN': '该地址无法使用转入的资产，请使用自己的收款地址',
    en: 'Nothing sent to this address could ever be used; enter an address of your own',
  },
  withdrawalsFrozen: {
    code: 41507,
    'zh-CN': '账户安全设置刚有变更，{{until}} 前不能转出',
    en: 'Withdrawals are paused until {{until}} because security settings changed',
  },
  withdrawalAddressUnknown: {
    code: 41508,
    'zh-CN': '您的地址簿里没有这个地址',
    en: 'This address is not among your addresses',
  },
  withdrawalAddressInUse: {
    code: 41509,
    'zh-CN': '还有转出到该地址的订单未结束，结束后才能移除',
    en: 'A withdrawal to this address is still open; remove the address once it has ended',
  },
  withdrawalNotWaiting: {
    code: 41510,
    'zh-CN': '该订单的当前状态不能进行此操作，请刷新后再看',
    en: "This is not possible in the order's present state; read it again",
  },
  withdrawalOwn: {
    code: 41511,
    'zh-CN': '这是您自己的转出订单，须由他人决定',
    en: 'This is your own withdrawal; somebody else decides on it',
  },
  withdrawalTie: {
    code: 41512,
    'zh-CN': '您与该会员的邀请关系在三级以内，须由他人决定',
    en: 'You are within three invitations of this member; somebody else decides on it',
  },
  withdrawalSecondPerson: {
    code: 41513,
    'zh-CN': '审核人不能放行同一笔转出，须由另一位司库放行',
    en: 'The reviewer of a withdrawal cannot release it; another person does',
  },
  withdrawalAddressCooling: {
    code: 41514,
    'zh-CN': '新地址仍在等待期，{{from}} 起才能批准',
    en: 'The address is new and can be approved from {{from}} on',
  },
  withdrawalReasonNeeded: {
    code: 41515,
    'zh-CN': '有检查项未通过（{{checks}}），请填写理由，理由记入操作日志',
    en: 'Checks are not fine ({{checks}}); give a reason, which goes into the log of acts',
  },
  payoutKeyMissing: {
    code: 41516,
    'zh-CN': '您还没有登记签名公钥，请先登记（docs/operators.md）',
    en: 'You have not registered a public key for approvals; register one first (docs/operators.md)',
  },
  payoutSignatureWrong: {
    code: 41517,
    'zh-CN': '签名与订单、您的角色、名称和已登记的公钥不符，请按订单原文重新签名',
    en: 'The signature does not fit the order, your role, your name and your registered key; sign the text of the order again',
  },
  payoutsNotConnected: {
    code: 41518,
    'zh-CN': '平台未连接区块链，无法批准转出',
    en: 'No chain is connected, so no withdrawal can be approved',
  },
  payoutKeyTaken: {
    code: 41519,
    'zh-CN': '该公钥属于另一位操作员，每人须有自己的密钥',
    en: 'This key is another operator’s; everybody has a key of their own',
  },
  payoutKeyWrong: {
    code: 41520,
    'zh-CN': '公钥须为 P-256 未压缩格式，65 字节的 base64url',
    en: 'A public key is an uncompressed point of P-256: 65 bytes in base64url',
  },
  withdrawalNotRefused: {
    code: 41521,
    'zh-CN': '签名程序现在没有拒绝这笔转出，或拒绝会自行解除；只有被拒绝的才能提前退回',
    en: 'The signer does not refuse this withdrawal now, or only for a while; one that it refuses can be given back early',
  },
  withdrawalVoidProposed: {
    code: 41522,
    'zh-CN': '已有人提出退回这笔转出；请在提案列表中查看',
    en: 'Giving this withdrawal back is proposed already; look at the list of proposals',
  },
  withdrawalRestorePending: {
    code: 41523,
    'zh-CN':
      '数据库刚刚恢复，正在与链上和签名程序核对恢复前的付款；核对完成前不能取消或拒绝转出，请几分钟后再试',
    en: 'The database was restored, and earlier payouts are being looked for on the chain and at the signer; withdrawals cannot be cancelled or refused until that is done. Try again in a few minutes',
  },
} as const satisfies Record<string, RefusalText>
