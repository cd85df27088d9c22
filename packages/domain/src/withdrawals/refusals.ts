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
    'zh-CN': '不能转出到平台自己的充值地址',
    en: 'This is a deposit address of the platform; use another one',
  },
  withdrawalBelowMinimum: {
    code: 41503,
    'zh-CN': '最少转出 {{min}} USDT',
    en: 'The minimum is {{min}} USDT',
  },
  withdrawalOverLimit: {
    code: 41504,
    'zh-CN': '24 小时内最多转出 {{max}} USDT，还可转出 {{left}}',
    en: 'At most {{max}} USDT in 24 hours; {{left}} left',
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
} as const satisfies Record<string, RefusalText>
