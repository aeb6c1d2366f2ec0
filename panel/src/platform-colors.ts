import { platformDefinitions } from '../../src/platforms/contract/platforms.ts'

/** Colours the edges of platform rows. A constructed style sheet, because the content policy allows no inline styles. */
export function addPlatformColors(): void {
  const sheet = new CSSStyleSheet()
  const rules = platformDefinitions.map(({ name, color }) => `.edge.${name} { border-left-color: ${color}; }`)
  sheet.replaceSync(rules.join('\n'))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
