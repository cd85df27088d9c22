import { Button, Card, Confirm, List, Row, Segmented, Trend } from '@banyan/ui'
import { useState } from 'react'
import { logOut } from '../app.ts'
import { href } from '../navigation/nav.ts'
import { pages } from '../routes.ts'
import { useSession } from '../session/use-session.ts'
import { PushChoice } from '../slots.tsx'
import { changeLanguageTo } from '../texts/language.ts'
import { useLanguage, useTexts } from '../texts/texts.ts'
import { chooseTheme, chooseTrend, useThemeChoice, useTrend } from '../theme/theme.ts'
import { settingsTexts } from './settings-texts.ts'

/** Language, theme, the colours of movement and push messages, which take effect at once; and the log-out. */
export default function SettingsScreen() {
  const t = useTexts(settingsTexts)
  const { current } = useSession()
  return (
    <div className="page-pad stack">
      <Card title={t('language')}>
        <Segmented
          label={t('language')}
          value={useLanguage()}
          onValueChange={changeLanguageTo}
          choices={[
            { value: 'zh-CN', label: '简体中文' },
            { value: 'en', label: 'English' },
          ]}
        />
      </Card>
      <Card title={t('theme')}>
        <Segmented
          label={t('theme')}
          value={useThemeChoice()}
          onValueChange={chooseTheme}
          choices={[
            { value: 'system', label: t('themeSystem') },
            { value: 'dark', label: t('themeDark') },
            { value: 'light', label: t('themeLight') },
          ]}
        />
      </Card>
      <Card
        title={t('trend')}
        aside={
          <span>
            <Trend value="1.86" percent /> <Trend value="-0.52" percent />
          </span>
        }
      >
        <Segmented
          label={t('trend')}
          value={useTrend()}
          onValueChange={chooseTrend}
          choices={[
            { value: 'cn', label: t('trendCn') },
            { value: 'intl', label: t('trendIntl') },
            { value: 'safe', label: t('trendSafe') },
          ]}
        />
      </Card>
      {current?.token && <PushChoice />}
      <Card>
        <List>
          <Row icon="info" label={t('help')} href={href(pages.more.help)} />
        </List>
      </Card>
      {current && <LogOut />}
    </div>
  )
}

function LogOut() {
  const t = useTexts(settingsTexts)
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  const leave = async () => {
    setPending(true)
    await logOut()
  }
  return (
    <>
      <Button wide tone="secondary" icon="logout" onClick={() => setAsking(true)}>
        {t('logout')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('logoutTitle')}
        confirmText={t('logout')}
        tone="danger"
        pending={pending}
        onConfirm={() => void leave()}
      >
        {t('logoutText')}
      </Confirm>
    </>
  )
}
