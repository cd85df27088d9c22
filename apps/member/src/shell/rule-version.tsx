import { Row } from '@banyan/ui'
import { href } from './navigation/nav.ts'
import { pages } from './routes.ts'
import { registerTexts, useTexts } from './texts/texts.ts'

const texts = registerTexts('ruleVersion', {
  zh: { version: '规则版本', placedBy: '下单时为 v{{version}}' },
  en: { version: 'Rule version', placedBy: 'placed under v{{version}}' },
})

/**
 * The version of the rule book that an order was executed by, or until then placed by; links to
 * that version. A row of its own, not part of the shell's index: few pages need it.
 */
export function RuleVersionRow({
  ruleVersion,
  dealVersion = null,
}: {
  ruleVersion: number
  dealVersion?: number | null
}) {
  const t = useTexts(texts)
  const version = dealVersion ?? ruleVersion
  return (
    <Row
      label={t('version')}
      note={version === ruleVersion ? undefined : t('placedBy', { version: ruleVersion })}
      value={<span className="num">v{version}</span>}
      href={href(pages.more.rules, { version: `${version}` })}
    />
  )
}
