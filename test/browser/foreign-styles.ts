import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '../tools/playwright.ts'

const folder = new URL('../../panel/dist/assets/', import.meta.url)

/** Every style sheet of the panel by its name. The docs and the preview of the overlay are pages of their own. */
const builtSheets: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.css') && !/^(?:docs|overlay-preview)-/.test(name))
    .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
)

/**
 * What looks different once somebody has been everywhere in the panel: a walk leaves the style sheets of all pages, before
 * those of the page that is open or, when it was open already, after them. So they are added here in both places, and the
 * computed styles of every element that one of their rules is for are compared; nothing else can change but by these.
 * Not pixels: two pictures of one page differ by clocks, counters and whatever else moves, and say nothing about the
 * reason. Here nothing can happen between two looks, and a difference has the name of the rule that makes it.
 */
export function foreignStyles(page: Page): Promise<string[]> {
  return page.evaluate(compareStyles, builtSheets)
}

/** Runs in the page. */
function compareStyles(built: Readonly<Record<string, string>>): string[] {
  const parse = (text: string) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  }
  const rulesIn = (list: CSSRuleList): CSSStyleRule[] =>
    [...list].flatMap((rule) => [
      ...(rule instanceof CSSStyleRule ? [rule] : []),
      ...('cssRules' in rule ? rulesIn(rule.cssRules as CSSRuleList) : []),
    ])
  const nameOf = (sheet: CSSStyleSheet) => sheet.href?.split('/').at(-1) ?? ''
  const loaded = [...document.styleSheets]
  const own = loaded.filter((sheet) => nameOf(sheet) in built && !nameOf(sheet).startsWith('frame-'))
  const copies = own.map((sheet) => parse(built[nameOf(sheet)] ?? ''))
  const isLoaded = new Set(loaded.map(nameOf))
  const others = Object.entries(built)
    .filter(([name]) => !isLoaded.has(name))
    .map(([name, text]) => ({ name, sheet: parse(text) }))
  // The rules of other pages that are for something here, and what they are for.
  const places = others.flatMap(({ name, sheet }) =>
    rulesIn(sheet.cssRules).flatMap((rule) => {
      const [part] = /::[a-z-]+/.exec(rule.selectorText) ?? [undefined]
      const elements = document.querySelectorAll(rule.selectorText.replaceAll(/::[a-z-]+/g, ''))
      return [...elements].map((element) => ({ rule: `${rule.selectorText} of ${name}`, element, part }))
    }),
  )
  // What moves would be at another place at the second look.
  const still = parse('*, ::before, ::after { animation: none !important; transition: none !important }')
  const lookWith = (sheets: readonly CSSStyleSheet[], hasOwn: boolean) => {
    for (const sheet of own) sheet.disabled = !hasOwn
    document.adoptedStyleSheets = [still, ...sheets]
    return places.map(({ element, part }) => {
      const style = getComputedStyle(element, part)
      return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]))
    })
  }
  const added = others.map(({ sheet }) => sheet)
  const first = lookWith([], true)
  const looks = [lookWith(added, true), lookWith([...added, ...copies], false)]
  for (const sheet of own) sheet.disabled = false
  document.adoptedStyleSheets = []

  const titleOf = (element: Element | null): string =>
    element === null ? '' : [element.tagName.toLowerCase(), ...element.classList].join('.')
  return places.flatMap(({ rule, element }, at) => {
    const before = first[at] ?? {}
    const now = looks.map((look) => look[at] ?? {})
    const changed = Object.keys(before).filter((name) => now.some((style) => style[name] !== before[name]))
    const [name = ''] = changed
    const example = `${name}: ${[before, ...now].map((style) => style[name]).join(' → ')}`
    return changed.length === 0
      ? []
      : [`${titleOf(element.parentElement)} > ${titleOf(element)} by ${rule}, ${changed.length} times as ${example}`]
  })
}
