import { durationText } from '@banyan/domain'
import { Card, Chip, List, Money, placedText, Row } from '@banyan/ui'
import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import type { Way } from '../ways.ts'

/** Everything that limits one way of putting money in or taking it out, the one that binds now marked. */
export function WayCard(props: {
  name: 'subscribing' | 'buying' | 'selling' | 'withdrawing'
  way: Way
  /** The rolling time that the limit of trading or withdrawing counts. */
  windowMs?: number
  /** Why nothing can be done at all now, above the limits. */
  children?: ReactNode
  /** How the limits change, below them. */
  foot?: ReactNode
}) {
  const { name, way, windowMs, children, foot } = props
  const t = useTexts(texts)
  const language = useLanguage()
  return (
    <Card title={t(name)}>
      {children}
      <List>
        {way.amounts.map(limit => (
          <Row
            key={limit.name}
            label={
              <>
                {t(`amount.${limit.name}`, {
                  window: windowMs === undefined ? '' : durationText(windowMs, language),
                })}{' '}
                {limit.binds && <Chip tone="accent">{t('binds')}</Chip>}
              </>
            }
            note={
              limit.most !== null &&
              limit.used !== null &&
              t('usedOfMost', {
                used: placedText(limit.used, 'limit'),
                most: placedText(limit.most, 'limit'),
              })
            }
            value={<Money value={limit.left} unit="USDT" place="list" />}
            strong={limit.binds}
          />
        ))}
        {way.counts.map(({ name: counted, used, most }) => (
          <Row
            key={counted}
            label={
              <>
                {t(`count.${counted}`)} {used >= most && <Chip tone="warn">{t('full')}</Chip>}
              </>
            }
            value={t('countOf', { used, most })}
          />
        ))}
      </List>
      {foot && <p className="cap">{foot}</p>}
    </Card>
  )
}
