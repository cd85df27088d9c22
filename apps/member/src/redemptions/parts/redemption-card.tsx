import { cancelRedemption } from '@banyan/domain'
import {
  Button,
  Chip,
  Confirm,
  figureText,
  List,
  Moment,
  MomentRow,
  MoneyRow,
  placedText,
  Row,
  type Tone,
} from '@banyan/ui'
import { NumberRow } from '../../shell/copyable.tsx'
import { OwnMoney, useOwnText } from '../../shell/hidden-figures.tsx'
import { useTexts } from '../../shell/index.ts'
import { RecordBody, RecordFrame } from '../../shell/page/record.tsx'
import { useCancel } from '../../shell/page/use-cancel.ts'
import { RuleVersionRow } from '../../shell/rule-version.tsx'
import type { Redemption } from '../queries.ts'
import { texts } from '../texts.ts'

const tones: Record<Redemption['status'], Tone> = {
  queued: 'warn',
  settling: 'warn',
  done: 'ok',
  cancelled: 'neutral',
}

/** One exchange or undo in a list. */
export const RedemptionCard = ({ one }: { one: Redemption }) => (
  <RecordFrame>
    <RedemptionBody one={one} />
  </RecordFrame>
)

/** An exchange or an undo in two lines: what it waits for, or what it gave; free to take back until its cut-off. */
export function RedemptionBody({ one }: { one: Redemption }) {
  const t = useTexts(texts)
  return (
    <>
      <RecordBody
        figure={<OwnMoney value={one.quantity} unit="LEAF" size="title" place="list" />}
        state={<Chip tone={tones[one.status]}>{t(one.status)}</Chip>}
        outcome={<Outcome one={one} />}
        at={one.askedAt}
        facts={<Facts one={one} />}
      />
      {one.cancellable && (
        <>
          <p className="cap">{t(`note_${one.kind}`)}</p>
          <Cancel one={one} />
        </>
      )}
    </>
  )
}

/** What it gave, or when it deals; of one that was cancelled, what it was. */
function Outcome({ one }: { one: Redemption }) {
  const t = useTexts(texts)
  const shown = useOwnText()
  if (one.net !== null) return t('gave', { amount: shown(placedText(one.net, 'list')) })
  if (one.status === 'cancelled') return t(one.kind)
  return (
    <>
      {t('dealsFrom')} <Moment time={one.dealsAt} />
    </>
  )
}

function Facts({ one }: { one: Redemption }) {
  const t = useTexts(texts)
  const open = one.status === 'queued' || one.status === 'settling'
  const figures = [
    ['estimate', one.estimate],
    ['gross', one.gross],
    ['fee', one.fee],
    ['net', one.net],
  ] as const
  return (
    <List>
      <Row label={t('kind')} value={t(one.kind)} />
      <NumberRow label={t('orderNumber')} number={one.orderNumber} />
      {open && <MomentRow label={t('dealsAt')} time={one.dealsAt} />}
      {one.exitPrice !== null && (
        <MoneyRow label={t('exitPrice')} value={one.exitPrice} unit="USDT" place="price" />
      )}
      {figures.map(
        ([name, value]) =>
          value !== null && (
            <Row
              key={name}
              label={t(name)}
              value={<OwnMoney value={value} unit="USDT" />}
              strong={name === 'net'}
            />
          ),
      )}
      <RuleVersionRow ruleVersion={one.ruleVersion} dealVersion={one.dealVersion} />
    </List>
  )
}

function Cancel({ one }: { one: Redemption }) {
  const t = useTexts(texts)
  const cancel = useCancel(cancelRedemption, {
    id: one.id,
    form: `redemptions.cancel:${one.id}`,
    stale: 'redemptions',
    done: t('cancelledNow'),
  })
  return (
    <>
      <Button tone="secondary" size="small" onClick={cancel.ask}>
        {t(`cancel_${one.kind}`)}
      </Button>
      <Confirm
        {...cancel.question}
        title={t(`cancelTitle_${one.kind}`)}
        confirmText={t(`cancel_${one.kind}`)}
        cancelText={t('back')}
      >
        {t('cancelText', { quantity: figureText(one.quantity, 2, 6) })}
      </Confirm>
    </>
  )
}
