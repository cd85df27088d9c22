import { Card, Empty, List, Moment, Note, Row } from '@banyan/ui'
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
        <p>{t('rootNote')}</p>
        <Link page={pages.more.solvency} query={{ tab: 'proof' }}>
          {t('solvency')}
        </Link>
      </Note>
      <PagedList query={query} empty={<Empty>{t('noSettlements')}</Empty>}>
        {items =>
          items.map(one => (
            <Card key={one.period} title={one.period}>
              <List>
                <Row label={t('cutoff')} value={<Moment time={one.cutoffAt} />} />
                <Row label={t('ruled')} value={t('version', { number: one.rules })} />
                <Row label={t('price')} value={`${one.price} USDT`} />
                <Row label={t('exitPrice')} value={`${one.exitPrice} USDT`} />
              </List>
              <HashLine label={t('inputHash')} hash={one.inputHash} />
              <HashLine label={t('resultHash')} hash={one.resultHash} />
              {one.solvencyRoot === null ? (
                <p className="cap">{t('noRoot')}</p>
              ) : (
                <HashLine label={t('solvencyRoot')} hash={one.solvencyRoot} />
              )}
            </Card>
          ))
        }
      </PagedList>
    </>
  )
}
