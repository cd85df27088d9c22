import { Icon, Money, useLayer } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { flowsQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './flows.module.css'
import type { FlowsSheetProps } from './flows-sheet.tsx'

const flowsSheet = () => import('./flows-sheet.tsx')

/** The totals in and out, and the difference: always visible. A tap shows their parts. */
export function Flows({ hidden }: { hidden: boolean }) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  const { data } = useQuery(flowsQuery)
  const FlowsSheet = useLayer<FlowsSheetProps>(open, flowsSheet, () => setOpen(false))
  const figures = [
    ['in', data?.totalIn],
    ['out', data?.totalOut],
    ['net', data?.net],
  ] as const
  return (
    <>
      <button type="button" className={styles.flows} onClick={() => setOpen(true)}>
        {figures.map(([name, value]) => (
          <span key={name} className={styles.flow}>
            <span className="sub">{t(name)}</span>
            <Money
              value={value ?? '0'}
              size="sub"
              place="list"
              hidden={hidden || value === undefined}
            />
          </span>
        ))}
        <Icon name="forward" size={16} className={styles.arrow} />
        <span className="visually-hidden">{t('flowsMore')}</span>
      </button>
      {FlowsSheet && data && <FlowsSheet open={open} onOpenChange={setOpen} flows={data} />}
    </>
  )
}
