import { renderToStaticMarkup } from 'react-dom/server'
import { lateCode } from './late-code.ts'
import { registerLateCode } from './shell/load/late-code.ts'
import { nav } from './shell/navigation/nav.ts'
import { loadOf } from './shell/page/page-frame.tsx'
import { Root } from './shell/root.tsx'
import { changeLanguage, type Language } from './shell/texts/texts.ts'

registerLateCode(lateCode)

/**
 * The page on top as it looks before any answer of the server: what index.html shows until the app is
 * there. Only the build calls this, on a machine without a window.
 */
export async function drawFrame(tongue: Language): Promise<string> {
  changeLanguage(tongue)
  await loadOf(nav.engine.top.path).settled()
  return renderToStaticMarkup(<Root />)
}
