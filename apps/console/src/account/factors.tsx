import { removeFactor } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Answer,
  dayText,
  Panel,
  refreshSession,
  toast,
  useCommand,
  useMe,
  useTexts,
} from '../shell/index.ts'
import { AddPasskey } from './add-passkey.tsx'
import { AddTotp } from './add-totp.tsx'
import styles from './page.module.css'
import { type Factor, factorsQuery } from './queries.ts'
import { accountTexts } from './texts.ts'

/** The second factors of the account, and how to add one. */
export function Factors({ now }: { now: number }) {
  const { factors, factorNeeded } = useMe()
  const t = useTexts(accountTexts).factors
  const [adding, setAdding] = useState<'passkey' | 'totp' | null>(null)
  const list = useQuery(factorsQuery)
  const added = async (text: string) => {
    setAdding(null)
    toast(text, 'ok')
    await Promise.all([list.refetch(), refreshSession()])
  }
  return (
    <Panel title={t.title} isNow={factors.length === 0 && factorNeeded}>
      <p className="sub">
        {factors.length > 0 ? t.why : factorNeeded ? t.needed : `${t.why} ${t.optional}`}
      </p>
      <Answer query={list}>
        {({ items }) => (
          <ul className={styles.rows}>
            {items.map(one => (
              <FactorRow key={one.id} of={one} now={now} />
            ))}
          </ul>
        )}
      </Answer>
      {adding === 'passkey' && <AddPasskey onAdded={() => added(t.addedPasskey)} />}
      {adding === 'totp' && <AddTotp onAdded={() => added(t.addedTotp)} />}
      {adding !== 'passkey' && (
        <Button tone="tinted" size="small" icon="key" onClick={() => setAdding('passkey')}>
          {t.addPasskey}
        </Button>
      )}
      {adding !== 'totp' && !factors.includes('totp') && (
        <Button tone="quiet" size="small" onClick={() => setAdding('totp')}>
          {t.addTotp}
        </Button>
      )}
    </Panel>
  )
}

function FactorRow({ of, now }: { of: Factor; now: number }) {
  const t = useTexts(accountTexts).factors
  const remove = useCommand(removeFactor)
  async function drop() {
    if (!(await remove.run({ params: { id: of.id } }))) return
    toast(t.removed, 'ok')
    await refreshSession()
  }
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>{of.label ?? t.kind[of.kind]}</span>
        <span className="cap">
          {of.label && `${t.kind[of.kind]} · `}
          {t.added(dayText(of.addedAt, now))} ·{' '}
          {of.usedAt ? t.used(dayText(of.usedAt, now)) : t.unused}
        </span>
      </div>
      <Button tone="quiet" size="small" pending={remove.pending} onClick={() => void drop()}>
        {t.remove}
      </Button>
    </li>
  )
}
