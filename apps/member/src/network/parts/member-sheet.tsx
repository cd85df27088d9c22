import {
  type AnswerOf,
  type InviteeView,
  NAMED_DEPTH,
  type networkOverview,
  type RegionView,
  type TreeNode,
  withdrawPlacement,
} from '@banyan/domain'
import { Button, Chip, Confirm, List, Moment, MomentRow, Note, Row, Sheet } from '@banyan/ui'
import { type ReactNode, useState } from 'react'
import { OwnMoney } from '../../shell/hidden-figures.tsx'
import { toast, useCommand, useTexts } from '../../shell/index.ts'
import { networkChanged } from '../queries.ts'
import { texts } from '../texts.ts'
import type { DrawnNode } from '../tree-layout.ts'
import styles from './member-sheet.module.css'

export interface MemberSheetProps {
  /** The tapped place; null closes the sheet. */
  opened: DrawnNode | null
  facts: AnswerOf<typeof networkOverview>
  onExpand: (path: string) => void
  onMove: (invitee: InviteeView) => void
  onClose: () => void
}

/** What a member may know of a place in the own tree, and the actions on an own request. */
export function MemberSheet({ opened, facts, onExpand, onMove, onClose }: MemberSheetProps) {
  const [kept, setKept] = useState(opened)
  if (opened && opened !== kept) setKept(opened)
  const title = useTitle(kept)
  return (
    <Sheet
      open={opened !== null}
      onOpenChange={open => !open && onClose()}
      title={title}
      // The next member can be opened by another tap.
      beside
    >
      {kept?.kind === 'member' && (
        <MemberFacts
          node={kept.node}
          facts={facts}
          onExpand={() => {
            onExpand(kept.path)
            onClose()
          }}
        />
      )}
      {kept?.kind === 'request' && (
        <RequestFacts
          invitee={kept.invitee}
          onMove={() => onMove(kept.invitee)}
          onClose={onClose}
        />
      )}
    </Sheet>
  )
}

function useTitle(drawn: DrawnNode | null): string {
  const t = useTexts(texts)
  if (drawn?.kind === 'request') return drawn.invitee.nickname
  if (drawn?.kind !== 'member') return ''
  return drawn.node.nickname ?? t('member.unnamed', { n: drawn.path.length })
}

function MemberFacts(props: {
  node: TreeNode
  facts: AnswerOf<typeof networkOverview>
  onExpand: () => void
}) {
  const { node, facts, onExpand } = props
  const t = useTexts(texts)
  const isOwn = node.path === ''
  const hasMore = (node.hasLeft || node.hasRight) && !isOwn && node.path.length % NAMED_DEPTH === 0
  return (
    <div className="stack">
      {isOwn ? (
        <OwnPlace facts={facts} />
      ) : node.nickname === null ? (
        <p className="sub">{t('member.unnamedNote', { n: NAMED_DEPTH })}</p>
      ) : (
        <p>
          <Chip tone={node.invited ? 'accent' : 'neutral'}>
            {t(node.invited ? 'member.byMe' : 'member.byOther')}
          </Chip>
        </p>
      )}
      <List>
        {!isOwn && <MomentRow label={t('member.placedAt')} time={node.placedAt} />}
        {node.left && <RegionRow side="left" region={node.left} />}
        {node.right && <RegionRow side="right" region={node.right} />}
      </List>
      {hasMore && (
        <Button wide tone="secondary" icon="down" onClick={onExpand}>
          {t('member.expand')}
        </Button>
      )}
    </div>
  )
}

function RegionRow({ side, region }: { side: 'left' | 'right'; region: RegionView }) {
  const t = useTexts(texts)
  const members = t('region.members', { count: region.members })
  return (
    <Row
      label={t('member.region', { side: t(`side.${side}`), members })}
      value={<OwnMoney value={region.total} unit="USDT" most={2} />}
    />
  )
}

/** Who placed the member, where, and when: rule book 2.10 (6). */
function OwnPlace({ facts }: { facts: AnswerOf<typeof networkOverview> }) {
  const t = useTexts(texts)
  const { placed, inviterNickname } = facts
  const rows: [string, ReactNode][] = placed
    ? [
        [t('member.inviter'), inviterNickname],
        [t('member.parent'), placed.parentNickname],
        [t('member.placedSide'), t(`side.${placed.side}`)],
        [t('member.placedAt'), <Moment key="at" time={placed.at} />],
        [t('member.how'), t(placed.overdue ? 'member.auto' : 'member.byInviter')],
      ]
    : []
  if (rows.length === 0) return <p className="sub">{t('waiting.notYet')}</p>
  return (
    <List>
      {rows.map(([label, value]) => (
        <Row key={label} label={label} value={value} />
      ))}
    </List>
  )
}

function RequestFacts(props: { invitee: InviteeView; onMove: () => void; onClose: () => void }) {
  const { invitee, onMove, onClose } = props
  const t = useTexts(texts)
  const [asking, setAsking] = useState(false)
  const withdraw = useCommand(withdrawPlacement, { form: `network.withdraw:${invitee.id}` })
  const confirm = async () => {
    const answer = await withdraw.run({ params: { id: invitee.id } })
    setAsking(false)
    void networkChanged()
    if (!answer) return
    toast(t('place.withdrawn'), 'ok')
    onClose()
  }
  const isOpen = invitee.state === 'requested'
  return (
    <div className="stack">
      <p>
        <Chip tone="warn">{t(isOpen ? 'state.requested' : 'state.settling')}</Chip>
      </p>
      <List>
        {invitee.side && <Row label={t('member.placedSide')} value={t(`side.${invitee.side}`)} />}
        <MomentRow label={t('invitees.joined')} time={invitee.joinedAt} />
      </List>
      <Note>{t('place.note')}</Note>
      {isOpen && (
        <div className={styles.acts}>
          <Button wide tone="secondary" onClick={() => setAsking(true)}>
            {t('place.withdraw')}
          </Button>
          <Button wide tone="secondary" onClick={onMove}>
            {t('place.move')}
          </Button>
        </div>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('place.withdrawTitle')}
        confirmText={t('place.withdraw')}
        cancelText={t('place.keep')}
        pending={withdraw.pending}
        onConfirm={() => void confirm()}
      >
        {t('place.withdrawText', { name: invitee.nickname })}
      </Confirm>
    </div>
  )
}
