import { automationRun } from '../../../../src/capabilities/automations/contract/automations.ts'
import type { RecipeDefinition } from '../../../../src/definitions/define-recipe.ts'
import { defaultsOf } from '../../../../src/kernel/schema/schema.ts'
import { call } from '../../api.ts'
import { catalogueOf } from '../../language.ts'

/**
 * Saves the automation of a recipe: what viewers read in the language of the channel, and under the title that the
 * person has read.
 */
export async function addRecipe({ title, automationIn }: RecipeDefinition) {
  const { channel_language: language } = await call('get-me', {})
  const written = automationIn(await catalogueOf(language))
  return call('save-automation', {
    ...written,
    name: title(),
    run: { ...defaultsOf(automationRun), ...written.run },
  })
}
