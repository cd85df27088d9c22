import type { AccountListItem } from '@banyan/domain'
import { ActionBar, Button, Card, Chip, Confirm, Empty, IconButton, List } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  nav,
  pages,
  removeAccount,
  session,
  toast,
  useSession,
  useTexts,
} from '../../shell/index.ts'
import { keptWords } from '../../shell/kept-words.ts'
import { loginKeys } from '../../shell/login-keys.ts'
import { openAccount } from '../open-account.ts'
import { AccountRow } from '../parts/account-row.tsx'
import { keptHereQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './account-list.module.css'

/** The accounts of this device: switch, remove, add. */
export default function AccountListScreen() {
  const t = useTexts(texts)
  const { accounts, current } = useSession()
  const [removing, setRemoving] = useState<AccountListItem | null>(null)
  const open = async (account: AccountListItem) => {
    if (await openAccount(account)) toast(t('list.switched'), 'ok')
  }
  return (
    <>
      <div className="page-pad stack">
        {accounts.length === 0 ? (
          <Empty icon="me">{t('list.empty')}</Empty>
        ) : (
          <Card className={styles.card}>
            <List>
              {accounts.map(account => {
                const isCurrent = account.uuid === current?.uuid
                return (
                  <AccountRow
                    key={account.uuid}
                    account={account}
                    {...(isCurrent
                      ? {}
                      : {
                          label: t('list.switch', { name: account.nickname }),
                          onOpen: () => void open(account),
                        })}
                    aside={
                      <>
                        {isCurrent && <Chip tone="accent">{t('list.current')}</Chip>}
                        <IconButton
                          name="trash"
                          label={t('list.remove', { name: account.nickname })}
                          className={styles.remove}
                          onClick={() => setRemoving(account)}
                        />
                      </>
                    }
                  />
                )
              })}
            </List>
          </Card>
        )}
        <p className="cap">{t('list.note')}</p>
      </div>
      <ActionBar>
        <Button wide icon="plus" onClick={() => nav.to(pages.auth.home)}>
          {t('list.add')}
        </Button>
      </ActionBar>
      <RemoveAccount account={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

/** Asks before an account is removed from the device together with its stored words. */
function RemoveAccount(props: { account: AccountListItem | null; onClose: () => void }) {
  const { account, onClose } = props
  const t = useTexts(texts)
  const [pending, setPending] = useState(false)
  const { current } = useSession()
  const accountId = account ? session.accountIdOf(account.uuid) : undefined
  const { data: keepsWords } = useQuery({
    ...keptHereQuery(accountId),
    enabled: account !== null,
  })
  const exportFirst = () => {
    onClose()
    if (account?.uuid === current?.uuid) nav.to(pages.mineArea.export)
    else if (account) void openAccount(account, pages.mineArea.export)
  }
  const remove = async () => {
    if (!account) return
    setPending(true)
    const result = await removeAccount(account.uuid)
    // The words are removed last: a failed removal must not have deleted them.
    if (result === 'done' && accountId) {
      loginKeys.forget(accountId)
      await keptWords.forget(accountId).catch(() => {})
    }
    setPending(false)
    onClose()
    if (result === 'done') toast(t('list.removed'), 'ok')
  }
  return (
    <Confirm
      open={account !== null}
      onOpenChange={open => !open && onClose()}
      title={t('list.removeTitle', { name: account?.nickname ?? '' })}
      confirmText={t('list.removeConfirm')}
      tone="danger"
      pending={pending || (account !== null && keepsWords === undefined)}
      onConfirm={() => void remove()}
    >
      <p>{t('list.removeText')}</p>
      {keepsWords && (
        <>
          <p className={styles.words}>{t('list.removeWords')}</p>
          <button type="button" className={styles.export} onClick={exportFirst}>
            {t('list.exportFirst')}
          </button>
        </>
      )}
    </Confirm>
  )
}
