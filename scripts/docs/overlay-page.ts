import { type EffectDefinition, effectGroups } from '../../src/capabilities/effects/contract/define-effect.ts'
import { effectDefinitions } from '../../src/capabilities/effects/contract/effects.ts'
import {
  type OverlaySetting,
  overlaySections,
  overlaySettingFields,
} from '../../src/capabilities/overlay/contract/overlay-settings.ts'
import type { Field } from '../../src/definitions/setting-fields.ts'
import { boundsOf } from '../../src/kernel/schema/schema-text.ts'
import { code, prose, table } from '../../src/kernel/text/markdown.ts'

const settingsMark = 'overlay settings'
const effectsMark = 'effects'

/** `docs/overlay.md` with the tables of settings and effects as they are defined; the text around them is hand-written. */
export function fillOverlayPage(page: string): string {
  const withSettings = fill(page, settingsMark, overlaySettingsTable(overlaySettingFields))
  return fill(withSettings, effectsMark, effectsTable(effectDefinitions))
}

export function overlaySettingsTable(settings: Readonly<Record<string, OverlaySetting>>): string {
  const rows = Object.entries(settings).map(([name, setting]) => [
    code(name),
    overlaySections[setting.section](),
    prose(setting.help === undefined ? setting.title() : `${setting.title()}. ${setting.help()}`),
    valuesOf(setting),
    defaultOf(setting),
    prose(setting.drives ?? variablesOf(setting)),
  ])
  return table(['Setting', 'Section', 'What it is', 'Values', 'Default', 'Changes'], rows)
}

export function effectsTable(definitions: readonly EffectDefinition[]): string {
  const rows = definitions.map(({ type, group, help, seconds, settings }) => {
    const own = Object.entries(settings).map(([name, field]) => `${code(name)} ${valuesOf(field)}${inBrackets(field)}`)
    return [code(type), effectGroups[group](), prose(help()), own.join('; '), String(seconds)]
  })
  return table(['Type', 'Group', 'What it shows', 'Settings', 'Seconds'], rows)
}

function valuesOf(field: Field): string {
  const { control, schema } = field
  switch (control.kind) {
    case 'choice':
      return Object.keys(control.choices).map(code).join(', ')
    case 'switch':
      return `${code('true')}, ${code('false')}`
    case 'color':
      return 'a CSS colour'
    case 'colors':
      return `a list of at most ${schema.maxItems} CSS colours`
    case 'media':
      return `one of your ${control.media}s`
    case 'locale':
      return 'a language tag'
    case 'group': {
      const values = new Set(Object.values(control.fields).map(valuesOf))
      return `for ${Object.keys(control.fields).map(code).join(', ')}: ${[...values].join('; ')}`
    }
    default:
      return boundsOf(schema)
  }
}

function defaultOf({ control, default: value }: Field): string {
  if (control.kind !== 'group') return value === undefined ? 'none' : code(String(value))
  const values = Object.entries(control.fields).map(([name, field]) => [name, defaultOf(field)] as const)
  const different = new Set(values.map(([, text]) => text))
  if (different.size === 1) return [...different].join('')
  return values.map(([name, text]) => `${code(name)} ${text}`).join(', ')
}

function inBrackets(field: Field): string {
  if (field.isRequired === true) return ' (required)'
  return field.default === undefined ? '' : ` (${defaultOf(field)})`
}

function variablesOf({ control, cssVariable }: Field): string {
  const all = control.kind === 'group' ? Object.values(control.fields).map((field) => field.cssVariable) : [cssVariable]
  const known = all.flatMap((name) => (name === undefined ? [] : code(name)))
  return known.length === 1 ? `the CSS variable ${known}` : `the CSS variables ${known.join(', ')}`
}

function fill(page: string, mark: string, text: string): string {
  const begin = `<!-- ${mark}: written by npm run reference -->`
  const end = `<!-- end of ${mark} -->`
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/overlay.md lacks the markers of its table of ${mark}`)
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`
}
