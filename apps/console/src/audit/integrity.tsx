import { isTransport } from '@banyan/client'
import { auditLines, auditTable } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dayText, Panel, saveBlob, toast, useKeys, useMe, useTexts } from '../shell/index.ts'
import styles from './page.module.css'
import { allActs, type Filters, logReader, rootsQuery } from './queries.ts'
import { auditTexts } from './texts.ts'
import { type Finding, type Progress, verifyLog } from './verify.ts'

const grouped = (count: number): string => count.toLocaleString('en')

/** Whether the log is whole: its newest root, a check in this browser, and files for the command line. */
export function Integrity({ filters, now }: { filters: Filters; now: number }) {
  const t = useTexts(auditTexts)
  const me = useMe()
  const newest = useQuery(rootsQuery).data?.newest
  const [progress, setProgress] = useState<Progress | null>(null)
  const [finding, setFinding] = useState<Finding | null>(null)
  const readsAll = me.role !== 'support'

  const check = async () => {
    if (progress) return
    setFinding(null)
    setProgress({ done: 0, of: newest?.size ?? 0 })
    try {
      setFinding(await verifyLog(logReader(readsAll), setProgress))
    } catch (error) {
      if (!isTransport(error)) throw error
      toast(t.check.failed, 'danger')
    } finally {
      setProgress(null)
    }
  }
  const run = () => void check()
  useKeys([
    { keys: 'v', label: t.check.keyRun, run },
    // The keycap shows a capital letter, and it is read as one.
    { keys: 'shift+v', label: t.check.keyRun, run, isQuiet: true },
  ])

  return (
    <Panel
      title={t.check.title}
      aside={
        newest
          ? `${t.check.root(newest.number, dayText(newest.at, now))} · ${t.check.covers(newest.size)}`
          : t.check.noRoot
      }
    >
      <div className={styles.acts}>
        <Button size="small" pending={progress !== null} onClick={() => void check()}>
          {finding ? t.check.again : t.check.run} <kbd>V</kbd>
        </Button>
        <Saving filters={filters} readsAll={readsAll} />
      </div>
      <div className={styles.found} aria-live="polite">
        {progress && <Running {...progress} />}
        {finding && <FindingLine finding={finding} readsAll={readsAll} />}
      </div>
    </Panel>
  )
}

function Running({ done, of }: Progress) {
  const t = useTexts(auditTexts)
  return (
    <div className={styles.running}>
      <progress value={done} max={Math.max(of, 1)} aria-label={t.check.title} />
      <span className="cap">{t.check.running(grouped(done), grouped(of))}</span>
    </div>
  )
}

function FindingLine({ finding, readsAll }: { finding: Finding; readsAll: boolean }) {
  const t = useTexts(auditTexts)
  if (finding.kind === 'none') return <p className="cap">{t.check.noRoot}</p>
  if (finding.kind === 'broken')
    return (
      <p className={styles.verdict} data-tone="bad">
        {t.check.broken[finding.what](finding.at)}
      </p>
    )
  return (
    <>
      <p className={styles.verdict} data-tone="ok">
        {t.check.holds(grouped(finding.acts), grouped(finding.roots))}
      </p>
      {!readsAll && <p className="cap">{t.check.hashesOnly}</p>}
      {!finding.signed && <p className="cap">{t.check.unsigned}</p>}
      <p className="cap">
        {t.check.key} <code className={styles.hash}>{finding.key}</code>
      </p>
    </>
  )
}

/** Files of all acts that the filters leave. */
function Saving({ filters, readsAll }: { filters: Filters; readsAll: boolean }) {
  const t = useTexts(auditTexts)
  const newest = useQuery(rootsQuery).data?.newest ?? null
  const [count, setCount] = useState<number | null>(null)
  const save = async (form: 'jsonl' | 'csv') => {
    if (count !== null) return
    setCount(0)
    try {
      const savedAt = new Date(api.clock.now()).toISOString()
      const acts = await allActs(filters, setCount)
      const isAll = readsAll && Object.keys(filters).length === 0
      const head = {
        format: 'banyan-audit-1',
        kind: isAll ? 'all' : 'part',
        product: location.origin,
        savedAt,
        filters: filters as Record<string, string>,
        root: newest,
      } as const
      const text = form === 'csv' ? auditTable(acts) : auditLines(head, acts)
      const type = form === 'csv' ? 'text/csv;charset=utf-8' : 'application/jsonl'
      saveBlob(`audit-log-${savedAt.slice(0, 10)}.${form}`, new Blob([text], { type }))
    } catch (error) {
      if (!isTransport(error)) throw error
      toast(t.check.failed, 'danger')
    } finally {
      setCount(null)
    }
  }
  return (
    <>
      <Button size="small" tone="secondary" onClick={() => void save('jsonl')}>
        {t.check.lines}
      </Button>
      <Button size="small" tone="secondary" onClick={() => void save('csv')}>
        {t.check.csv}
      </Button>
      <span className="cap">{count === null ? t.check.hint : t.check.saving(grouped(count))}</span>
    </>
  )
}
