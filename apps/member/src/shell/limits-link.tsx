import type { ReactNode } from 'react'
import { Link } from './page/link.tsx'
import { pages } from './routes.ts'
import { limitTexts } from './texts/limit-texts.ts'
import { useTexts } from './texts/texts.ts'

/** The link from a form to the page of all limits, after the form's text about them. */
export function LimitsLink({ children }: { children?: ReactNode }) {
  const t = useTexts(limitTexts)
  return (
    <p className="cap">
      {children} <Link page={pages.assetsArea.limits}>{t('all')}</Link>
    </p>
  )
}
