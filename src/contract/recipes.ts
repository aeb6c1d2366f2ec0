import type { RecipeDefinition } from '../definitions/define-recipe.ts'
import { aiRecipes } from './recipes/ai.ts'
import { alertRecipes } from './recipes/alerts.ts'
import { chatRecipes } from './recipes/chat.ts'
import { counterRecipes } from './recipes/counters.ts'
import { roundRecipes } from './recipes/rounds.ts'
import { showRecipes } from './recipes/show.ts'
import { songRecipes } from './recipes/songs.ts'
import { thanksRecipes } from './recipes/thanks.ts'

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
