import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findStepFault } from '../../src/capabilities/steps/check-steps.ts'
import { type RecipeDefinition, type RecipeNeed, recipeGroups } from '../../src/definitions/define-recipe.ts'
import { maxNameLength } from '../../src/definitions/fields.ts'
import { catalogueOf } from '../../src/kernel/catalogues.ts'
import type { ObjectSchema } from '../../src/kernel/schema/schema.ts'
import { nameKey } from '../../src/kernel/schema/text.ts'
import { shippedLanguages } from '../../src/kernel/text/languages.ts'
import { eventRegistry } from '../../src/registry/event-registry.ts'
import { liveEventDefinitions } from '../../src/registry/live-events.ts'
import { recipes } from '../../src/registry/recipes.ts'
import { listMessages } from '../kernel/messages/listing.ts'
import { pseudoLanguage } from '../kernel/messages/pseudo-language.ts'

/** The data of an event that a key may read; others start nothing. */
function dataOf(kind: string): ObjectSchema {
  const stored = eventRegistry.find(kind)
  const live = liveEventDefinitions.find((one) => one.kind === kind)
  assert.ok(
    live !== undefined || (stored?.readableBy.scope ?? null) !== null,
    `${kind} is not an event for automations`,
  )
  return (stored ?? live)?.data as ObjectSchema
}

/** What the steps and the trigger of a recipe show that it needs. */
function neededBy({ automation }: RecipeDefinition): Set<RecipeNeed> {
  const found = new Set<RecipeNeed>(automation.trigger.type === 'reward' ? ['reward'] : [])
  for (const { type } of automation.steps) {
    if (type === 'effect' || type === 'audio_alert' || type === 'show_alert' || type === 'tts') found.add('overlay')
    if (type === 'effect') found.add('effect')
    if (type === 'audio_alert') found.add('alert')
    if (type === 'http_request') found.add('host')
    if (type === 'shoutout') found.add('twitch')
    if (String(type).startsWith('obs_')) found.add('obs')
    if (String(type).startsWith('discord_')) found.add('discord')
    if (type === 'go_cue') found.add('show')
  }
  return found
}

/** The texts of steps that viewers read or hear, found by their letters instead of by the names of their fields. */
function viewerTexts(value: unknown): string[] {
  if (typeof value === 'string')
    return /[A-Za-z]/.test(value.replaceAll(/\$\((?:[^()]|\([^()]*\))*\)/g, '')) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(viewerTexts) : []
}

/** Everything of steps but these texts. */
function textless(value: unknown): unknown {
  if (typeof value === 'string') return viewerTexts(value).length > 0 || /[^ -~]/.test(value) ? 'text' : value
  if (Array.isArray(value)) return value.map(textless)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, textless(part)]))
}

/** Words of the API and names, which are the same in every language. */
const untranslated = /^([a-z]+(_[a-z]+)*|!enter|builtin:[a-z-]+|https:.*|Tada|Break|Mic|\$\(event\.amount\) KICKs)$/

describe('the recipes of automations', () => {
  it('are at least thirty, each under a name and a title of its own, in every group', () => {
    assert.ok(recipes.length >= 30)
    assert.equal(new Set(recipes.map(({ name }) => name)).size, recipes.length)
    assert.equal(new Set(recipes.map(({ automation }) => automation.name)).size, recipes.length)
    const commands = recipes.flatMap(({ automation: { trigger } }) => ('command' in trigger ? trigger.command : []))
    assert.equal(new Set(commands).size, commands.length, 'no two of them answer to the same word')
    assert.deepEqual(new Set(recipes.map(({ group }) => group)), new Set(Object.keys(recipeGroups)))
    for (const { name } of recipes) assert.match(name, /^[a-z]+(-[a-z]+)*$/)
  })

  for (const language of shippedLanguages) {
    it(`have names of their own and steps that can run in ${language}, which read the same`, async () => {
      const catalogue = await catalogueOf(language)
      const titles = recipes.map(({ title }) => nameKey(title(undefined, catalogue)))
      assert.equal(new Set(titles).size, recipes.length)
      assert.ok(titles.every((title) => title.length <= maxNameLength))
      for (const { name, automation, automationIn } of recipes) {
        const { steps } = automationIn(catalogue)
        assert.equal(await findStepFault(steps), undefined, name)
        assert.deepEqual(textless(steps), textless(automation.steps), name)
      }
    })
  }

  it('leave no text that viewers read to English where there is a translation', () => {
    const pseudo = pseudoLanguage(listMessages(), 'ltr')
    for (const { name, automation, automationIn } of recipes) {
      const english = viewerTexts(automation.steps)
      const same = viewerTexts(automationIn(pseudo).steps).filter((text) => english.includes(text))
      assert.deepEqual(
        same.filter((text) => !untranslated.test(text)),
        [],
        name,
      )
    }
  })

  for (const recipe of recipes) {
    const { name, automation } = recipe
    it(`${name} has steps that can run, and reads only what its event has`, async () => {
      assert.equal(await findStepFault(automation.steps), undefined)
      const { trigger } = automation
      const fields = 'event' in trigger ? Object.keys(dataOf(trigger.event).properties) : []
      const filtered = 'where' in trigger ? Object.keys(trigger.where ?? {}) : []
      const read = [...JSON.stringify(automation.steps).matchAll(/\$\(event\.(\w+)/g)].map(([, field = '']) => field)
      for (const field of [...filtered, ...read]) assert.ok(field === 'platform' || fields.includes(field), field)
      for (const need of neededBy(recipe)) assert.ok(recipe.needs.includes(need), `it needs ${need}`)
    })
  }
})
