import type { AnswerOf, passport } from '@banyan/domain'
import { Card, List, Moment, Money, MoneyRow, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Copyable } from '../../shell/copyable.tsx'
import { Link, nav, pages, QueryView, usePageQuery, useTexts } from '../../shell/index.ts'
import { isMissing, Missing } from '../../shell/missing.tsx'
import { RuleVersionRow } from '../../shell/rule-version.tsx'
import { SumLine } from '../../shell/sum-line.tsx'
import { PayCheck } from '../parts/pay-check.tsx'
import { readLine, type Say } from '../passport-lines.ts'
import { passportTexts } from '../passport-texts.ts'
import { passportQuery } from '../queries.ts'
import styles from './passport.module.css'

type Passport = AnswerOf<typeof passport>

/** How an earning was computed: its source, the rules, the arithmetic, the ledger's rows. */
export default function PassportScreen() {
  const { id } = usePageQuery(pages.more.passport)
  const query = useQuery(passportQuery(id))
  const t = useTexts(passportTexts)
  const toAll = () =>
    id.startsWith('static')
      ? nav.replace(pages.communityArea.profitList)
      : nav.replace(pages.communityArea.dynamicProfitList)
  if (isMissing(query.error))
    return (
      <Missing back={t('all')} onBack={toAll}>
        {t('missing')}
      </Missing>
    )
  return (
    <div className="page-pad stack">
      <QueryView query={query}>{facts => <Whole facts={facts} />}</QueryView>
    </div>
  )
}

function Whole({ facts }: { facts: Passport }) {
  const t = useTexts(passportTexts)
  return (
    <>
      <Card hero>
        <p className="sub">{t(facts.kind)}</p>
        <Money value={facts.amount} unit="USDT" size="hero" />
        <p className="cap">
          {t('cutoff')} <Moment time={facts.cutoffAt} />
        </p>
      </Card>
      <Sources facts={facts} />
      <Card title={t('arithmetic')}>
        {facts.parts.map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a passport never change.
          <PartLines key={i} part={part} />
        ))}
        <p className="cap">{t('arithmeticNote')}</p>
      </Card>
      {facts.kind === 'static' && facts.hashes && <PayCheck facts={facts} />}
      <Transfers facts={facts} />
      <Link page={pages.more.rules}>{t('rules')}</Link>
    </>
  )
}

function Sources({ facts }: { facts: Passport }) {
  const t = useTexts(passportTexts)
  return (
    <Card>
      <List>
        <Row label={t('pool')} value={t(facts.pool)} />
        {facts.kind === 'static' && <PaySources sources={facts.sources} />}
        <RuleVersionRow ruleVersion={facts.ruleVersion} />
        <Row label={t('settlement')} value={<Copied text={facts.settlementId} />} />
        <Row
          label={t('inputHash')}
          value={facts.hashes ? <Copied text={facts.hashes.input} /> : t('unpublished')}
        />
        <Row
          label={t('resultHash')}
          value={facts.hashes ? <Copied text={facts.hashes.result} /> : t('unpublished')}
        />
      </List>
    </Card>
  )
}

/** The parts of static pay from fees and from outside. */
function PaySources({ sources }: Pick<Passport, 'sources'>) {
  const t = useTexts(passportTexts)
  if (sources === null) return <Row label={t('source')} value={t('notRecorded')} />
  return (
    <>
      <MoneyRow label={t('fromFees')} value={sources.fees} unit="USDT" />
      <MoneyRow label={t('fromIncome')} value={sources.income} unit="USDT" />
    </>
  )
}

const Copied = ({ text }: { text: string }) => (
  <span className={styles.code}>
    <Copyable text={text} />
  </span>
)

function subjectText(subject: string | null, t: Say): string {
  if (subject === null) return t('ofSettlement')
  if (subject === 'direct') return t('ofDirect')
  if (subject === 'total') return t('ofTotal')
  if (subject === 'sources') return t('ofSources')
  return subject === 'pair' ? t('ofPair') : t('ofPosition', { id: subject.slice(-6) })
}

function PartLines({ part }: { part: Passport['parts'][number] }) {
  const t = useTexts(passportTexts)
  return (
    <section className={styles.part}>
      <h3 className={styles.subject}>{subjectText(part.subject, t)}</h3>
      <ol className={styles.lines}>
        {part.lines.map((line, at) => {
          const { says, sums } = readLine(line, t)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a passport never change.
            <li key={at}>
              <span className="sub">{says}</span>
              {sums.map(sum => (
                <SumLine key={sum}>{sum}</SumLine>
              ))}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Transfers({ facts }: { facts: Passport }) {
  const t = useTexts(passportTexts)
  return (
    <Card title={t('ledger')}>
      {facts.transfers.length === 0 ? (
        <p className="sub">{t('noTransfer')}</p>
      ) : (
        <List>
          {facts.transfers.map(transfer => (
            <li key={transfer.id} className={styles.transfer}>
              <span className={styles.line}>
                <Moment time={transfer.at} />
                <Money value={transfer.amount} unit="USDT" />
              </span>
              <span className="sub">{t('into', { pool: t(facts.pool) })}</span>
              <Copied text={transfer.id} />
            </li>
          ))}
        </List>
      )}
    </Card>
  )
}
