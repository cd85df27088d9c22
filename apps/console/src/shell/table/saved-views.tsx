import { Icon } from '@banyan/ui'
import { type FormEvent, useState } from 'react'
import { useMe } from '../app.ts'
import { hrefOf, useAddress } from '../navigation.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import styles from './data-table.module.css'
import { readViews, type View, viewsOf, withoutView, withView } from './views.ts'

/** Own views of the page, kept on this device; the address of one can be copied for others. */
export function SavedViews() {
  const me = useMe()
  const key = `console.views.${me.id}`
  const { page, query } = useAddress()
  const t = useTexts(shellTexts).table
  const [views, setViews] = useState(() => readViews(localStorage.getItem(key)))
  const keep = (next: View[]) => {
    setViews(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('view') ?? '').trim()
    if (name === '') return
    // Others may have kept one meanwhile, on another page of the console.
    const all = readViews(localStorage.getItem(key))
    keep(withView(all, { name, hash: hrefOf(page, null, query) }))
    form.reset()
  }
  const share = (hash: string) =>
    void navigator.clipboard?.writeText(new URL(hash, location.href).href)
  return (
    <details className={styles.views}>
      <summary>{t.views}</summary>
      <div>
        {viewsOf(views, page).map(({ name, hash }) => (
          <p key={name}>
            <a href={hash}>{name}</a>
            <button type="button" aria-label={t.copyView(name)} onClick={() => share(hash)}>
              <Icon name="copy" size={16} />
            </button>
            <button
              type="button"
              aria-label={t.dropView(name)}
              onClick={() => keep(withoutView(readViews(localStorage.getItem(key)), name))}
            >
              <Icon name="close" size={16} />
            </button>
          </p>
        ))}
        <form onSubmit={save}>
          <input name="view" maxLength={40} placeholder={t.viewName} aria-label={t.viewName} />
          <button type="submit">{t.saveView}</button>
        </form>
      </div>
    </details>
  )
}
