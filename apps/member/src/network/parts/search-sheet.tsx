import { NAMED_DEPTH } from '@banyan/domain'
import { List, Row, Sheet, TextField, useDebounced } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { searchQuery } from '../queries.ts'
import { texts } from '../texts.ts'

export interface SearchSheetProps {
  open: boolean
  onFound: (path: string) => void
  onClose: () => void
}

/** Finds a member of the own subtree by nickname, as deep as names are shown. */
export function SearchSheet({ open, onFound, onClose }: SearchSheetProps) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const ask = useDebounced((text: string) => setAsked(text.trim()))
  const search = useQuery(searchQuery(asked))
  const items = asked === '' ? [] : (search.data?.items ?? [])
  return (
    <Sheet open={open} onOpenChange={next => !next && onClose()} title={t('tree.search')}>
      <div className="stack">
        <TextField
          label={t('tree.search')}
          hint={t('tree.searchHint', { n: NAMED_DEPTH })}
          value={typed}
          maxLength={20}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ target }) => {
            setTyped(target.value)
            ask(target.value)
          }}
        />
        <div role="status">
          {asked !== '' && search.data && items.length === 0 && (
            <p className="sub">{t('tree.searchNone', { n: NAMED_DEPTH })}</p>
          )}
        </div>
        <List>
          {items.map(({ path, nickname }) => (
            <Row
              key={path}
              label={path === '' ? `${nickname} · ${t('tree.own')}` : nickname}
              value={path === '' ? '' : t('tree.depth', { n: path.length })}
              onClick={() => {
                onFound(path)
                onClose()
              }}
            />
          ))}
        </List>
      </div>
    </Sheet>
  )
}
