import { type InviteeView, placeInvitee, type SideChoice, sideChoices } from '@banyan/domain'
import {
  Button,
  Card,
  Empty,
  List,
  Moment,
  MomentRow,
  Note,
  Row,
  Segmented,
  Sheet,
} from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, pages, QueryView, toast, useTexts } from '../../shell/index.ts'
import { PaymentSheet, usePaymentPad } from '../../shell/payment-pad.tsx'
import { networkChanged, previewQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './place-sheet.module.css'

export interface Placing {
  /** Chosen before the sheet opened. */
  invitee: string | null
  choice: SideChoice
}

export interface PlaceSheetProps {
  /** Null closes it. */
  placing: Placing | null
  waiting: readonly InviteeView[]
  /** The request is made, and the tree is being refetched. */
  onPlaced: (invitee: string) => void
  onClose: () => void
}

/** The member, the side, the current parent, and the payment password. */
export function PlaceSheet({ placing, ...form }: PlaceSheetProps) {
  const t = useTexts(texts)
  // The content stays while the sheet slides away.
  const [kept, setKept] = useState(placing)
  if (placing && placing !== kept) setKept(placing)
  return (
    <Sheet
      open={placing !== null}
      onOpenChange={open => !open && form.onClose()}
      title={t('place.title')}
    >
      {kept && <PlaceForm key={JSON.stringify(kept)} start={kept} {...form} />}
    </Sheet>
  )
}

function PlaceForm(props: Omit<PlaceSheetProps, 'placing'> & { start: Placing }) {
  const { start, waiting, onPlaced, onClose } = props
  const t = useTexts(texts)
  const free = waiting.filter(one => one.state === 'pending' || one.id === start.invitee)
  const [chosen, setChosen] = useState(start.invitee ?? free[0]?.id ?? null)
  const [choice, setChoice] = useState(start.choice)
  const invitee = free.find(one => one.id === chosen)
  const place = usePaymentPad(placeInvitee, {
    form: `network.place:${chosen}`,
    input: (asked: string, paymentPassword) => ({
      body: { invitee: asked, choice, paymentPassword },
    }),
    onRefused: () => {
      void networkChanged()
      return false
    },
    onAnswered: async (_, placed) => {
      toast(t('place.done'), 'ok')
      onClose()
      await networkChanged()
      onPlaced(placed)
    },
  })
  if (!invitee)
    return (
      <Empty
        icon="community"
        action={<Link page={pages.mineArea.invite}>{t('place.invite')}</Link>}
      >
        {t('place.none')}
      </Empty>
    )
  return (
    <div className="stack">
      {start.invitee === null ? (
        <Users users={free} value={chosen} onChange={setChosen} />
      ) : (
        <p className={styles.who}>{invitee.nickname}</p>
      )}
      <p className={styles.heading}>{t('place.side')}</p>
      <Segmented
        label={t('place.side')}
        value={choice}
        onValueChange={setChoice}
        choices={sideChoices.map(value => ({ value, label: t(`side.${value}`) }))}
      />
      {choice === 'smaller' && <p className="cap">{t('place.smaller')}</p>}
      <Preview invitee={invitee.id} choice={choice} />
      <Note>{t('place.note')}</Note>
      <Button wide onClick={() => place.ask(invitee.id)}>
        {t('place.confirm')}
      </Button>
      <PaymentSheet
        {...place.pad}
        title={t('place.pin')}
        summary={`${invitee.nickname} · ${t(`side.${choice}`)}`}
        confirmText={t('place.confirm')}
      />
    </div>
  )
}

function Users(props: {
  users: readonly InviteeView[]
  value: string | null
  onChange: (id: string) => void
}) {
  const t = useTexts(texts)
  return (
    <fieldset className={styles.users}>
      <legend className={styles.heading}>{t('place.user')}</legend>
      {props.users.map(user => (
        <label key={user.id} className={styles.user}>
          <input
            type="radio"
            name="invitee"
            value={user.id}
            checked={user.id === props.value}
            onChange={() => props.onChange(user.id)}
          />
          <span className={styles.name}>{user.nickname}</span>
          <span className="cap">
            {user.dueAt ? <Deadline at={user.dueAt} /> : t('place.noDue')}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Deadline({ at }: { at: string }) {
  const t = useTexts(texts)
  const [before, after] = t('place.dueAt', { time: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <Moment time={at} />
      {after}
    </>
  )
}

function Preview({ invitee, choice }: { invitee: string; choice: SideChoice }) {
  const t = useTexts(texts)
  const preview = useQuery(previewQuery(invitee, choice))
  return (
    <Card className={styles.preview} title={t('place.previewTitle')}>
      <QueryView query={preview} compact>
        {({ side, parent, ahead, placedAt }) => (
          <List>
            <Row label={t('member.placedSide')} value={t(`side.${side}`)} />
            <Row
              label={t('place.parent')}
              value={
                !parent
                  ? t('place.parentWaits')
                  : ahead > 0
                    ? t('place.parentAhead', { count: ahead })
                    : parent.depth === 0
                      ? t('place.parentOwn')
                      : (parent.nickname ?? t('place.parentDeep', { n: parent.depth }))
              }
            />
            <MomentRow label={t('place.settledAt')} time={placedAt} />
          </List>
        )}
      </QueryView>
    </Card>
  )
}
