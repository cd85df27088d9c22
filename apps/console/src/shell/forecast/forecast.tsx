import {
  cancelForecast,
  type ForecastView,
  forecastDays,
  getForecast,
  proposalForecast,
  startForecast,
} from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { askQuery } from '../ask.ts'
import { Panel } from '../parts/panel.tsx'
import { useLanguage, useTexts } from '../texts/texts.ts'
import { useCommand } from '../use-command.ts'
import styles from './forecast.module.css'
import { ForecastResult } from './forecast-result.tsx'
import { forecastTexts } from './forecast-texts.ts'

/** While it is computed, its progress is asked for so often. */
const progressMs = 700

interface NumbersProps {
  /** Numbers as a proposal writes them; null while they cannot be computed. */
  numbers: Readonly<Record<string, string | number>> | null
  /** The forecast that was started last, and where it is kept. */
  id: string
  onStarted: (id: string) => void
}

/** A forecast of numbers that somebody writes. */
export function ForecastOfNumbers({ numbers, id, onStarted }: NumbersProps) {
  const language = useLanguage()
  const { data } = useQuery({
    ...askQuery(['forecasts', language, id], getForecast, { params: { id } }),
    refetchInterval: query => (query.state.data?.state === 'running' ? progressMs : false),
    enabled: id !== '',
  })
  return (
    <Framed
      view={id === '' ? null : (data ?? null)}
      asked={numbers && { numbers }}
      onStarted={({ id: started }) => onStarted(started)}
    />
  )
}

/** The forecast of a proposal's numbers, for those who decide on it. */
export function ForecastOfProposal({
  proposalId,
  isOpen,
}: {
  proposalId: string
  isOpen: boolean
}) {
  const language = useLanguage()
  const { data } = useQuery({
    ...askQuery(['forecasts', language, 'of', proposalId], proposalForecast, {
      params: { id: proposalId },
    }),
    refetchInterval: query =>
      query.state.data?.forecast?.state === 'running' ? progressMs : false,
  })
  if (!data || (data.forecast === null && !isOpen)) return null
  return (
    <Framed view={data.forecast} asked={isOpen ? { proposalId } : null} onStarted={() => {}}>
      {data.forecast === null && <NoneYet />}
    </Framed>
  )
}

function NoneYet() {
  const t = useTexts(forecastTexts)
  return <p className={styles.quiet}>{t.none}</p>
}

type Asked = { numbers: Readonly<Record<string, string | number>> } | { proposalId: string }

interface FramedProps {
  view: ForecastView | null
  /** What a new one would be of; null where none can be started. */
  asked: Asked | null
  onStarted: (view: ForecastView) => void
  children?: ReactNode
}

function Framed({ view, asked, onStarted, children }: FramedProps) {
  const t = useTexts(forecastTexts)
  const [days, setDays] = useState<number>(forecastDays.usual)
  const start = useCommand(startForecast)
  const begin = async () => {
    if (!asked) return
    const done = await start.run({ body: { ...asked, days } })
    if (done) onStarted(done)
  }
  return (
    <Panel title={t.title} aside={view && t.by(view.startedBy)}>
      {!view?.result && <p className={styles.quiet}>{t.about}</p>}
      {children}
      {view && <ForecastState view={view} />}
      {view?.result && <ForecastResult result={view.result} />}
      {view?.state !== 'running' && asked && (
        <div className={styles.start}>
          <label className={styles.days}>
            {t.days}
            <select value={days} onChange={event => setDays(Number(event.currentTarget.value))}>
              {[7, 30, 60, forecastDays.most].map(n => (
                <option key={n} value={n}>
                  {n}
                </option>
              ))}
            </select>
          </label>
          <Button
            tone="secondary"
            size="small"
            pending={start.pending}
            onClick={() => void begin()}
          >
            {view ? t.again : t.start}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** How far it is, or why there is no result. */
function ForecastState({ view }: { view: ForecastView }) {
  const { id, state, fault, progress } = view
  const t = useTexts(forecastTexts)
  const cancel = useCommand(cancelForecast)
  if (state === 'done') return null
  if (state === 'cancelled') return <p className={styles.quiet}>{t.cancelled}</p>
  if (state === 'failed')
    return (
      <p className={styles.warn} role="alert">
        {fault && t.faults[fault]}
      </p>
    )
  const label = progress.done === 0 ? t.reading : t.running(progress.done, progress.total)
  return (
    <div className={styles.running}>
      <progress
        className={styles.bar}
        max={progress.total}
        {...(progress.done > 0 && { value: progress.done })}
        aria-label={label}
      />
      <span className={styles.quiet} role="status">
        {label}
      </span>
      <Button
        tone="quiet"
        size="small"
        pending={cancel.pending}
        onClick={() => void cancel.run({ params: { id } })}
      >
        {t.cancel}
      </Button>
    </div>
  )
}
