import type { Locale } from '@banyan/domain'
import { type BankQuestion, bankQuestion } from './question.ts'

/** Stored with the answers; a change of the questions is a new version. */
export const RISK_QUESTIONS_VERSION = 1

/**
 * What everybody should know before their first money goes in: possible losses, ways out, the
 * source of pay, the limits.
 */
export const riskQuestionBank: readonly BankQuestion[] = [
  bankQuestion(
    'loss',
    ['您投入的钱最坏会怎样？', 'What is the worst that can happen to the money you put in?'],
    [
      ['可能全部损失，没有人赔付', 'All of it can be lost, and nobody makes good for it'],
      ['最多损失手续费', 'I can lose no more than the fees'],
      ['价格下跌时由平台补足', 'The platform makes up for a fall of the price'],
    ],
    [
      '这是高风险投资。登记损失会使价格下跌，没有任何人保证本金。',
      'This is a high-risk investment. A booked loss lowers the price, and nobody guarantees the capital.',
    ],
  ),
  bankQuestion(
    'leaving',
    ['怎样把钱取回来？', 'How do you get money out again?'],
    [
      [
        '按当天的价格并扣除费用，每天有限额，转出还要审核，需要时间',
        'At the price of that day, less fees, up to a daily amount, and a withdrawal is reviewed: it takes time',
      ],
      ['随时按买入价全额退回', 'All of it, at any time, at the price I paid'],
      ['由邀请我的人买回', 'My inviter buys it back'],
    ],
    [
      '取回的是当天的价值，不是投入的金额；也可以在市场出售，但不一定有人买。',
      'You get the value of that day, not the amount you put in. You can also sell on the market, if somebody buys.',
    ],
  ),
  bankQuestion(
    'pay',
    [
      '静态收益和网络收益的钱从哪里来？',
      'Where does the money of static and network pay come from?',
    ],
    [
      [
        '会员付的手续费（包括新人的）和实际收到的外部收入；没有就不付',
        'Fees that members pay, newcomers among them, and income received from outside; without them nothing is paid',
      ],
      ['平台保证的每日利息', 'Daily interest that the platform guarantees'],
      ['LEAF 自己会增值', 'LEAF earns it by itself'],
    ],
    [
      'LEAF 本身不产生收益。没有外部收入，全体会员取回的合计少于投入。',
      'LEAF earns nothing by itself. Without income from outside, members together get back less than they put in.',
    ],
  ),
  bankQuestion(
    'share',
    ['应该投入自己多少钱？', 'How much of your own money should this be?'],
    [
      [
        '一小部分，全部亏掉也不影响生活',
        'A small part, one that I could lose whole and live as before',
      ],
      ['全部积蓄，收益才明显', 'All my savings, so that it is worth it'],
      ['借来的钱也可以，用收益还', 'Borrowed money is fine: the pay will cover it'],
    ],
    [
      '收益没有保证，借款却必须归还。只用亏得起的钱。',
      'Pay is not guaranteed, but a loan has to be paid back. Use only what you can afford to lose.',
    ],
  ),
]

/** The questions and their right answers in one language, as stored with a member's answers. */
export const riskQuestionsText = (locale: Locale): string =>
  riskQuestionBank
    .map(({ text, options: [right] }, i) => `${i + 1}. ${text[locale]} ${right[locale]}`)
    .join('\n')
