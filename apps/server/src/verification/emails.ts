import { type CodePurpose, codeTerms, fillSlots, type Locale } from '@banyan/domain'
import type { Email } from '../platform/mail/mail.ts'
import { inPlatformZone } from '../platform/platform-time.ts'

/** A notice to a member that they did not ask for: the act may not have been theirs. */
export type Notice =
  | 'loginChanged'
  | 'paymentChanged'
  | 'loginReset'
  | 'paymentReset'
  | 'resetCancelled'
  | 'addressChanged'
  | 'emailChanged'
  | 'placementDue'
  | 'closingAsked'
  | 'accountClosed'
  | 'accountFrozen'
  | 'accountOpened'

type Words = Readonly<Record<Locale, string>>

const codeSubjects: Readonly<Record<CodePurpose, Words>> = {
  bind: { 'zh-CN': '绑定邮箱的验证码', en: 'Your code to bind this address' },
  'rebind-old': { 'zh-CN': '更换邮箱的验证码', en: 'Your code to change the e-mail address' },
  'reset-login': { 'zh-CN': '重置登录密码的验证码', en: 'Your code to reset the login password' },
  'reset-payment': {
    'zh-CN': '重置支付密码的验证码',
    en: 'Your code to reset the payment password',
  },
  withdraw: { 'zh-CN': '转出的验证码', en: 'Your code for a withdrawal' },
  'close-account': { 'zh-CN': '注销账户的验证码', en: 'Your code to close your account' },
}

const codeParagraphs: readonly Words[] = [
  {
    'zh-CN': '{{subject}}（账户 {{account}}）：',
    en: '{{subject}}, for account {{account}}:',
  },
  {
    'zh-CN': `请在 ${codeTerms.validMinutes} 分钟内使用。只用于上述操作，请勿告诉任何人，包括自称客服的人。`,
    en: `Use it within ${codeTerms.validMinutes} minutes. It is for this alone; tell it to nobody, not even to someone who says they are our service.`,
  },
  {
    'zh-CN': '如果不是您本人操作，请忽略此邮件。',
    en: 'If you did not ask for it, ignore this e-mail.',
  },
]

/** The e-mail that carries a code. */
export function codeEmail(
  asked: { address: string; purpose: CodePurpose; locale: Locale; accountId: string },
  code: string,
): Email {
  const { locale } = asked
  const subject = codeSubjects[asked.purpose][locale]
  const slots = { subject, account: maskAccount(asked.accountId) }
  return {
    to: asked.address,
    locale,
    subject,
    code,
    paragraphs: codeParagraphs.map(words => fillSlots(words[locale], slots)),
  }
}

