import {
  type AnswerOf,
  askUnlock,
  cancelActivation,
  keepPosition,
  type positionList,
} from '@banyan/domain'
import {
  Button,
  Card,
  Chip,
  Confirm,
  figureText,
  List,
  MomentRow,
  Progress,
  placedText,
  Row,
  type Tone,
} from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OwnMoney, useOwnText } from '../../shell/hidden-figures.tsx'
import { toast, useCommand, useTexts } from '../../shell/index.ts'
import { RuleVersionRow } from '../../shell/rule-version.tsx'
import { texts } from '../texts.ts'
import styles from './position-card.module.css'

export type Position = AnswerOf<typeof positionList>['items'][number]

const tones: Record<Position['status'], Tone> = {
  waiting: 'warn',
  open: 'accent',
  unlocking: 'warn',
  unlocked: 'neutral',
  eliminated: 'neutral',
  cancelled: 'neutral',
}

/** One position: its coins, the distance to its cap, and what its owner may do. */
export function PositionCard({ position }: { position: Position }) {
  const t = useTexts(texts)
  const shown = useOwnText()
  return (
    <Card className="stack">
      <div className={styles.line}>
        <OwnMoney value={position.quantity} unit="LEAF" size="num" least={0} />
        <span className={styles.chips}>
          {position.kind && position.kind in kinds && (
            <Chip>{t(kinds[position.kind as keyof typeof kinds])}</Chip>
          )}
          <Chip tone={tones[position.status]}>{t(`status_${position.status}`)}</Chip>
        </span>
      </div>
      {position.cap !== null && (
        <Progress
          label={t('paid')}
          reached={<OwnMoney value={position.paid} />}
          whole={t('ofCap', { cap: shown(placedText(position.cap, 'limit')) })}
          part={position.paid}
          of={position.cap}
        />
      )}
      <Facts position={position} />
      <Moves position={position} />
    </Card>
  )
}

const kinds = {
  static_reinvest: 'kind_static_reinvest',
  dynamic_reinvest: 'kind_dynamic_reinvest',
} as const

function Facts({ position }: { position: Position }) {
  const t = useTexts(texts)
  const { openingValue, opensAt, freesAt, endedAt, endReason, status, settlements } = position
  return (
    <List>
      {status === 'waiting' && opensAt && <MomentRow label={t('opens')} time={opensAt} />}
      {openingValue !== null && (
        <Row label={t('openingValue')} value={<OwnMoney value={openingValue} unit="USDT" />} />
      )}
      {openingValue !== null && <Row label={t('settlements')} value={`${settlements}`} />}
      {status === 'unlocking' && freesAt && <MomentRow label={t('frees')} time={freesAt} />}
      {endedAt && <MomentRow label={t('endedAt')} time={endedAt} />}
      {endReason && <Row label={t('why')} value={t(`reason_${endReason}`)} />}
      <RuleVersionRow ruleVersion={position.ruleVersion} />
    </List>
  )
}

function Moves({ position }: { position: Position }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const [asking, setAsking] = useState<'cancel' | 'unlock' | null>(null)
  const cancel = useCommand(cancelActivation, { form: `earnings.cancel:${position.id}` })
  const unlock = useCommand(askUnlock)
  const keep = useCommand(keepPosition)
  const params = { id: position.id }
  const after = async (answer: unknown, message: string) => {
    setAsking(null)
    await queries.invalidateQueries({ queryKey: ['earnings'] })
    if (answer) toast(message, 'ok')
  }
  const quantity = figureText(position.quantity, 0, 6)
  return (
    <div className={styles.moves}>
      {position.moves.includes('cancel') && (
        <Button tone="secondary" size="small" onClick={() => setAsking('cancel')}>
          {t('cancel')}
        </Button>
      )}
      {position.moves.includes('askUnlock') && (
        <Button tone="secondary" size="small" onClick={() => setAsking('unlock')}>
          {t('unlock')}
        </Button>
      )}
      {position.moves.includes('keep') && (
        <Button
          tone="secondary"
          size="small"
          pending={keep.pending}
          onClick={async () => after(await keep.run({ params }), t('kept'))}
        >
          {t('keepLocked')}
        </Button>
      )}
      <Confirm
        open={asking === 'cancel'}
        onOpenChange={open => !open && setAsking(null)}
        title={t('cancelTitle')}
        confirmText={t('cancel')}
        cancelText={t('back')}
        pending={cancel.pending}
        onConfirm={async () => after(await cancel.run({ params }), t('cancelled'))}
      >
        {t('cancelText', { quantity })}
      </Confirm>
      <Confirm
        open={asking === 'unlock'}
        onOpenChange={open => !open && setAsking(null)}
        title={t('unlockTitle')}
        confirmText={t('unlocks')}
        cancelText={t('back')}
        pending={unlock.pending}
        onConfirm={async () => after(await unlock.run({ params }), t('unlockAsked'))}
      >
        {t('unlockText', { quantity })}
      </Confirm>
    </div>
  )
}
