import type { AnswerOf, me } from '@banyan/domain'
import { ActionBar, Button, Card, List, Note, QrCode, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Copyable, copy } from '../../shell/copyable.tsx'
import { href, pages, QueryView, useTexts } from '../../shell/index.ts'
import { PosterSheet } from '../parts/poster-sheet.tsx'
import { meQuery, statusQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './invite.module.css'

/** The member's code, its link, the link as a picture to scan, and all of it as a poster. */
export default function InviteScreen() {
  const member = useQuery(meQuery)
  return <QueryView query={member}>{facts => <Invitation facts={facts} />}</QueryView>
}

/** The address of the create page with the code filled in, as somebody else can open it. */
const linkOf = (code: string): string =>
  new URL(href(pages.auth.create, { code }), location.href).href

function Invitation({ facts }: { facts: AnswerOf<typeof me> }) {
  const t = useTexts(texts)
  const link = linkOf(facts.inviteCode)
  const { data: status, isLoading } = useQuery(statusQuery)
  const [poster, setPoster] = useState(false)
  const canShare = typeof navigator.share === 'function'
  const send = async () => {
    if (!canShare) return copy(link)
    const text = t('invite.shareText', { name: facts.nickname })
    // A member who closes the share menu has changed their mind; that is no error.
    await navigator.share({ title: text, text, url: link }).catch(() => {})
  }
  return (
    <>
      <div className="page-pad stack">
        <Card hero className={styles.card}>
          <p className="sub">{t('invite.lead')}</p>
          <QrCode text={link} label={t('invite.qr')} size={196} />
          <p className="cap">{t('invite.scan')}</p>
          <p className="sub">{t('invite.code')}</p>
          <Copyable text={facts.inviteCode}>
            <strong className={styles.code}>{facts.inviteCode}</strong>
          </Copyable>
        </Card>
        <Card title={t('invite.link')}>
          <Copyable text={link}>
            <span className={styles.link}>{link}</span>
          </Copyable>
        </Card>
        <Card>
          <List>
            <Row label={t('invite.list')} href={href(pages.mineArea.inviteList)} />
            {facts.inviterNickname && (
              <Row label={t('invite.inviter')} value={facts.inviterNickname} />
            )}
          </List>
        </Card>
        <Note>{t('invite.note')}</Note>
      </div>
      <ActionBar>
        <Button
          wide
          tone="secondary"
          icon="image"
          disabled={isLoading}
          onClick={() => setPoster(true)}
        >
          {t('invite.poster')}
        </Button>
        <Button wide onClick={() => void send()}>
          {t(canShare ? 'invite.share' : 'invite.copyLink')}
        </Button>
      </ActionBar>
      <PosterSheet
        open={poster}
        onClose={() => setPoster(false)}
        nickname={facts.nickname}
        code={facts.inviteCode}
        link={link}
        isDistributed={status?.state === 'active'}
      />
    </>
  )
}
