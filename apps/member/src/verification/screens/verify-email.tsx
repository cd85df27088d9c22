import { ActionBar, Button, Card, Chip, Empty, List, MomentRow, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView, useTexts } from '../../shell/index.ts'
import { BindForm, type Bound } from '../parts/bind-form.tsx'
import { emailQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './verify-email.module.css'

/** The member's e-mail address: the bound one, and binding one. */
export default function VerifyEmailScreen() {
  const t = useTexts(texts)
  const email = useQuery(emailQuery)
  const [changing, setChanging] = useState(false)
  return (
    <QueryView query={email}>
      {({ offered, bound }) => {
        if (bound && !(changing && offered))
          return (
            <BoundAddress bound={bound} {...(offered && { onChange: () => setChanging(true) })} />
          )
        if (!offered) return <Empty icon="inbox">{t('noMail')}</Empty>
        return <BindForm bound={bound} onBound={() => setChanging(false)} />
      }}
    </QueryView>
  )
}

function BoundAddress({ bound, onChange }: { bound: Bound; onChange?: () => void }) {
  const t = useTexts(texts)
  return (
    <>
      <div className="page-pad stack">
        <Card
          title={<span className={styles.address}>{bound.address}</span>}
          aside={<Chip tone="ok">{t('bound')}</Chip>}
        >
          <List>
            <MomentRow label={t('since')} time={bound.boundAt} />
            <Row label={t('use')} value={t('uses')} />
          </List>
        </Card>
      </div>
      {onChange && (
        <ActionBar>
          <Button wide tone="secondary" onClick={onChange}>
            {t('rebind')}
          </Button>
        </ActionBar>
      )}
    </>
  )
}
