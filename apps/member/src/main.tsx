import '@banyan/ui/styles.css'
import { createRoot } from 'react-dom/client'
import { Root } from './shell/root.tsx'
import { startLanguage } from './shell/texts/language.ts'
import { startTheme } from './shell/theme/theme.ts'

startLanguage()
startTheme()
const place = document.getElementById('app')
if (!place) throw new Error('index.html has no #app')
createRoot(place).render(<Root />)
