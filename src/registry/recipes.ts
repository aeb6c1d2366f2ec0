import { thanksRecipes } from '../capabilities/activity/contract/recipes.ts'
import { aiRecipes } from '../capabilities/ai/contract/recipes.ts'
import { alertRecipes } from '../capabilities/alerts/contract/recipes.ts'
import { chatRecipes } from '../capabilities/chat/contract/recipes.ts'
import { songRecipes } from '../capabilities/music/contract/recipes.ts'
import { roundRecipes } from '../capabilities/rounds/contract/recipes.ts'
import { showRecipes } from '../capabilities/shows/contract/recipes.ts'
import { counterRecipes } from '../capabilities/values/contract/recipes.ts'
import type { RecipeDefinition } from '../definitions/define-recipe.ts'

/** Automations to add with one click, in the order in which people see them. */
export const recipes: readonly RecipeDefinition[] = [
  ...alertRecipes,
  ...thanksRecipes,
  ...counterRecipes,
  ...chatRecipes,
  ...roundRecipes,
  ...songRecipes,
  ...showRecipes,
  ...aiRecipes,
]
