import { type NoticeState, noticeStates } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Choices,
  type Column,
  dayText,
  hasText,
  ListSplit,
  openHere,
  Tag,
  textColumn,
  useAddress,
  useKeys,
  useMinute,
  useRows,
  useTexts,
} from '../shell/index.ts'
import { NewEditor, newNotice, StoredEditor, stateTones } from './editor.tsx'
import styles from './notices.module.css'
import { type NoticeLine, noticesQuery } from './queries.ts'
import { noticeTexts } from './texts.ts'

const isState = (text: string | undefined): text is NoticeState =>
  noticeStates.includes(text as NoticeState)

/** Notices to all members: the list by state, or the open one with its editor and its preview. */
export default function NoticesPage() {
  const { id } = useAddress()
  const now = useMinute()
  if (id === null) return <NoticeList now={now} />
  return (
    <div className={styles.open}>
      {id === newNotice ? <NewEditor now={now} /> : <StoredEditor key={id} id={id} now={now} />}
    </div>
  )
}

function NoticeList({ now }: { now: number }) {
  const { query } = useAddress()
  const t = useTexts(noticeTexts)
  const state = isState(query.state) ? query.state : undefined
  const list = useInfiniteQuery(noticesQuery(state))
  const all = useRows(list.data)
  const rows = useMemo(
    () =>
      all.filter(({ titleZh, titleEn, bodyZh, bodyEn }) =>
        hasText(query.find, [titleZh, titleEn ?? '', bodyZh, bodyEn ?? '']),
      ),
    [all, query.find],
  )
  const columns = useColumns(now)
  useKeys([{ keys: 'shift+n', label: t.write, run: () => openHere(newNotice) }])
  return (
    <ListSplit
      name="notices"
      label={t.list}
      rows={rows}
      all={all.length}
      list={list}
      columns={columns}
      idOf={row => row.id}
      isQuiet={row => row.moves.length === 0}
      filters={
        <>
          <Choices
            label={t.filter}
            name="state"
            values={[
              { value: '', label: t.all },
              ...noticeStates.map(value => ({ value, label: t.state[value] })),
            ]}
          />
          <Button size="small" onClick={() => openHere(newNotice)}>
            {t.write} <kbd>⇧ N</kbd>
          </Button>
        </>
      }
      panel={null}
    />
  )
}

function useColumns(now: number): Column<NoticeLine>[] {
  const t = useTexts(noticeTexts)
  return useMemo(
    (): Column<NoticeLine>[] => [
      textColumn({ id: 'title', head: t.columns.title }, row => row.titleZh),
      {
        id: 'state',
        head: t.columns.state,
        sortBy: row => noticeStates.indexOf(row.state),
        csv: row => row.state,
        cell: row => <Tag tone={stateTones[row.state]}>{t.state[row.state]}</Tag>,
      },
      {
        id: 'languages',
        head: t.columns.languages,
        isMinor: true,
        sortBy: row => (row.titleEn === null ? 0 : 1),
        csv: row => (row.titleEn === null ? 'zh' : 'zh en'),
        cell: row => (row.titleEn === null ? <Tag tone="warn">{t.onlyZh}</Tag> : t.both),
      },
      {
        id: 'pinned',
        head: t.columns.pinned,
        isMinor: true,
        sortBy: row => (row.pinned ? 0 : 1),
        csv: row => (row.pinned ? 'pinned' : ''),
        cell: row => (row.pinned ? t.columns.pinned : ''),
      },
      {
        id: 'when',
        head: t.columns.when,
        sortBy: row => row.publishedAt ?? row.publishAt ?? '',
        csv: row => row.publishedAt ?? row.publishAt ?? '',
        cell: row => {
          const at = row.publishedAt ?? row.publishAt
          return at === null ? '–' : dayText(at, now)
        },
      },
      {
        id: 'ends',
        head: t.columns.ends,
        isMinor: true,
        sortBy: row => row.endsAt ?? '',
        csv: row => row.endsAt ?? '',
        cell: row => (row.endsAt === null ? '–' : dayText(row.endsAt, now)),
      },
      {
        id: 'changed',
        head: t.columns.changed,
        isMinor: true,
        sortBy: row => row.changedAt,
        csv: row => row.changedAt,
        cell: row => dayText(row.changedAt, now),
      },
      {
        id: 'version',
        head: t.columns.version,
        isFigure: true,
        isMinor: true,
        sortBy: row => row.version,
        csv: row => ({ figure: `${row.version}` }),
        cell: row => row.version,
      },
    ],
    [t, now],
  )
}
