import { Card, List, Row } from '@banyan/ui'
import { href, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

/** The way to the service, at the end of every page of the help. */
export function AskService() {
  const t = useTexts(texts)
  return (
    <Card>
      <List>
        <Row icon="chat" label={t('service')} href={href(pages.homeArea.service)} />
      </List>
    </Card>
  )
}
