import { useEffect, useRef } from 'preact/hooks'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Switch } from '../../ui/forms/switch.tsx'
import { UnsavedMark } from '../../ui/forms/unsaved-mark.tsx'
import { switchTo } from '../../ui/show-switched.ts'
import { accessLine } from './access-line.ts'
import { type CommandEntry, commandPlace, stepsIn } from './draft.ts'
import { commandMessages } from './messages.ts'

interface ListProps {
  readonly entries: readonly CommandEntry[]
  readonly prefix: string
  readonly chosen: number
  readonly onChanged: () => void
}

export function CommandList({ entries, prefix, chosen, onChanged }: ListProps) {
  const rows = useRef<HTMLUListElement>(null)
  useEffect(() => showChosen(rows.current), [chosen])
  if (entries.length === 0) return <p class="empty soft">{commandMessages.noneFound()}</p>
  async function toggle({ id, command }: CommandEntry, isActive: boolean): Promise<void> {
    await attempt(() => switchTo(command, isActive, (active) => call('toggle-command', { id, active })))
    onChanged()
  }
  return (
    <ul class="command-rows" ref={rows}>
      {entries.map((entry) => (
        <li key={entry.id} class={entry.active ? '' : 'is-off'} aria-current={entry.id === chosen || undefined}>
          <a href={`/commands/${entry.id}`}>
            <span class="word cut">
              <b class="mono">
                {prefix}
                {entry.command}
              </b>
              <UnsavedMark place={commandPlace(entry.id)} />
              {entry.aliases.map((alias) => (
                <span key={alias} class="faint small mono">
                  {prefix}
                  {alias}
                </span>
              ))}
            </span>
            <span class="says cut soft">{entry.message === '' ? commandMessages.noReply() : entry.message}</span>
            <span class="rights small faint cut">{accessLine(entry)}</span>
            <span class="counts small faint">
              {stepsIn(entry).length > 0 && (
                <span class="tag">{commandMessages.steps({ count: stepsIn(entry).length })}</span>
              )}
              {entry.run_count > 0 && <span class="figure">{commandMessages.runs({ count: entry.run_count })}</span>}
            </span>
          </a>
          <Switch
            label={commandMessages.activeOne({ word: entry.command })}
            isQuiet
            checked={entry.active}
            disabled={!may('editor')}
            onChange={(active) => void toggle(entry, active)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Scrolls only the list, not the page around it. */
function showChosen(list: HTMLUListElement | null): void {
  const row = list?.querySelector<HTMLElement>('[aria-current]')
  if (list === null || row === null || row === undefined) return
  const top = row.offsetTop - list.offsetTop
  if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2 + row.offsetHeight / 2
  }
}
