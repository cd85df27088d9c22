import type { DistributedState } from '@banyan/domain'
import { Card, Chip, List, Row } from '@banyan/ui'
import { href, pages, useLanguage, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

const { communityArea, mineArea, more } = pages

const ways = [
  ['list', communityArea.subscribeList],
  ['exchange', communityArea.saleRecords],
  ['gift', mineArea.invite],
  ['chart', more.statistics],
] as const

/** Links to all other pages of the community. */
export function Ways({ distributed }: { distributed: DistributedState | undefined }) {
  const t = useTexts(texts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  return (
    <Card>
      <List>
        <Row
          icon="community"
          label={t('distributed')}
          href={href(mineArea.toSpread)}
          value={
            distributed && (
              <Chip tone={distributed === 'active' ? 'ok' : 'neutral'}>
                {t(`distributed_${distributed}`)}
              </Chip>
            )
          }
        />
        {ways.map(([icon, page]) => (
          <Row key={page.path} icon={icon} label={page.title[tongue]} href={href(page)} />
        ))}
      </List>
    </Card>
  )
}
