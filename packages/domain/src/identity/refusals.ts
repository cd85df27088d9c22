import type { RefusalText } from '../contract/refusal.ts'

/** 411xx: accounts. */
export const identityRefusals = {
  inviteCodeUnknown: {
    code: 41101,
    'zh-CN': '邀请码无效，请核对后重新输入',
    en: 'This invitation code is not valid; check it and enter it again',
  },
  publicKeyTaken: {
    code: 41102,
    'zh-CN': '这组助记词已创建过账户，请用助记词登录',
    en: 'These words already have an account; log in by words',
  },
  nicknameReserved: {
    code: 41103,
    'zh-CN': '该昵称不可使用，请换一个',
    en: 'This nickname cannot be used; choose another',
  },
  passwordTooCommon: {
    code: 41104,
    'zh-CN': '登录密码过于常见，请换一个',
    en: 'This login password is too common; choose another',
  },
  receivingAddressChecksum: {
    code: 41105,
    'zh-CN': '{{network}} 地址校验不通过，请逐字核对',
    en: 'The {{network}} address fails its checksum; check every character',
  },
  registrationLimit: {
    code: 41106,
    'zh-CN': '今天的注册名额已满，请明天再试',
    en: 'No more accounts can be created today; try again tomorrow',
  },
  nicknameTaken: {
    code: 41108,
    'zh-CN': '该昵称已有人使用，或与他人的昵称太像，请换一个',
    en: 'Somebody has this nickname, or one that looks like it; choose another',
  },
  countryClosed: {
    code: 41107,
    'zh-CN': '按当地法律，本平台不向该国家或地区的居民提供投资；已有的资产可照常出售、兑换和转出',
    en: 'Local law does not let this house offer investments to residents of that country or region; what is already yours can be sold, exchanged and withdrawn as usual',
  },
} as const satisfies Record<string, RefusalText>
