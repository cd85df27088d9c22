import type { AnswerOf, settlementList } from '@banyan/domain'
import { Card, Empty, figureText, List, MomentRow, Money, Note, Row } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { HashLine } from '../../shell/hash-line.tsx'
import { Link, PagedList, pages, useLive, useTexts } from '../../shell/index.ts'
import { settlementsQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** What each settlement has published, newest first. */
export function SettlementList() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(settlementsQuery)
  useLive('pricing', { invalidate: ['pricing'] })
  return (
    <>
      <Note>
        <p>{t('settlementsNote')}</p>
        <p>{t('payRootNote')}</p>
        <p>{t('rootNote')}</p>
        <Link page={pages.more.solvency} query={{ tab: 'proof' }}>
          {t('solvency')}
        </Link>
      </Note>
      <PagedList query={query} empty={<Empty>{t('noSettlements')}</Empty>}>
        {items =>
          items.map(settlement => (
            <Card key={settlement.period} title={settlement.period}>
              <List>
                <MomentRow label={t('cutoff')} time={settlement.cutoffAt} />
                <Row label={t('ruled')} value={t('version', { number: settlement.rules })} />
                <Row label={t('price')} value={`${settlement.price} USDT`} />
                <Row label={t('exitPrice')} value={`${settlement.exitPrice} USDT`} />
                <StaticPay pay={settlement.staticPay} />
              </List>
              <HashLine label={t('inputHash')} hash={settlement.inputHash} />
              <HashLine label={t('resultHash')} hash={settlement.resultHash} />
              {settlement.payRoot !== null && (
                <HashLine label={t('payRoot')} hash={settlement.payRoot} />
              )}
              {settlement.solvencyRoot === null ? (
                <p className="cap">{t('noRoot')}</p>
              ) : (
                <HashLine label={t('solvencyRoot')} hash={settlement.solvencyRoot} />
              )}
            </Card>
          ))
        }
      </PagedList>
    </>
  )
}

type Settlement = AnswerOf<typeof settlementList>['items'][number]

/** What it paid to activated coins, and offered for it: from fees, and from outside income. */
function StaticPay({ pay }: { pay: Settlement['staticPay'] }) {
  const t = useTexts(texts)
  if (pay === null) return <Row label={t('paySources')} value={t('notRecorded')} />
  return (['fees', 'income'] as const).map(source => (
    <Row
      key={source}
      label={t(`payFrom.${source}`)}
      note={t('offered', { amount: figureText(pay.released[source]) })}
      value={<Money value={pay.paid[source]} unit="USDT" />}
    />
  ))
}
