import { formatAmount, type PublishedRoot, type SolvencyProof } from '@banyan/domain'
import { Card, figureText, Money } from '@banyan/ui'
import { HashLine } from '../../shell/hash-line.tsx'
import { useTexts } from '../../shell/index.ts'
import { proofTexts } from '../proof-texts.ts'
import styles from './proof.module.css'

/** The computation of a proof, which anybody can repeat. */
export function ProofSums({
  published,
  proof,
}: {
  published: PublishedRoot
  proof: SolvencyProof
}) {
  const t = useTexts(proofTexts)
  return (
    <Card title={t('sumsTitle')}>
      {published.trees.map(({ asset, root, total, depth }) => {
        const own = proof.trees.find(tree => tree.asset === asset)
        if (!own) return null
        return (
          <section key={asset} className={styles.sums}>
            <h3>{asset}</h3>
            <code>
              {own.shares.map(share => figure(share.amount)).join(' + ')} = {figure(own.balance)}
            </code>
            <HashLine label={t('levels', { paths: own.shares.length, depth })} hash={root} />
            <p className={styles.total}>
              <span className="sub">{t('ofTotal')}</span>
              <Money value={BigInt(total)} unit={asset} />
            </p>
          </section>
        )
      })}
    </Card>
  )
}

/** Micro-units, formatted. */
const figure = (units: string): string => figureText(formatAmount(BigInt(units)), 0)
