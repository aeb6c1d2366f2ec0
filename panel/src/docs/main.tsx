import '../styles/fonts.css'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/parts.css'
import '../styles/fields.css'
import '../styles/json.css'
import './docs.css'
import { render } from 'preact'
import { applyScheme } from '../shell/scheme.ts'
import { addCopyButtons } from './copy-code.tsx'
import { Search } from './search.tsx'
import { TryIt } from './try-it.tsx'

applyScheme()
addCopyButtons()

const search = document.querySelector<HTMLElement>('[data-search]')
if (search !== null) render(<Search label={search.dataset.search ?? ''} />, search)

const place = document.querySelector<HTMLElement>('[data-try]')
if (place !== null) render(<TryIt name={place.dataset.try ?? ''} />, place)

// The menu of a phone is closed again by a link that leads to a heading of the same page.
const menu = document.querySelector<HTMLDetailsElement>('.docs-menu')
menu?.addEventListener('click', (event) => {
  if (event.target instanceof HTMLAnchorElement) menu.open = false
})
