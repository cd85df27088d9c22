import { CopyText, shortAddress } from '@banyan/ui'
import { dayText, Fact, Facts, Panel, Tag, useTexts } from '../shell/index.ts'
import { treasuryTexts } from './texts.ts'

interface Shown {
  hash: string
  from: string
  to: string
  block: number
  blockAt: string
  position: number
  confirmations: number
  needed: number
}

/** What the chain shows of a transfer: it can be compared, and nobody types it. */
export function ChainFacts({ of, now }: { of: Shown; now: number }) {
  const t = useTexts(treasuryTexts)
  const copied = (text: string) => <CopyText text={text}>{shortAddress(text)}</CopyText>
  return (
    <Panel title={t.chain.title} aside={<Tag>{t.chain.fixed}</Tag>}>
      <Facts>
        <Fact name={t.chain.hash}>{copied(of.hash)}</Fact>
        <Fact name={t.chain.from}>{copied(of.from)}</Fact>
        <Fact name={t.chain.to}>{copied(of.to)}</Fact>
        <Fact name={t.chain.block}>{of.block}</Fact>
        <Fact name={t.chain.position}>{of.position}</Fact>
        <Fact name={t.chain.blockAt}>{dayText(of.blockAt, now)}</Fact>
        <Fact name={t.chain.confirmations}>
          {of.confirmations} / {of.needed}
        </Fact>
      </Facts>
    </Panel>
  )
}
