import { Card, type IconName, List, Row } from '@banyan/ui'
import { href, pages, useLanguage, useTexts } from '../../shell/index.ts'
import { UnreadChip } from '../../shell/slots.tsx'
import { texts } from '../texts.ts'

const { mineArea, homeArea, more } = pages

/** What a menu needs to know of a page; none of these asks for a query. */
type Leads = readonly (readonly [IconName, typeof mineArea.account | typeof more.rules])[]

const groups = {
  money: [
    ['wallet', mineArea.account],
    ['upload', mineArea.withdrawal],
    ['list', mineArea.orderList],
  ],
  community: [
    ['gift', mineArea.invite],
    ['community', mineArea.inviteList],
    ['chart', mineArea.toSpread],
    ['split', mineArea.settleNetwork],
  ],
  security: [
    ['key', mineArea.export],
    ['shield', mineArea.changePass],
    ['shield', mineArea.resetPass],
    ['keyboard', mineArea.changePayPass],
    ['keyboard', mineArea.resetPayPass],
    ['inbox', mineArea.verifyEmail],
    ['scan', more.sessions],
    ['minus', more.blocks],
  ],
  about: [
    ['info', more.rules],
    ['check-circle', more.solvency],
    ['chart', more.statistics],
    ['chat', homeArea.service],
    ['bell', more.notifications],
    ['download', more.data],
    ['settings', more.settings],
  ],
} as const satisfies Record<string, Leads>

/** The way to every page of the member, by what they are about. */
export function Menus() {
  const t = useTexts(texts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  return Object.entries(groups).map(([name, items]) => (
    <Card key={name} title={t(`mine.${name as keyof typeof groups}`)}>
      <List>
        {items.map(([icon, page]) => (
          <Row
            key={page.path}
            icon={icon}
            label={page.title[tongue]}
            href={href(page)}
            value={page === more.notifications ? <UnreadChip /> : undefined}
          />
        ))}
      </List>
    </Card>
  ))
}
