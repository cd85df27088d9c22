import type { AnswerOf, ruleBook } from '@banyan/domain'
import { Card, Chip, Tabs } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import {
  nav,
  pages,
  QueryView,
  useLanguage,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { isMissing, Missing } from '../../shell/missing.tsx'
import { History } from '../parts/history.tsx'
import { SectionList } from '../parts/section-list.tsx'
import { SettlementList } from '../parts/settlement-list.tsx'
import { VersionCard } from '../parts/version-card.tsx'
import { bookQuery, versionsQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './rules.module.css'

/** The rule book: the version in force, earlier ones, and future ones. Public. */
export default function RulesScreen() {
  const t = useTexts(texts)
  const { tab, version } = usePageQuery(pages.more.rules)
  useLive('rules', { invalidate: ['rules'] })
  return (
    <div className="page-pad stack">
      <Tabs
        label={t('view')}
        value={tab}
        choices={[
          { value: 'book', label: t('book') },
          { value: 'history', label: t('history') },
          { value: 'settlements', label: t('settlements') },
        ]}
        onValueChange={next =>
          nav.retune(pages.more.rules, { tab: next, ...(version && { version }) })
        }
      >
        <div className="stack">
          {tab === 'book' && <Book version={version} />}
          {tab === 'history' && <Versions />}
          {tab === 'settlements' && <SettlementList />}
        </div>
      </Tabs>
      <p className="cap">{t('legal')}</p>
    </div>
  )
}

function Book({ version }: { version: string | null }) {
  const t = useTexts(texts)
  const query = useQuery(bookQuery(useLanguage(), version))
  if (isMissing(query.error))
    return (
      <Missing back={t('history')} onBack={() => nav.retune(pages.more.rules, { tab: 'history' })}>
        {t('missing', { number: version ?? '' })}
      </Missing>
    )
  return (
    <QueryView query={query}>
      {book => (
        <>
          <VersionCard book={book} />
          <Card title={t(allKept(book) ? 'linesTitle' : 'linesTitleBroken')}>
            <ol className={styles.lines}>
              {book.lines.map(({ id, text, kept }) => (
                <li key={id} className={kept ? undefined : styles.broken}>
                  <span className={styles.line}>{id}</span>
                  <div>
                    {!kept && <Chip tone="warn">{t('notKept')}</Chip>}
                    <p>{text}</p>
                  </div>
                </li>
              ))}
            </ol>
            <p className="cap">{t(allKept(book) ? 'linesNote' : 'linesNoteBroken')}</p>
          </Card>
          <SectionList sections={book.sections} />
        </>
      )}
    </QueryView>
  )
}

const allKept = ({ lines }: AnswerOf<typeof ruleBook>): boolean => lines.every(one => one.kept)

function Versions() {
  const query = useQuery(versionsQuery(useLanguage()))
  return <QueryView query={query}>{({ items }) => <History versions={items} />}</QueryView>
}
