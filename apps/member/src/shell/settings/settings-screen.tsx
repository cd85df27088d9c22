import { Card, Segmented, Trend } from '@banyan/ui'
import { changeLanguageTo } from '../texts/language.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useLanguage, useTexts } from '../texts/texts.ts'
import { chooseTheme, chooseTrend, useThemeChoice, useTrend } from '../theme/theme.ts'

/** Language, theme and the colours of movement; every choice takes effect at once. */
export default function SettingsScreen() {
  const t = useTexts(shellTexts)
  return (
    <div className="page-pad stack">
      <Card title={t('settings.language')}>
        <Segmented
          label={t('settings.language')}
          value={useLanguage()}
          onValueChange={changeLanguageTo}
          choices={[
            { value: 'zh-CN', label: '简体中文' },
            { value: 'en', label: 'English' },
          ]}
        />
      </Card>
      <Card title={t('settings.theme')}>
        <Segmented
          label={t('settings.theme')}
          value={useThemeChoice()}
          onValueChange={chooseTheme}
          choices={[
            { value: 'system', label: t('settings.themeSystem') },
            { value: 'dark', label: t('settings.themeDark') },
            { value: 'light', label: t('settings.themeLight') },
          ]}
        />
      </Card>
      <Card
        title={t('settings.trend')}
        aside={
          <>
            <Trend value="1.86" percent /> <Trend value="-0.52" percent />
          </>
        }
      >
        <Segmented
          label={t('settings.trend')}
          value={useTrend()}
          onValueChange={chooseTrend}
          choices={[
            { value: 'cn', label: t('settings.trendCn') },
            { value: 'intl', label: t('settings.trendIntl') },
            { value: 'safe', label: t('settings.trendSafe') },
          ]}
        />
      </Card>
    </div>
  )
}
