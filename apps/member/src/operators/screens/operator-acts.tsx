import type { AnswerOf, actsOnOwnAccount } from '@banyan/domain'
import { Card, Empty, List, Moment } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList, useTexts } from '../../shell/index.ts'
import { actKindOf } from '../act-kinds.ts'
import { ownActsQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './operator-acts.module.css'

type Act = AnswerOf<typeof actsOnOwnAccount>['items'][number]

/** The text of who acted. */
function doerOf(role: Act['role']) {
  if (role === 'house') return 'system'
  return role === 'unknown' ? 'nobody' : role
}

/** Every act of the staff about the member's own account. */
export default function OperatorActsScreen() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(ownActsQuery)
  return (
    <div className="page-pad stack">
      <p className="cap">{t('lead')}</p>
      <PagedList query={query} empty={<Empty icon="eye">{t('none')}</Empty>}>
        {items => (
          <Card>
            <List>
              {items.map(act => (
                <ActLine key={act.seq} act={act} />
              ))}
            </List>
          </Card>
        )}
      </PagedList>
      <p className="cap">{t('note')}</p>
    </div>
  )
}

function ActLine({ act }: { act: Act }) {
  const t = useTexts(texts)
  const kind = actKindOf(act.action)
  return (
    <li className={styles.act}>
      <strong>{kind === null ? act.action : t(kind)}</strong>
      <span className={styles.meta}>
        <span>{t(doerOf(act.role))}</span>
        <Moment time={act.at} />
      </span>
      {act.reason !== null && <blockquote className={styles.reason}>{act.reason}</blockquote>}
      <span className={styles.hash}>
        {t('number', { seq: String(act.seq), hash: act.hash.slice(0, 16) })}
      </span>
    </li>
  )
}
