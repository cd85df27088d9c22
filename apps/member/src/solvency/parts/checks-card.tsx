import { Card, Chip, List, Moment, MoneyRow, Row } from '@banyan/ui'
import { HashLine } from '../../shell/hash-line.tsx'
import { useTexts } from '../../shell/index.ts'
import type { Reading } from '../queries.ts'
import { texts } from '../texts.ts'

/** The checks of a reading, and their time. */
export function ChecksCard({ reading: { check, chain } }: { reading: Reading }) {
  const t = useTexts(texts)
  return (
    <Card title={t('checksTitle')}>
      <List>
        <Row
          label={t('invariants')}
          note={
            <>
              {t('invariantsNote')}
              {check && (
                <>
                  {' · '}
                  <Moment time={check.checkedAt} />
                </>
              )}
            </>
          }
          value={
            check === null ? (
              <Chip tone="warn">{t('notYet')}</Chip>
            ) : check.breaches === 0 ? (
              <Chip tone="ok">{t('hold')}</Chip>
            ) : (
              <Chip tone="danger">{t('broken', { n: check.breaches })}</Chip>
            )
          }
        />
        {chain && (
          <MoneyRow
            label={t('onChain')}
            note={t('onChainNote', { addresses: chain.addresses, block: chain.block })}
            value={chain.held}
            unit="USDT"
          />
        )}
      </List>
      {chain && <HashLine label={t('blockHash')} hash={`0x${chain.blockHash}`} />}
    </Card>
  )
}
