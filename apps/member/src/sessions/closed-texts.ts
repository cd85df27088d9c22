import { registerTexts } from '../shell/index.ts'

/** Why an account cannot be opened, and where its member can ask. */
export const closedTexts = registerTexts('sessions.closed', {
  zh: {
    closed: '{{name}} 已被限制使用',
    closedText: '资产仍在账户中。客服可以说明原因，也会受理您的申诉。',
    service: '联系客服',
    serviceUnread: '联系客服（{{n}} 条未读）',
    problem: '刚才的账户暂不可用',
    problemText: '它已从本设备移除，或已被限制使用。被限制的账户，可在登录过它的设备上联系客服。',
  },
  en: {
    closed: '{{name}} has been restricted',
    closedText:
      'Your assets stay in the account. Service can tell you why and take your objection.',
    service: 'Contact service',
    serviceUnread: 'Contact service ({{n}} unread)',
    problem: 'The account that was open cannot be used',
    problemText:
      'It was removed from this device, or it has been restricted. A restricted account can reach the service from a device where it was logged in.',
  },
})
