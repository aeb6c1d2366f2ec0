import { overlaySettingFields } from '../src/capabilities/overlay/contract/overlay-settings.ts'
import { fonts, themes } from '../src/capabilities/overlay/contract/themes.ts'
import type { Control, Fields } from '../src/definitions/setting-fields.ts'
import type { Settings } from './settings.ts'
import { recordOf } from './values.ts'

let family = fonts.inter.css

/** Applies all settings of appearance. Those with a CSS variable need no code of their own. */
export function applyTheme(settings: Settings) {
  const { look, font, customCssUrl } = settings
  document.body.dataset.look = look
  setVariables(overlaySettingFields, settings)
  sheet('look', look === 'clean' ? undefined : new URL(`theme-${look}.css`, import.meta.url).href)
  sheet('custom', customCssUrl)
  family = fonts[font ?? themes[look].font].css
  loadFont()
}

/** Custom properties may be set by a script under a strict content policy, other inline styles not. */
function setVariables(fields: Fields, values: Readonly<Record<string, unknown>>) {
  for (const [name, { control, cssVariable }] of Object.entries(fields)) {
    const value = values[name]
    if (control.kind === 'group') setVariables(control.fields, recordOf(value))
    else if (cssVariable !== undefined) setVariable(cssVariable, cssOf(control, value))
  }
}

function cssOf(control: Control, value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = String(value)
  if (control.kind === 'choice') return control.choices[text]?.css ?? text
  return control.kind === 'color' && !CSS.supports('color', text) ? undefined : text
}

/** Loads it now, while the server is reachable, instead of with the first card. */
function loadFont() {
  void document.fonts.load(`1rem ${family}`).catch(() => {})
}

/** A font whose loading failed is never requested again, unless its stylesheet is replaced. */
export function reloadFonts() {
  const isBroken = Array.from(document.fonts).some(({ status }) => status === 'error')
  const old = document.querySelector('link[href*="fonts.css"]')
  if (!isBroken || !(old instanceof HTMLLinkElement)) return
  const anew = document.createElement('link')
  anew.rel = 'stylesheet'
  anew.href = old.href
  anew.onload = loadFont
  old.before(anew)
  old.remove()
}

function setVariable(name: string, value: string | undefined) {
  const { style } = document.documentElement
  if (value === undefined) style.removeProperty(name)
  else style.setProperty(name, value)
}

function sheet(id: string, href: string | undefined) {
  const old = document.querySelector(`link[data-sheet="${id}"]`)
  if (old instanceof HTMLLinkElement && old.href === href) return
  if (href !== undefined) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.dataset.sheet = id
    link.href = href
    // The broadcaster's own comes last and wins.
    const custom = document.querySelector('link[data-sheet="custom"]')
    if (id === 'look' && custom !== null) custom.before(link)
    else document.head.append(link)
  }
  old?.remove()
}
