import { Card } from '@banyan/ui'
import { Link, pages, useSession, useTexts } from '../../shell/index.ts'
import { proofTexts } from '../proof-texts.ts'
import { MyProof } from './my-proof.tsx'
import { OutsideCheck } from './outside-check.tsx'
import { ProofMeaning } from './proof-meaning.tsx'
import { RootList } from './root-list.tsx'

/** The own check for logged-in members, and the published roots for everyone. */
export default function ProofTab() {
  const { current } = useSession()
  return (
    <>
      {current ? <MyProof key={current.accountId} accountId={current.accountId} /> : <LogIn />}
      <ProofMeaning />
      <OutsideCheck />
      <RootList />
    </>
  )
}

function LogIn() {
  const t = useTexts(proofTexts)
  return (
    <Card title={t('mine')}>
      <p className="sub">{t('logIn')}</p>
      <p>
        <Link page={pages.auth.home}>{t('toLogin')}</Link>
      </p>
    </Card>
  )
}