const notices: Readonly<Record<Notice, { subject: Words; body: Words }>> = {
  loginChanged: {
    subject: { 'zh-CN': '登录密码已修改', en: 'Your login password was changed' },
    body: {
      'zh-CN': '账户 {{account}} 的登录密码已用原密码修改，其他设备上的登录均已退出。',
      en: 'The login password of account {{account}} was changed by the old one. Every other device was logged out.',
    },
  },
  paymentChanged: {
    subject: { 'zh-CN': '支付密码已修改', en: 'Your payment password was changed' },
    body: {
      'zh-CN': '账户 {{account}} 的支付密码已用原密码修改。',
      en: 'The payment password of account {{account}} was changed by the old one.',
    },
  },
  loginReset: {
    subject: { 'zh-CN': '登录密码已重置', en: 'Your login password was reset' },
    body: {
      'zh-CN':
        '账户 {{account}} 的登录密码已被重置，所有设备均已退出登录。{{until}} 前：不能转出和出售，在售卖单不会成交，收款账户和邮箱不能修改；放币须输入支付密码。',
      en: 'The login password of account {{account}} was reset and every device was logged out. Until {{until}} nothing can be withdrawn or sold, nobody takes your sell orders, and the receiving account and the e-mail address stay as they are; a release takes the payment password.',
    },
  },
  paymentReset: {
    subject: { 'zh-CN': '支付密码已重置', en: 'Your payment password was reset' },
    body: {
      'zh-CN':
        '账户 {{account}} 的支付密码已被重置。{{until}} 前：不能转出和出售，在售卖单不会成交，收款账户和邮箱不能修改；放币还须输入登录密码。',
      en: 'The payment password of account {{account}} was reset. Until {{until}} nothing can be withdrawn or sold, nobody takes your sell orders, and the receiving account and the e-mail address stay as they are; a release also takes the login password.',
    },
  },
  resetCancelled: {
    subject: { 'zh-CN': '密码重置已撤销', en: 'A password reset was undone' },
    body: {
      'zh-CN':
        '账户 {{account}} 的密码重置已在较早登录的设备上撤销，原密码恢复有效，其他设备均已退出登录。',
      en: 'A password reset of account {{account}} was undone from a device that was logged in before it. The old password holds again, and every other device was logged out.',
    },
  },
  addressChanged: {
    subject: { 'zh-CN': '收款地址已更改', en: 'Your receiving address was changed' },
    body: {
      'zh-CN':
        '账户 {{account}} 的收款地址已更改。{{until}} 前不能出售，在售卖单不会成交；进行中的交易仍使用成交时的地址。',
      en: 'The receiving address of account {{account}} was changed. Until {{until}} nothing can be sold and nobody takes your sell orders; trades under way keep the address they were made with.',
    },
  },
  emailChanged: {
    subject: { 'zh-CN': '绑定邮箱已更换', en: 'Your e-mail address was changed' },
    body: {
      'zh-CN':
        '账户 {{account}} 已改绑其他邮箱，以后的验证码和通知不再发到这里。{{until}} 前不能转出和出售，收款账户不能修改。',
      en: 'Account {{account}} is bound to another e-mail address now. Codes and notices will not come here any more. Until {{until}} nothing can be withdrawn or sold, and the receiving account stays as it is.',
    },
  },
  closingAsked: {
    subject: { 'zh-CN': '您的账户将被注销', en: 'Your account is going to be closed' },
    body: {
      'zh-CN':
        '账户 {{account}} 已申请注销，将于 {{until}} 执行。在此之前登录，即可在“我的数据”页面撤销；执行后无法恢复。',
      en: 'Account {{account}} is going to be closed on {{until}}. Until then you can log in and undo it on the page “My data”; afterwards nothing brings it back.',
    },
  },
  accountClosed: {
    subject: { 'zh-CN': '您的账户已注销', en: 'Your account is closed' },
    body: {
      'zh-CN': '账户 {{account}} 已注销，所有设备均已退出，本邮箱已解绑。',
      en: 'Account {{account}} is closed. Every device was logged out, and this address is bound to it no more.',
    },
  },
  accountFrozen: {
    subject: { 'zh-CN': '您的账户已被冻结', en: 'Your account was frozen' },
    body: {
      'zh-CN':
        '平台的两位工作人员已共同决定冻结账户 {{account}}：所有设备都不能再使用它，余额保持不变。如果您没有申请冻结，请联系平台客服说明情况。本邮件不含链接，也不会向您索要密码或验证码。',
      en: 'Two people of the platform have decided together to freeze account {{account}}: no device can use it, and its balances stay as they are. If you did not ask for it, write to the service of the platform. This e-mail has no links and asks for no password or code.',
    },
  },
  accountOpened: {
    subject: { 'zh-CN': '您的账户已解除冻结', en: 'Your account was opened again' },
    body: {
      'zh-CN':
        '平台的两位工作人员已共同决定解除账户 {{account}} 的冻结，可以正常使用。如果您怀疑他人知道您的密码，请登录后立即修改。',
      en: 'Two people of the platform have decided together to open account {{account}} again. It can be used as before. If somebody else may know your passwords, log in and change them.',
    },
  },
  placementDue: {
    subject: {
      'zh-CN': '您邀请的用户即将自动安置',
      en: 'Somebody you invited is about to be placed automatically',
    },
    body: {
      'zh-CN':
        '账户 {{account}} 邀请的用户还没有安置。{{until}} 起将按您保存的偏好自动安置，安置后不可更改。如需自己选择位置，请在此之前打开“安置网络”。',
      en: 'Somebody whom account {{account}} invited has no place yet. From {{until}} on the next settlement places them by your stored choice, and nothing can change it afterwards. To choose the place yourself, open the placement network before then.',
    },
  },
}

/** Notices of what no thief can have done need no warning about who acted. */
const withoutWarning: readonly Notice[] = [
  'placementDue',
  'accountClosed',
  'accountFrozen',
  'accountOpened',
]

const warning: Words = {
  'zh-CN':
    '如果不是您本人操作：请用仍登录着的旧设备在“安全”页撤销，或用助记词登录，退出其他设备并重置密码。',
  en: 'If this was not you: undo it on the security page of a device that was logged in before, or log in by your words, end all other sessions and reset the password.',
}

/** An e-mail about an act on an account. `until` is the end of a freeze. */
export function noticeEmail(
  notice: Notice,
  to: { address: string; locale: Locale },
  facts: { accountId: string; until?: Date | undefined },
): Email {
  const { locale } = to
  const { subject, body } = notices[notice]
  const slots = {
    account: maskAccount(facts.accountId),
    ...(facts.until ? { until: inPlatformZone(facts.until) } : {}),
  }
  return {
    to: to.address,
    locale,
    subject: subject[locale],
    paragraphs: [
      fillSlots(body[locale], slots),
      ...(withoutWarning.includes(notice) ? [] : [warning[locale]]),
    ],
  }
}

const maskAccount = (accountId: string): string =>
  `${accountId.slice(0, 2)}****${accountId.slice(-2)}`
