import { Moment, Note } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import type { PublishTerms } from '../publish-figures.ts'
import { texts } from '../texts.ts'

/** Why nothing can be sold, until when, and what to do if it was somebody else; nothing otherwise. */
export function SellingFrozen({ terms }: { terms: PublishTerms | undefined }) {
  const t = useTexts(texts)
  if (!terms?.frozenUntil || !terms.frozenBecause) return null
  return (
    <Note tone="warn">
      {t(`selling.frozen.${terms.frozenBecause}`)}{' '}
      <strong>
        <Moment time={terms.frozenUntil} />
      </strong>{' '}
      <Link page={pages.more.sessions}>
        {t(terms.frozenBecause === 'address-change' ? 'selling.notYouDevices' : 'selling.notYou')}
      </Link>
    </Note>
  )
}
