import type { AnswerOf, dynamicSummary, staticSummary } from '@banyan/domain'
import { Card, Chip, figureSign, figureText, List, Moment, Money, Row } from '@banyan/ui'
import { href, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

export interface LastCardProps {
  dynamics: AnswerOf<typeof dynamicSummary>
  statics: AnswerOf<typeof staticSummary>['last']
}

/** What the last settlement paid the member, and whether the pool could pay in full. */
export function LastCard({ dynamics, statics }: LastCardProps) {
  const t = useTexts(texts)
  const { last, moduleOn } = dynamics
  if (!last)
    return (
      <Card title={t('last')}>
        <p className="sub">{t('noSettlement')}</p>
      </Card>
    )
  const factor = figureText(last.factor, 0, 9)
  return (
    <Card
      title={t('last')}
      aside={
        <span className="cap">
          <Moment time={last.at} />
        </span>
      }
    >
      <List>
        {statics && <Earned label={t('static')} amount={statics.amount} id={statics.id} />}
        <Earned label={t('dynamic')} amount={last.amount} id={`dynamic-${last.period}`} />
        {moduleOn && (
          <>
            <Row label={t('volume')} value={<Money value={last.volume} unit="USDT" />} />
            <Row
              label={t('factor')}
              value={
                <Chip tone={factor === '1' ? 'ok' : 'warn'}>
                  {factor === '1' ? t('inFull') : factor}
                </Chip>
              }
            />
          </>
        )}
      </List>
    </Card>
  )
}

/** What was paid leads to how it was computed; nothing has nothing to show. */
function Earned({ label, amount, id }: { label: string; amount: string; id: string }) {
  const address = figureSign(amount) > 0 ? href(pages.more.passport, { id }) : undefined
  return <Row label={label} value={<Money value={amount} unit="USDT" />} strong href={address} />
}
