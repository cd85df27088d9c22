import type { AnswerOf, activationTerms } from '@banyan/domain'
import { Card, Empty, Segmented } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  CardList,
  HeadActions,
  HeadLink,
  Link,
  PagedList,
  pages,
  QueryView,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { ActivateForm } from '../parts/activate-form.tsx'
import { PositionCard } from '../parts/position-card.tsx'
import { PromptCard } from '../parts/prompt-card.tsx'
import { openSubscription } from '../parts/subscribe-link.tsx'
import { positionsQuery, termsQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './activate.module.css'

type Terms = AnswerOf<typeof activationTerms>

/** Static activation: lock coins, see the progress of own positions, answer an elimination. */
export default function ActivateScreen() {
  const t = useTexts(texts)
  const terms = useQuery(termsQuery)
  useLive('earnings', { invalidate: ['earnings'] })
  useLive('wallets', { invalidate: termsQuery.queryKey })
  useLive('pricing', { invalidate: termsQuery.queryKey })
  return (
    <>
      <HeadActions>
        <HeadLink page={pages.communityArea.profitList} icon="list" label={t('profits')} />
      </HeadActions>
      <QueryView query={terms}>{facts => <Activation terms={facts} />}</QueryView>
    </>
  )
}

function Activation({ terms }: { terms: Terms }) {
  const t = useTexts(texts)
  const { prompt: asked } = usePageQuery(pages.communityArea.activate)
  const [cited, setCited] = useState(asked)
  const form = useRef<HTMLDivElement>(null)
  // A prompt that is answered already, or never existed, is not cited.
  const promptId = terms.prompts.some(one => one.id === cited) ? cited : null
  const reinvest = ({ id, reopening }: Terms['prompts'][number]) => {
    // Only a subscription opens a round: citing the prompt here would waste it.
    if (reopening?.kind === 'opens') return openSubscription(id)
    setCited(id)
    form.current?.scrollIntoView({ block: 'start' })
    // Not its field: on a phone the keyboard would cover the text about the re-investment.
    form.current?.focus({ preventScroll: true })
  }
  return (
    <div className="page-pad stack">
      {terms.prompts
        .filter(one => one.id !== promptId)
        .map(one => (
          <PromptCard key={one.id} prompt={one} onReinvest={() => reinvest(one)} />
        ))}
      <div ref={form} tabIndex={-1}>
        <ActivateForm terms={terms} promptId={promptId} onUncite={() => setCited(null)} />
      </div>
      <Positions />
      <Card title={t('how')}>
        <ul className={styles.how}>
          <li>{t('howShare', { divisor: terms.releaseDivisor })}</li>
          <li>{t('howCap')}</li>
          <li>{t('howUnlock')}</li>
        </ul>
        <Link page={pages.more.rules}>{t('rules')}</Link>
      </Card>
    </div>
  )
}

function Positions() {
  const t = useTexts(texts)
  const [show, setShow] = useState<'locked' | 'ended'>('locked')
  const query = useInfiniteQuery(positionsQuery(show))
  return (
    <section className="stack" aria-label={t('mine')}>
      <h2 className={styles.heading}>{t('mine')}</h2>
      <Segmented
        label={t('show')}
        value={show}
        onValueChange={setShow}
        choices={[
          { value: 'locked', label: t('locked') },
          { value: 'ended', label: t('ended') },
        ]}
      />
      <PagedList query={query} empty={<Empty>{t(show === 'locked' ? 'none' : 'noneEnded')}</Empty>}>
        {items => <CardList items={items}>{one => <PositionCard position={one} />}</CardList>}
      </PagedList>
    </section>
  )
}
