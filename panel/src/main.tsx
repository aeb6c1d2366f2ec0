import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/fields.css'
import './styles/dialogs.css'
import './styles/drafts.css'
import './styles/controls.css'
import './styles/json.css'
import './styles/shell.css'
import './styles/away.css'
import './styles/palette.css'
import './pages/sign-in/sign-in.css'
import './styles/pages.css'
import './styles/direction.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { startLanguage } from './language.ts'
import { addPlatformColors } from './platform-colors.ts'
import { lockWhileAway } from './shell/away-lock.ts'
import { keepFavicon } from './shell/favicon.ts'
import { applyScheme } from './shell/scheme.ts'

// The docs load this file too, for what they share with the panel, and may have a heading of this name.
const root = document.querySelector('body > #panel')
if (root !== null) {
  applyScheme()
  addPlatformColors()
  keepFavicon()
  lockWhileAway()
  await startLanguage()
  render(<App />, root)
}
