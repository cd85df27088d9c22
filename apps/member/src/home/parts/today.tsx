import { Money } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { dynamicQuery, guideQuery, staticQuery } from '../queries.ts'
import styles from '../screens/home.module.css'
import { texts } from '../texts.ts'
import { ofToday } from '../today.ts'

/** What today's settlement paid the member; hidden until it is known, like the figures above it. */
export function Today({ hidden }: { hidden: boolean }) {
  const t = useTexts(texts)
  const { data: guide } = useQuery(guideQuery)
  const { data: statics } = useQuery(staticQuery)
  const { data: dynamics } = useQuery(dynamicQuery)
  const paid = statics && guide && ofToday(statics.last, guide.nextCutoff)
  const network = dynamics && guide && ofToday(dynamics.last, guide.nextCutoff)
  return (
    <ul className={styles.assets}>
      <li>
        <Link page={pages.communityArea.profitList}>
          <span className="cap">{t('todayStatic')}</span>
          <Figure amount={paid} hidden={hidden} />
        </Link>
      </li>
      {dynamics?.moduleOn !== false && (
        <li>
          <Link page={pages.communityArea.dynamicProfitList}>
            <span className="cap">{t('todayDynamic')}</span>
            <Figure amount={network} hidden={hidden} />
          </Link>
        </li>
      )}
    </ul>
  )
}

const Figure = ({ amount, hidden }: { amount: string | undefined; hidden: boolean }) => (
  <Money value={amount ?? '0'} signed hidden={hidden || amount === undefined} />
)
