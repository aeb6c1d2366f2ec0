import { useState } from 'preact/hooks'
import { type RecipeDefinition, recipeGroups, recipeNeeds } from '../../../../src/definitions/define-recipe.ts'
import { recipes } from '../../../../src/registry/recipes.ts'
import { listed } from '../../format.ts'
import { attempt } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { addRecipe } from './add-recipe.ts'
import { recipeMessages } from './messages.ts'

/** Ready automations, each added with one click. */
export function Recipes({ onClose, onAdded }: { onClose: () => void; onAdded: (id: number) => void }) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/)
  const found = recipes.filter(({ title, help }) => {
    const text = `${title()} ${help()}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const add = (recipe: RecipeDefinition) =>
    attempt(async () => {
      const { id, name } = await addRecipe(recipe)
      showToast(recipeMessages.added({ name }))
      onAdded(id)
    })
  return (
    <Dialog title={recipeMessages.title()} onClose={onClose} wide>
      <SearchField label={recipeMessages.search()} value={search} onInput={setSearch} />
      <div class="recipes">
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, members]) => (
          <section key={group} aria-label={recipeGroups[group]()}>
            <h3 class="faint small">{recipeGroups[group]()}</h3>
            <ul>
              {members.map((recipe) => (
                <li key={recipe.name}>
                  <div class="grow">
                    <b>{recipe.title()}</b>
                    <p class="soft small">{recipe.help()}</p>
                    {recipe.needs.length > 0 && (
                      <p class="faint small">
                        {recipeMessages.needs({ list: listed(recipe.needs.map((need) => recipeNeeds[need]())) })}
                      </p>
                    )}
                  </div>
                  <button
                    type="button"
                    class="button small"
                    aria-label={recipeMessages.addOne({ name: recipe.title() })}
                    onClick={() => void add(recipe)}
                  >
                    {recipeMessages.add()}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && <p class="soft">{recipeMessages.none()}</p>}
      </div>
    </Dialog>
  )
}
