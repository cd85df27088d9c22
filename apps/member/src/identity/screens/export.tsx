import { SkeletonCards } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../shell/index.ts'
import { ExportedWords, WordsElsewhere } from '../parts/exported-words.tsx'
import { LockedWords } from '../parts/locked-words.tsx'
import { NeedsCryptography } from '../parts/no-cryptography.tsx'
import { useOpened } from '../vault/opened.ts'
import { keptHereQuery } from '../vault/queries.ts'

/** The words again: opened by the login password where they are stored, else a text about where they may be. */
export default function ExportScreen() {
  return (
    <NeedsCryptography>
      <Export />
    </NeedsCryptography>
  )
}

function Export() {
  const accountId = useSession().current?.accountId ?? ''
  const { data: kept } = useQuery(keptHereQuery(accountId))
  const words = useOpened()
  if (words) return <ExportedWords words={words} />
  if (kept === undefined) return <SkeletonCards />
  return kept ? <LockedWords accountId={accountId} /> : <WordsElsewhere />
}
