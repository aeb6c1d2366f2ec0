import { call } from '../../api.ts'
import { type RunEntry, runLights } from '../../runs/run-lights.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Switch } from '../../ui/forms/switch.tsx'
import { UnsavedMark } from '../../ui/forms/unsaved-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Light } from '../../ui/light.tsx'
import { Ago } from '../../ui/parts.tsx'
import { switchTo } from '../../ui/show-switched.ts'
import { type AutomationEntry, automationPlace } from './draft.ts'
import { automationMessages, historyMessages } from './messages.ts'
import { titleOf, triggerGroup } from './trigger-kinds.ts'
import { triggerSentence } from './trigger-sentence.ts'

interface ListProps {
  readonly entries: readonly AutomationEntry[]
  /** The last runs of all automations. */
  readonly runs: readonly RunEntry[]
  readonly chosen: number
  readonly onChanged: () => void
}

/** All automations in groups by what starts them, with switches and their last runs. */
export function AutomationList({ entries, runs, chosen, onChanged }: ListProps) {
  if (entries.length === 0) return <p class="empty soft">{automationMessages.noneFound()}</p>
  const groups = Map.groupBy(entries, ({ trigger }) => triggerGroup(trigger))
  return (
    <div class="automation-groups">
      {[...groups].map(([group, members]) => (
        <section key={group} aria-label={group}>
          <h2 class="faint small">{group}</h2>
          <ul class="automation-rows">
            {members.map((entry) => (
              <Row
                key={entry.source}
                entry={entry}
                run={runs.find(({ source }) => source === entry.source)}
                isChosen={isAutomation(entry) && entry.id === chosen}
                onChanged={onChanged}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface RowProps {
  readonly entry: AutomationEntry
  readonly run: RunEntry | undefined
  readonly isChosen: boolean
  readonly onChanged: () => void
}

function Row({ entry, run, isChosen, onChanged }: RowProps) {
  const { id, name, active, trigger, run_count, dropped, last_run_at } = entry
  const isOwn = isAutomation(entry)
  async function toggle(isActive: boolean): Promise<void> {
    const operation = isOwn ? 'toggle-automation' : 'toggle-command'
    await attempt(() => switchTo(name, isActive, (isOn) => call(operation, { id, active: isOn ? 1 : 0 })))
    onChanged()
  }
  return (
    <li class={active === 1 ? '' : 'is-off'} aria-current={isChosen || undefined}>
      <a href={isOwn ? `/automations/${id}` : `/commands/${id}`}>
        <Icon name={titleOf(trigger)?.icon ?? 'automations'} />
        <span class="what">
          <b class="cut">{name}</b>
          <span class="soft small cut">{triggerSentence(trigger)}</span>
        </span>
        <span class="last small faint">
          {isOwn && <UnsavedMark place={automationPlace(id)} />}
          {!isOwn && <span class="tag">{automationMessages.isCommand()}</span>}
          {run !== undefined && <Light state={runLights[run.status]} word={historyMessages[run.status]()} />}
          {last_run_at === null ? automationMessages.neverRan() : <Ago at={Date.parse(last_run_at)} />}
          {run_count > 0 && <span class="figure">{automationMessages.runs({ count: run_count })}</span>}
          {dropped > 0 && <span class="figure">{automationMessages.dropped({ count: dropped })}</span>}
        </span>
      </a>
      <Switch
        label={automationMessages.activeOne({ name })}
        isQuiet
        checked={active === 1}
        disabled={!may('editor')}
        onChange={(isActive) => void toggle(isActive)}
      />
    </li>
  )
}

/** The list has the chat commands too, which have a page of their own. */
export function isAutomation({ source }: AutomationEntry): boolean {
  return source.startsWith('automation:')
}
