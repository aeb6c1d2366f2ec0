import { automationRun } from '../../../../src/contract/automations.ts'
import type { RecipeAutomation } from '../../../../src/contract/recipes/define-recipe.ts'
import { defaultsOf } from '../../../../src/contract/schema.ts'
import { call } from '../../api.ts'

/** Saves the automation of a recipe. */
export function addRecipe(automation: RecipeAutomation) {
  return call('save-automation', { ...automation, run: { ...defaultsOf(automationRun), ...automation.run } })
}
