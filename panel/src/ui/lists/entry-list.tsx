import './entry-list.css'
import type { ComponentChildren } from 'preact'
import { may } from '../../state.ts'
import { Switch } from '../forms/switch.tsx'
import { IconButton } from '../icon-button.tsx'
import { Empty } from '../parts.tsx'
import { Sortable } from './sortable.tsx'

interface EntryListProps<T> {
  readonly entries: readonly T[]
  readonly chosen: T | undefined
  readonly words: {
    readonly none: string
    readonly noneHelp: string
    readonly try?: string
    readonly tryOne?: (name: string) => string
    readonly active: (name: string) => string
  }
  readonly keyOf: (entry: T) => string | number
  readonly isOn: (entry: T) => boolean
  /** Without it the order is fixed. */
  readonly onOrder?: (entries: readonly T[]) => void
  readonly onTry?: (entry: T) => void
  readonly onSwitch: (entry: T, on: boolean) => void
  /** What is shown between the drag handle and the buttons. */
  readonly children: (entry: T) => ComponentChildren
}

/** Alerts, effects or widgets: each can be turned off and, where that means something, tested and moved. */
export function EntryList<T extends { readonly name: string }>(list: EntryListProps<T>) {
  const { entries, chosen, words, isOn, onOrder, onTry } = list
  const mayEdit = may('editor')
  return (
    <div class="card list">
      {entries.length === 0 && (
        <Empty title={words.none}>
          <p>{words.noneHelp}</p>
        </Empty>
      )}
      <Sortable
        class="rows"
        items={entries}
        keyOf={list.keyOf}
        nameOf={({ name }) => name}
        disabled={!mayEdit || onOrder === undefined}
        onOrder={(next) => onOrder?.(next)}
      >
        {(entry, _index, moves) => (
          <div class={`row-of-list${isOn(entry) ? '' : ' is-off'}`} aria-current={entry === chosen || undefined}>
            {moves}
            {list.children(entry)}
            {onTry !== undefined && may('moderator') && (
              <IconButton
                icon="overlay"
                label={words.tryOne?.(entry.name) ?? entry.name}
                title={words.try}
                onClick={() => onTry(entry)}
              />
            )}
            <Switch
              label={words.active(entry.name)}
              isQuiet
              checked={isOn(entry)}
              disabled={!mayEdit}
              onChange={(on) => list.onSwitch(entry, on)}
            />
          </div>
        )}
      </Sortable>
    </div>
  )
}
