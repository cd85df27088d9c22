import { appVersion } from '@banyan/domain'
import { Avatar, Button, Card, Confirm, CopyText, Icon, Segmented, Skeleton } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeLanguageTo,
  chooseTheme,
  Link,
  logOut,
  pages,
  QueryView,
  toast,
  useLanguage,
  useTexts,
  useThemeChoice,
} from '../../shell/index.ts'
import { CheckList } from '../parts/check-list.tsx'
import { Menus, Messages } from '../parts/menus.tsx'
import { meQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './mine.module.css'

/** The member, and the way to everything that is theirs. */
export default function MineScreen() {
  const t = useTexts(texts)
  return (
    <div className="page-pad stack">
      <MemberCard />
      <Messages />
      <CheckList />
      <Menus />
      <Appearance />
      <LogOut />
      <p className={styles.version}>
        {t('mine.version', { name: appVersion.name, code: appVersion.code })}
      </p>
    </div>
  )
}

function MemberCard() {
  const t = useTexts(texts)
  const member = useQuery(meQuery)
  const copied = () => toast(t('mine.copied'), 'ok')
  return (
    <Card hero>
      <QueryView query={member} compact skeleton={<MemberSkeleton />}>
        {facts => (
          <>
            <div className={styles.who}>
              <Avatar name={facts.nickname} size={52} />
              <h2>{facts.nickname}</h2>
              <Link
                page={pages.homeArea.accountList}
                className={styles.switch}
                aria-label={t('mine.switch')}
              >
                <Icon name="exchange" size={20} />
                <span>{t('mine.switch')}</span>
              </Link>
            </div>
            <dl className={styles.codes}>
              <div>
                <dt>{t('mine.accountId')}</dt>
                <dd>
                  <CopyText text={facts.accountId} onCopied={copied} />
                </dd>
              </div>
              <div>
                <dt>{t('mine.inviteCode')}</dt>
                <dd>
                  <CopyText text={facts.inviteCode} onCopied={copied} />
                </dd>
              </div>
            </dl>
          </>
        )}
      </QueryView>
    </Card>
  )
}

function MemberSkeleton() {
  return (
    <div className={styles.who}>
      <Skeleton width="52px" height="52px" radius="50%" />
      <Skeleton width="40%" height="20px" />
    </div>
  )
}

/** The two choices that are made most; the colours of movement are under Settings. */
function Appearance() {
  const t = useTexts(texts)
  return (
    <Card title={t('mine.appearance')} className={styles.appearance}>
      <Segmented
        label={t('mine.language')}
        value={useLanguage()}
        onValueChange={changeLanguageTo}
        choices={[
          { value: 'zh-CN', label: '简体中文' },
          { value: 'en', label: 'English' },
        ]}
      />
      <Segmented
        label={t('mine.theme')}
        value={useThemeChoice()}
        onValueChange={chooseTheme}
        choices={[
          { value: 'system', label: t('mine.themeSystem') },
          { value: 'dark', label: t('mine.themeDark') },
          { value: 'light', label: t('mine.themeLight') },
        ]}
      />
    </Card>
  )
}

function LogOut() {
  const t = useTexts(texts)
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  const leave = async () => {
    setPending(true)
    await logOut()
  }
  return (
    <>
      <Button wide tone="secondary" icon="logout" onClick={() => setAsking(true)}>
        {t('mine.logout')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('mine.logoutTitle')}
        confirmText={t('mine.logout')}
        tone="danger"
        pending={pending}
        onConfirm={() => void leave()}
      >
        {t('mine.logoutText')}
      </Confirm>
    </>
  )
}
