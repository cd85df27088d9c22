import { Card, List, Moment, Money, MoneyRow, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryView, useTexts } from '../../shell/index.ts'
import { SumLine } from '../../shell/sum-line.tsx'
import { ownWindDownQuery, type Passport } from '../queries.ts'
import { texts } from '../texts.ts'

/** What the reader was paid, with the sum of each part and the ledger's lines. */
export function OwnCard({ id }: { id: string }) {
  const t = useTexts(texts)
  return (
    <Card title={t('ownTitle')}>
      <QueryView query={useQuery(ownWindDownQuery)} compact>
        {({ passport }) =>
          passport?.windDownId === id ? (
            <Own passport={passport} />
          ) : (
            <p className="sub">{t('ownNone')}</p>
          )
        }
      </QueryView>
    </Card>
  )
}

function Own({ passport }: { passport: Passport }) {
  const t = useTexts(texts)
  const { positions, coins, risk, total, outcome, lines } = passport
  return (
    <>
      <List>
        <MoneyRow label={t('total')} value={total} unit="USDT" least={6} strong />
        {positions.map(position => (
          <Row
            key={position.id}
            label={t('ofPosition')}
            note={
              <SumLine>
                {t('positionSum', {
                  ...position,
                  pool: outcome.poolStatic,
                  weight: outcome.weight,
                })}
              </SumLine>
            }
            value={<Money value={position.pay} unit="USDT" least={6} />}
          />
        ))}
        <MoneyRow
          label={t('ofCoins')}
          note={<SumLine>{t('coinsSum', coins)}</SumLine>}
          value={coins.pay}
          unit="USDT"
          least={6}
        />
        <MoneyRow
          label={t('ofRisk')}
          note={
            risk.isInsider ? (
              t('insider')
            ) : (
              <SumLine>
                {t('riskSum', {
                  risk: outcome.risk,
                  part: risk.part,
                  all: outcome.riskWeight,
                  pay: risk.pay,
                })}
              </SumLine>
            )
          }
          value={risk.pay}
          unit="USDT"
          least={6}
        />
        {outcome.riskBy === 'leastHeld' && (
          <MoneyRow label={t('leastHeld')} value={risk.leastHeld} unit="LEAF" least={6} />
        )}
      </List>
      <p className="cap">{t('linesTitle')}</p>
      <List>
        {lines.map(line => (
          <Row
            key={line.transferId}
            label={t(`line_${line.kind}`)}
            note={<Moment time={line.at} />}
            value={<Money value={line.amount} unit={line.asset} least={6} />}
          />
        ))}
      </List>
    </>
  )
}
