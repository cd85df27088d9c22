import { registerTexts } from '../shell/index.ts'

/** What a seller can expect while the buyer has not paid. */
export const nextTexts = registerTexts('otc.next', {
  zh: {
    title: '接下来',
    pay: '买家向您的收款地址支付 {{amount}} USDT，并提交凭证与交易哈希。',
    check: '您在自己的钱包里核对到账，再用支付密码放币。',
    late: '如果买家超时未付款，币在 {{minutes}} 分钟宽限期后退回。',
  },
  en: {
    title: 'What comes next',
    pay: 'The buyer pays {{amount}} USDT to your address and sends voucher and hash.',
    check: 'You check your own wallet, then release with your payment password.',
    late: 'If the buyer does not pay in time, the coin comes back after {{minutes}} minutes of grace.',
  },
})
