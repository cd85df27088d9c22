import { csvOf, statementGroupNames } from '@banyan/domain'
import {
  Button,
  Card,
  Empty,
  FilterChips,
  List,
  Moment,
  Money,
  Segmented,
  TextField,
} from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHiddenFigures } from '../../shell/hidden-figures.tsx'
import {
  failureText,
  isRefused,
  isTransport,
  Link,
  PagedList,
  pages,
  saveFile,
  toast,
  useTexts,
} from '../../shell/index.ts'
import { earningOf } from '../earning-of.ts'
import { type StatementLine, statementQuery, wholeStatement } from '../queries.ts'
import { everything, type StatementFilter } from '../statement-filter.ts'
import { texts } from '../texts.ts'
import styles from './statement.module.css'

/** Own ledger lines, newest first, each with the balance after it; with a filter and an export. */
export function Statement() {
  const t = useTexts(texts)
  const [filter, setFilter] = useState(everything)
  const query = useInfiniteQuery(statementQuery(filter))
  const filtered = filter !== everything
  return (
    <Card title={t('statement')} aside={<ExportButton filter={filter} />}>
      <Filters filter={filter} onChange={setFilter} />
      <PagedList
        query={query}
        empty={<Empty icon="list">{t(filtered ? 'noneOfFilter' : 'empty')}</Empty>}
      >
        {lines => (
          <List>
            {lines.map(line => (
              <StatementRow key={`${line.id}${line.account}`} line={line} />
            ))}
          </List>
        )}
      </PagedList>
    </Card>
  )
}

function Filters(props: { filter: StatementFilter; onChange: (filter: StatementFilter) => void }) {
  const { filter, onChange } = props
  const t = useTexts(texts)
  const [dates, setDates] = useState(false)
  const set = (change: Partial<StatementFilter>) => onChange({ ...filter, ...change })
  return (
    <div className={styles.filters}>
      <Segmented
        label={t('filter')}
        value={filter.asset}
        onValueChange={asset => set({ asset })}
        choices={[
          { value: 'all', label: t('all') },
          { value: 'USDT', label: 'USDT' },
          { value: 'LEAF', label: 'LEAF' },
        ]}
      />
      <FilterChips
        label={t('filterKind')}
        value={filter.group}
        onValueChange={group => set({ group })}
        choices={[
          { value: 'all', label: t('allKinds') },
          ...statementGroupNames.map(value => ({ value, label: t(`group_${value}`) })),
        ]}
      />
      {dates ? (
        <div className={styles.dates}>
          <TextField
            label={t('from')}
            type="date"
            value={filter.from}
            max={filter.to || undefined}
            onChange={event => set({ from: event.currentTarget.value })}
          />
          <TextField
            label={t('to')}
            type="date"
            value={filter.to}
            min={filter.from || undefined}
            onChange={event => set({ to: event.currentTarget.value })}
          />
        </div>
      ) : (
        <div className={styles.more}>
          <Button tone="quiet" size="small" icon="filter" onClick={() => setDates(true)}>
            {t('byDate')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Exports all filtered lines as a file for a spreadsheet. */
function ExportButton({ filter }: { filter: StatementFilter }) {
  const t = useTexts(texts)
  const [pending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      const lines = await wholeStatement(filter)
      const head = [
        'csvTime',
        'csvAsset',
        'csvAccount',
        'csvKind',
        'csvAmount',
        'after',
        'csvReference',
      ] as const
      const rows = lines.map(line => [
        line.at,
        line.asset,
        t(`account_${line.account}`),
        t(kindText(line)),
        line.amount,
        line.balanceAfter,
        line.reference,
      ])
      const table = csvOf([head.map(name => t(name)), ...rows])
      saveFile(new Blob([table], { type: 'text/csv;charset=utf-8' }), `banyan-${today()}.csv`)
      toast(t('exported', { n: lines.length }), 'ok')
    } catch (error) {
      if (!isTransport(error) && !isRefused(error)) throw error
      toast(failureText(error), 'danger')
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      tone="quiet"
      size="small"
      icon="download"
      aria-label={t('export')}
      pending={pending}
      onClick={() => void save()}
    >
      CSV
    </Button>
  )
}

const today = (): string => new Date().toISOString().slice(0, 10)

const kindText = ({ kind }: StatementLine) => (kind === 'recharge' ? 'recharge_kind' : kind)

/**
 * An earning and a share of a loss link to their computation; every other line opens to its exact
 * figures and its reference.
 */
function StatementRow({ line }: { line: StatementLine }) {
  const t = useTexts(texts)
  const earning = earningOf(line)
  const leads = earning !== null || line.kind === 'loss_share'
  const hidden = useHiddenFigures()
  const [opened, setOpened] = useState(false)
  const place = opened ? 'full' : earning ? 'earning' : 'list'
  const inside = (
    <>
      <span className={styles.what}>
        <span className={leads ? styles.leads : undefined}>{t(kindText(line))}</span>
        <span className="cap">
          <Moment time={line.at} />
          {/* A line that is too long breaks after the dot. */}
          {'\u00a0· '}
          {t(`account_${line.account}`)}
        </span>
      </span>
      <span className={styles.figures}>
        <Money value={line.amount} unit={line.asset} place={place} signed hidden={hidden} />
        <span className="cap">
          {t('after')}{' '}
          <Money
            value={line.balanceAfter}
            place={opened ? 'full' : 'list'}
            size="sub"
            hidden={hidden}
          />
        </span>
      </span>
    </>
  )
  return (
    <li>
      {earning ? (
        <Link page={pages.more.passport} query={{ id: earning }} className={styles.row}>
          {inside}
        </Link>
      ) : leads ? (
        <Link page={pages.more.losses} className={styles.row}>
          {inside}
        </Link>
      ) : (
        <>
          <button
            type="button"
            className={styles.row}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            {inside}
          </button>
          {opened && (
            <p className={styles.reference}>
              {t('csvReference')} <span className="num">{line.reference}</span>
            </p>
          )}
        </>
      )}
    </li>
  )
}
