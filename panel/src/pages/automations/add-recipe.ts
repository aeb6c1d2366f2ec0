import { automationRun } from '../../../../src/contract/automations.ts'
import { recipeInLanguage } from '../../../../src/contract/recipes/alerts.ts'
import type { RecipeAutomation } from '../../../../src/contract/recipes/define-recipe.ts'
import { defaultsOf } from '../../../../src/contract/schema.ts'
import { call } from '../../api.ts'
import { catalogueOf } from '../../language.ts'

/** Saves the automation of a recipe, with what viewers read in the language of the channel. */
export async function addRecipe(automation: RecipeAutomation) {
  const { channel_language: language } = await call('get-me', {})
  const written = recipeInLanguage(automation, await catalogueOf(language))
  return call('save-automation', { ...written, run: { ...defaultsOf(automationRun), ...written.run } })
}
