import { brokenChainAt, formatAmount, type PublishedRoot } from '@banyan/domain'
import { Card, Chip, Empty, figureText, List, MomentRow, Money, Row } from '@banyan/ui'
import { sha256 } from '@noble/hashes/sha2.js'
import { useInfiniteQuery } from '@tanstack/react-query'
import { HashLine } from '../../shell/hash-line.tsx'
import { PagedList, useTexts } from '../../shell/index.ts'
import { seenRoots } from '../known-roots.ts'
import { rootsQuery } from '../proof-queries.ts'
import { proofTexts } from '../proof-texts.ts'
import styles from './proof.module.css'

/** The published roots of all settlements, newest first, each checked again on this device. */
export function RootList() {
  const t = useTexts(proofTexts)
  const query = useInfiniteQuery(rootsQuery)
  return (
    <>
      <h2 className={styles.heading}>{t('rootsTitle')}</h2>
      <p className="cap">{t('rootsNote')}</p>
      <PagedList query={query} empty={<Empty>{t('noRoots')}</Empty>}>
        {items =>
          items.map((one, at) => (
            <RootCard key={one.period} published={one} before={items[at + 1]} />
          ))
        }
      </PagedList>
    </>
  )
}

interface RootCardProps {
  published: PublishedRoot
  /** The previous root, once it is loaded. */
  before: PublishedRoot | undefined
}

function RootCard({ published, before }: RootCardProps) {
  const t = useTexts(proofTexts)
  const { period, takenAt, root, members, trees } = published
  const pair = before ? [published, before] : [published]
  const broken = brokenChainAt(sha256, pair, seenRoots()) === period
  return (
    <Card
      title={period}
      aside={<Chip tone={broken ? 'danger' : 'ok'}>{t(broken ? 'unlinked' : 'linked')}</Chip>}
    >
      <List>
        <MomentRow label={t('readAt')} time={takenAt} />
        <Row label={t('members')} value={members} />
        {trees.map(tree => (
          <Row
            key={tree.asset}
            label={t('owed', { asset: tree.asset })}
            note={t('owedNote', split(tree))}
            value={<Money value={BigInt(tree.total)} />}
          />
        ))}
      </List>
      <HashLine label={t('root')} hash={root} />
      <RootParts published={published} />
    </Card>
  )
}

/** The parts of a tree's total that are owed to members, and to house accounts. */
function split({ total, house }: PublishedRoot['trees'][number]) {
  const own = house.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const figure = (units: bigint): string => figureText(formatAmount(units))
  return { members: figure(BigInt(total) - own), house: figure(own) }
}

/** All inputs of the root's hash. */
function RootParts({ published }: { published: PublishedRoot }) {
  const t = useTexts(proofTexts)
  const { sid, domain, sequence, block, blockHash, previous, trees } = published
  const isFirst = /^0+$/.test(previous)
  return (
    <details className={styles.parts}>
      <summary>{t('parts')}</summary>
      <List>
        <Row label={t('domain')} value={domain} />
        <Row label={t('sequence')} value={sequence} />
        <Row label={t('block')} value={block ?? t('noBlock')} />
      </List>
      {blockHash && <HashLine label={t('blockHash')} hash={blockHash} />}
      <HashLine label={t('sid')} hash={sid} />
      {isFirst ? (
        <p className="cap">{t('first')}</p>
      ) : (
        <HashLine label={t('previous')} hash={previous} />
      )}
      {trees.map(({ asset, root, depth }) => (
        <HashLine key={asset} label={t('tree', { asset, depth })} hash={root} />
      ))}
    </details>
  )
}
