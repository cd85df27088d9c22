import type { RefusalText } from '../contract/refusal.ts'

/** 414xx: recharges. */
export const depositRefusals = {
  depositAddressUnverified: {
    code: 41401,
    'zh-CN': '充值地址校验不通过，为安全起见暂不显示，请联系客服',
    en: 'The deposit address failed its check and is not shown; contact service',
  },
  depositsNotOffered: {
    code: 41402,
    'zh-CN': '当前部署未连接区块链，暂不支持充值',
    en: 'No chain is connected to this deployment, so recharging is not possible',
  },
  depositsNotReady: {
    code: 41403,
    'zh-CN': '正在连接区块链，请稍后再获取充值地址',
    en: 'The chain is still being connected; ask for the deposit address again shortly',
  },
  depositKeyNotNamed: {
    code: 41404,
    'zh-CN': 'DEPOSIT_XPUB 未包含此公钥：请先在每台服务器的设置中加在最后并重新启动',
    en: 'DEPOSIT_XPUB does not name this key: add it behind the others in the settings of every server, and start them again',
  },
  depositKeyNotHeld: {
    code: 41405,
    'zh-CN': '签名程序没有此公钥对应的私钥：请先放入并重新启动，否则充值无法归集',
    en: 'The signer does not hold the private half of this key: give it to the signer first, otherwise nothing could be collected',
  },
  depositKeyUsed: {
    code: 41406,
    'zh-CN': '此公钥正在使用或曾经使用，请提出新的公钥',
    en: 'This key is in use, or was: propose a new one',
  },
  depositKeyProposed: {
    code: 41407,
    'zh-CN': '已有一项更换充值公钥的提案，请先决定它',
    en: 'A change of the deposit key is proposed already; decide on it first',
  },
} as const satisfies Record<string, RefusalText>
