import type { WrittenStep } from '../../../../src/definitions/define-step.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { type CommandEntry, newDraft, stepsIn } from '../commands/draft.ts'
import type { AudioAlert } from './audio-alert.ts'
import { playedMessages } from './messages.ts'

const maxWord = 16

/** How viewers play the alert in chat and pay its price; without a command, a button that creates one. */
export function PlayedWith({ alert }: { alert: AudioAlert }) {
  const changes = useLogCount('command')
  const { value, reload } = useLoaded(load, [changes])
  if (value === undefined) return null
  const { commands, prefix } = value
  const playing = commands.filter((command) => command.active && plays(command, alert))
  if (playing.length > 0) {
    return (
      <p class="soft small">
        {playedMessages.with()}{' '}
        {playing.map(({ id, command }, index) => (
          <>
            {index > 0 && ', '}
            <a key={id} class="mono" href={`/commands/${id}`}>
              {prefix}
              {command}
            </a>
          </>
        ))}
      </p>
    )
  }
  const word = wordOf(alert.name)
  const isTaken = commands.some(({ command, aliases }) => [command, ...aliases].includes(word))
  return (
    <p class="soft small row wrap">
      <span>{playedMessages.without()}</span>
      {may('editor') && !isTaken && word !== '' && (
        <button
          type="button"
          class="button small"
          onClick={() =>
            void attempt(async () => {
              const steps = [{ type: 'audio_alert', name: alert.name }]
              await call('save-command', { ...newDraft, command: word, actions: { version: 1, steps } })
              showToast(playedMessages.created({ word: `${prefix}${word}` }))
              await reload()
            })
          }
        >
          {playedMessages.create({ word: `${prefix}${word}` })}
        </button>
      )}
    </p>
  )
}

async function load() {
  const [{ commands }, { prefix }] = await Promise.all([
    call('list-command-settings', {}),
    call('get-command-parts', {}),
  ])
  return { commands, prefix }
}

function plays(command: CommandEntry, { id, name }: AudioAlert): boolean {
  return allSteps(stepsIn(command)).some((step) => {
    if (step.type !== 'audio_alert') return false
    if (typeof step.id === 'number') return step.id === id
    return typeof step.name === 'string' && step.name.trim().toLowerCase() === name.toLowerCase()
  })
}

/** With those inside other steps: branches, repetitions and options. */
function allSteps(list: readonly unknown[]): readonly WrittenStep[] {
  return list.flatMap((entry): readonly WrittenStep[] => {
    if (typeof entry !== 'object' || entry === null) return []
    return [
      entry as WrittenStep,
      ...Object.values(entry).flatMap((part) => (Array.isArray(part) ? allSteps(part) : [])),
    ]
  })
}

/** The first words of the name, short enough to type. */
function wordOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.reduce((word, next) => (word !== '' && word.length + next.length > maxWord ? word : word + next), '')
}
