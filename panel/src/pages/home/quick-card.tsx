import { useState } from 'preact/hooks'
import type { QuickAction } from '../../../../src/capabilities/home/contract/quick-actions.ts'
import { type Answer, call } from '../../api.ts'
import { quickIcons, runQuickAction, titleOf } from '../../quick-actions.ts'
import { connections, may } from '../../state.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { later } from '../../ui/later.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { quickButtonMessages as messages } from './quick-button-messages.ts'

const QuickDialog = later(() => import('./quick-dialog.tsx').then(({ QuickDialog: dialog }) => dialog))

/** How many buttons of each kind stand here until somebody has chosen. */
const offered: Readonly<Partial<Record<QuickAction['kind'], number>>> = { clip: 1, alert: 3, effect: 4, scene: 4 }

/** Buttons that do something on stream with one press. */
export function QuickCard() {
  const changes = useLogCount('alert', 'effect', 'command', 'automation', 'obs', 'setting')
  const obs = connections.value.find(({ id }) => id === 'obs')?.state
  const { value, reload } = useLoaded(() => call('list-quick-actions', {}), [changes, obs])
  const [editing, setEditing] = useState(false)
  const [busy, setBusy] = useState<string>()
  const shown = value === undefined ? [] : shownActions(value)
  return (
    <section class="card quick">
      <header>
        <h2 class="grow">{messages.title()}</h2>
        {may('editor') && value !== undefined && (
          <IconButton icon="edit" label={messages.edit()} onClick={() => setEditing(true)} />
        )}
      </header>
      {value !== undefined && shown.length === 0 && <p class="inside soft">{messages.none()}</p>}
      <div class="quick-buttons">
        {shown.map((action) => (
          <button
            key={keyOf(action)}
            type="button"
            class={`button ${action.kind}`}
            disabled={!may('moderator') || busy === keyOf(action)}
            onClick={() => {
              setBusy(keyOf(action))
              void runQuickAction(action).finally(() => setBusy(undefined))
            }}
          >
            <Icon name={quickIcons[action.kind]} />
            <span class="cut">{titleOf(action)}</span>
          </button>
        ))}
      </div>
      {editing && value !== undefined && (
        <QuickDialog
          actions={value.actions}
          stored={value.buttons}
          shown={shown}
          onClose={() => setEditing(false)}
          onSaved={async () => {
            setEditing(false)
            await reload()
          }}
        />
      )}
    </section>
  )
}

function shownActions({ actions, buttons }: Answer<'list-quick-actions'>): QuickAction[] {
  if (buttons.length > 0) {
    // What was deleted or turned off meanwhile has no button.
    const known = new Map(actions.map((action) => [keyOf(action), action]))
    return buttons.flatMap((button) => known.get(keyOf(button)) ?? [])
  }
  return Object.entries(offered).flatMap(([kind, count]) =>
    actions.filter((action) => action.kind === kind).slice(0, count),
  )
}

function keyOf({ kind, id }: Pick<QuickAction, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}
