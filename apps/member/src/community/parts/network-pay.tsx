import type { AnswerOf, distributionStatus, dynamicSummary, networkOverview } from '@banyan/domain'
import { Card, figureSign, figureText, List, placedText, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useOwnText } from '../../shell/hidden-figures.tsx'
import { href, pages, useTexts } from '../../shell/index.ts'
import { aboutQuery } from '../queries.ts'
import { texts } from '../texts.ts'

export interface NetworkPayProps {
  overview: AnswerOf<typeof networkOverview>
  dynamics: AnswerOf<typeof dynamicSummary>
  /** Undefined while loading. */
  effective: AnswerOf<typeof distributionStatus>['effectiveInvitees'] | undefined
}

/** Network pay in one row, and the invitees with the fees they brought in another. */
export function NetworkPay({ overview, dynamics, effective }: NetworkPayProps) {
  const t = useTexts(texts)
  const shown = useOwnText()
  const { data: system } = useQuery(aboutQuery)
  const { moduleOn, round, last, distributed } = dynamics
  const { invited, sums } = overview
  const active = effective && effective.left + effective.right
  return (
    <Card>
      <List>
        <Row
          label={t('dynamic')}
          note={
            moduleOn
              ? [
                  t(round.eliminated ? 'dynamicEliminated' : 'dynamicNote'),
                  t('ofRound', {
                    paid: shown(placedText(round.paid, 'earning')),
                    cap: shown(placedText(round.cap, 'limit')),
                  }),
                ].join(' · ')
              : t('dynamicOff')
          }
          value={
            moduleOn && last && figureSign(last.amount) > 0
              ? t('lastPaid', { amount: shown(placedText(last.amount, 'earning')) })
              : undefined
          }
          href={href(pages.communityArea.dynamicProfitList)}
        />
        {moduleOn && distributed !== 'active' && (
          <Row label={t('onlyDistributed')} href={href(pages.mineArea.toSpread)} />
        )}
        <Row
          label={t('counts')}
          note={
            sums
              ? t('countsNote', {
                  team: shown(figureText(sums.team, 2, 2)),
                  referral: shown(figureText(sums.referral, 2, 2)),
                })
              : undefined
          }
          value={
            active === undefined
              ? t('members', { count: invited })
              : t('invitedActive', { count: invited, active })
          }
          href={href(pages.mineArea.inviteList)}
        />
      </List>
      {moduleOn && <p className="cap">{t(system?.demo ? 'moduleOnDemo' : 'moduleOn')}</p>}
    </Card>
  )
}
