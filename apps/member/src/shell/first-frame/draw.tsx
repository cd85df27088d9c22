import { renderToStaticMarkup } from 'react-dom/server'
import { nav } from '../navigation/nav.ts'
import { loadOf } from '../page/page-frame.tsx'
import { Root } from '../root.tsx'
import { changeLanguage, type Language } from '../texts/texts.ts'

/**
 * The page on top as it looks before any answer of the house: what index.html shows until the app is
 * there. Only the build calls this, on a machine without a window.
 */
export async function drawFrame(tongue: Language): Promise<string> {
  changeLanguage(tongue)
  await loadOf(nav.engine.top.path).settled()
  return renderToStaticMarkup(<Root />)
}
