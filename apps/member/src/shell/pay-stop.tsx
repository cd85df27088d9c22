import type { PayStop } from '@banyan/domain'
import { Link } from './page/link.tsx'
import { pages } from './routes.ts'
import { registerTexts, useTexts } from './texts/texts.ts'

const texts = registerTexts('payStop', {
  zh: {
    moduleOff: '您所在的国家或地区不提供网络收益。',
    insider: '您的账户是平台自己的账户，永远得不到网络收益。',
    notDistributed: '要得到网络收益，须先成为推广会员（免费）。',
    applied: '要得到网络收益，须先等推广会员的申请在结算时通过。',
    suspended: '您的推广会员资格已暂停；要得到网络收益，须先恢复资格，可以申诉。',
    dontBuy: '请不要为重开本轮而认购：照现在的情形，您得不到网络收益。提示可以先不回答。',
    toSpread: '了解推广会员',
  },
  en: {
    moduleOff: 'Network pay is not offered where you live.',
    insider: 'Your account is one of the platform’s own, which the network never pays.',
    notDistributed:
      'To be paid by the network you first have to become a distributed member, which is free.',
    applied:
      'To be paid by the network, first wait for a settlement to accept you as a distributed member.',
    suspended:
      'You are suspended as a distributed member. To be paid by the network you first have to be reinstated; you can appeal.',
    dontBuy:
      'Do not subscribe in order to open the round again: as things stand you would not be paid. The prompt can stay unanswered.',
    toSpread: 'About distributed members',
  },
})

/** The reasons that the member can resolve on the page of distributed members. */
const led: readonly PayStop[] = ['notDistributed', 'applied', 'suspended']

/**
 * For members whom network pay would pay nothing: what they need first, and not to buy for it. The
 * same on every page about a closed round; not part of the shell's index, because few pages need
 * it.
 */
export function PayStopText(props: { stop: PayStop; className?: string | undefined }) {
  const { stop, className } = props
  const t = useTexts(texts)
  return (
    <>
      <p className={className}>{t(stop)}</p>
      <p className={className}>{t('dontBuy')}</p>
      {led.includes(stop) && (
        <p className={className}>
          <Link page={pages.mineArea.toSpread}>{t('toSpread')}</Link>
        </p>
      )}
    </>
  )
}
