import { Card, List, Row } from '@banyan/ui'
import { href, pages, useLanguage, useSession, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

/**
 * The way to the service, at the end of every page of the help. A visitor, whom the service cannot know,
 * finds here how to get back into an account.
 */
export function AskService() {
  const t = useTexts(texts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  if (useIsLoggedIn())
    return (
      <Card>
        <List>
          <Row icon="chat" label={t('service')} href={href(pages.homeArea.service)} />
        </List>
      </Card>
    )
  return (
    <Card>
      <p className="sub">{t('serviceAfterLogin')}</p>
      <List>
        {[pages.mineArea.resetPass, pages.auth.memoryLogin].map(page => (
          <Row key={page.path} label={page.title[tongue]} href={href(page)} />
        ))}
      </List>
    </Card>
  )
}

/** Whether somebody is logged in: only then is there a conversation with the service. */
export const useIsLoggedIn = (): boolean => Boolean(useSession().current?.token)
