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
export const RedemptionCard = ({ redemption }: { redemption: Redemption }) => (
  <RecordFrame>
    <RedemptionBody redemption={redemption} />
  </RecordFrame>
)

/** An exchange or an undo in two lines: what it waits for, or what it gave; free to take back until its cut-off. */
export function RedemptionBody({ redemption }: { redemption: Redemption }) {
  const t = useTexts(texts)
  return (
    <>
      <RecordBody
        figure={<OwnMoney value={redemption.quantity} unit="LEAF" size="title" place="list" />}
        state={<Chip tone={tones[redemption.status]}>{t(redemption.status)}</Chip>}
        outcome={<Outcome redemption={redemption} />}
        at={redemption.askedAt}
        facts={<Facts redemption={redemption} />}
      />
      {redemption.cancellable && (
        <>
          <p className="cap">{t(`note_${redemption.kind}`)}</p>
          <Cancel redemption={redemption} />
        </>
      )}
    </>
  )
}

/** What it gave, or when it deals; of one that was cancelled, what it was. */
function Outcome({ redemption }: { redemption: Redemption }) {
  const t = useTexts(texts)
  const shown = useOwnText()
  if (redemption.net !== null)
    return t('gave', { amount: shown(placedText(redemption.net, 'list')) })
  if (redemption.status === 'cancelled') return t(redemption.kind)
  return (
    <>
      {t('dealsFrom')} <Moment time={redemption.dealsAt} />
    </>
  )
}

function Facts({ redemption }: { redemption: Redemption }) {
  const t = useTexts(texts)
  const open = redemption.status === 'queued' || redemption.status === 'settling'
  const figures = [
    ['estimate', redemption.estimate],
    ['gross', redemption.gross],
    ['fee', redemption.fee],
    ['net', redemption.net],
  ] as const
  return (
    <List>
      <Row label={t('kind')} value={t(redemption.kind)} />
      <NumberRow label={t('orderNumber')} number={redemption.orderNumber} />
      {open && <MomentRow label={t('dealsAt')} time={redemption.dealsAt} />}
      {redemption.exitPrice !== null && (
        <MoneyRow label={t('exitPrice')} value={redemption.exitPrice} unit="USDT" place="price" />
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
      <RuleVersionRow ruleVersion={redemption.ruleVersion} dealVersion={redemption.dealVersion} />
    </List>
  )
}

function Cancel({ redemption }: { redemption: Redemption }) {
  const t = useTexts(texts)
  const cancel = useCancel(cancelRedemption, {
    id: redemption.id,
    form: `redemptions.cancel:${redemption.id}`,
    stale: 'redemptions',
    done: t('cancelledNow'),
  })
  return (
    <>
      <Button tone="secondary" size="small" onClick={cancel.ask}>
        {t(`cancel_${redemption.kind}`)}
      </Button>
      <Confirm
        {...cancel.question}
        title={t(`cancelTitle_${redemption.kind}`)}
        confirmText={t(`cancel_${redemption.kind}`)}
        cancelText={t('back')}
      >
        {t('cancelText', { quantity: figureText(redemption.quantity, 2, 6) })}
      </Confirm>
    </>
  )
}
