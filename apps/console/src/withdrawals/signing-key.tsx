import { registerPayoutKey } from '@banyan/domain'
import { Button, CopyText } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { toast, useCommand, useMe, useTexts } from '../shell/index.ts'
import { newKey, readKeyFile } from './approver-key.ts'
import { dropKey, keepKey } from './key-store.ts'
import styles from './panel.module.css'
import { keyQuery } from './queries.ts'
import { withdrawalTexts } from './texts.ts'

/** The operator's signing key on this device: loaded from its file, or made here and registered. */
export function SigningKey() {
  const me = useMe()
  const t = useTexts(withdrawalTexts)
  const kept = useQuery(keyQuery(me.name))
  const file = useRef<HTMLInputElement>(null)
  const [created, setCreated] = useState<string | null>(null)
  const register = useCommand(registerPayoutKey)
  if (!globalThis.isSecureContext) return <p className="cap">{t.key.unsupported}</p>
  if (kept.data === undefined) return null

  async function load(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.currentTarget.files?.[0]
    if (!chosen) return
    const key = await readKeyFile(await chosen.text()).catch(() => null)
    if (key === null) return toast(t.key.unreadable, 'danger')
    await keepKey(me.name, key)
    await kept.refetch()
  }
  async function make() {
    const { key, publicKey } = await newKey()
    // Registered before it is kept: a key that the server does not know signs nothing.
    if (!(await register.run({ body: { publicKey } }))) return
    await keepKey(me.name, key)
    setCreated(publicKey)
    await kept.refetch()
  }
  async function drop() {
    await dropKey(me.name)
    await kept.refetch()
  }

  if (kept.data.key)
    return (
      <div className={styles.key}>
        <p className="cap">{created ? t.key.made : t.key.held}</p>
        {created && <CopyText text={created} />}
        <Button tone="quiet" size="small" onClick={() => void drop()}>
          {t.key.drop}
        </Button>
      </div>
    )
  return (
    <div className={styles.key}>
      <p className="cap">{t.key.none}</p>
      <input ref={file} type="file" hidden onChange={event => void load(event)} />
      <Button tone="tinted" size="small" icon="key" onClick={() => file.current?.click()}>
        {t.key.load}
      </Button>
      <Button tone="quiet" size="small" pending={register.pending} onClick={() => void make()}>
        {t.key.make}
      </Button>
    </div>
  )
}
