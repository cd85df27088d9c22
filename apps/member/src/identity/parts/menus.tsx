import { Card, type IconName, List, Row } from '@banyan/ui'
import { href, pages, useLanguage, useTexts } from '../../shell/index.ts'
import { DistributedChip, UnreadChip } from '../../shell/slots.tsx'
import { texts } from '../texts.ts'

const { mineArea, homeArea, more } = pages

/** What a menu needs to know of a page; none of these asks for a query. */
type Leads = readonly (readonly [IconName, typeof mineArea.account | typeof more.rules])[]

const groups = {
  messages: [
    ['bell', more.notifications],
    ['chat', homeArea.service],
  ],
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
    ['download', more.data],
    ['settings', more.settings],
  ],
} as const satisfies Record<string, Leads>

/** What stands beside the way to a page. */
const markBeside = (page: Leads[number][1]) =>
  page === more.notifications ? (
    <UnreadChip />
  ) : page === mineArea.toSpread ? (
    <DistributedChip />
  ) : undefined

/** The way to every page of the member, by what they are about. */
export function Menus() {
  const t = useTexts(texts)
  return (['money', 'community', 'security', 'about'] as const).map(name => (
    <Card key={name} title={t(`mine.${name}`)}>
      <Group name={name} />
    </Card>
  ))
}

/** What was written to the member: near the top, so that an unread mark is seen. */
export const Messages = () => (
  <Card>
    <Group name="messages" />
  </Card>
)

function Group({ name }: { name: keyof typeof groups }) {
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  const items: Leads = groups[name]
  return (
    <List>
      {items.map(([icon, page]) => (
        <Row
          key={page.path}
          icon={icon}
          label={page.title[tongue]}
          href={href(page)}
          value={markBeside(page)}
        />
      ))}
    </List>
  )
}
