import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { commandMessages } from './messages.ts'

interface Category {
  readonly id: number
  readonly name: string
}

interface PickerProps {
  readonly label: string
  readonly ids: readonly number[]
  readonly error: string | undefined
  readonly onChange: (ids: readonly number[]) => void
}

/** Picks categories by name; the value is their ids. */
export function CategoryPicker({ label, ids, error, onChange }: PickerProps) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly Category[]>([])
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  useLoaded(async () => {
    if (ids.every((id) => names.has(id))) return
    const { categories } = await call('get-category-names', { ids: [...ids] })
    setNames(new Map([...names, ...categories.map(({ id, name }) => [id, name] as const)]))
  }, [ids.join()])
  useEffect(() => {
    if (typed.trim().length < 2) return setFound([])
    let isOver = false
    const timer = setTimeout(async () => {
      const answer = await call('search-games', { query: typed, limit: 8, min_similarity: 30 }).catch(() => undefined)
      if (!isOver) setFound((answer?.games ?? []).map(({ alpha_category_id: id, name }) => ({ id, name })))
    }, 150)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [typed])
  function add({ id, name }: Category): void {
    setNames(new Map(names).set(id, name))
    if (!ids.includes(id)) onChange([...ids, id])
    setTyped('')
  }
  return (
    <div class="category-picker">
      <Field label={label} hint={commandMessages.categoriesHint()} error={error}>
        {(attributes) => (
          <input
            {...attributes}
            type="search"
            value={typed}
            autocomplete="off"
            placeholder={commandMessages.searchCategories()}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              const [first] = found
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (first !== undefined) add(first)
            }}
          />
        )}
      </Field>
      {found.length > 0 && (
        <ul class="found">
          {found.map((category) => (
            <li key={category.id}>
              <button type="button" class="button quiet small" onClick={() => add(category)}>
                {category.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {ids.length > 0 && (
        <ul class="chips">
          {ids.map((id) => (
            <li key={id} class="tag">
              {names.get(id) ?? id}
              <button
                type="button"
                aria-label={commandMessages.removeCategory({ name: names.get(id) ?? String(id) })}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
