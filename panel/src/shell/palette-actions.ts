import type { StepDefinition, WrittenStep } from '../../../src/definitions/define-step.ts'
import { newStep } from '../../../src/definitions/new-step.ts'
import type { PanelRole } from '../../../src/kernel/operation/contract/panel-roles.ts'
import { reaches } from '../../../src/kernel/operation/contract/panel-roles.ts'
import { type StepType, steps } from '../../../src/registry/steps.ts'
import { paletteHints } from '../messages/palette.ts'
import { wordsOfAction } from '../picker/action-words.ts'
import { plain } from '../picker/search.ts'
import { me } from '../state.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** The actions that a team member does by hand, who may, and the field that the rest of what is typed is for. */
const actions: { readonly [T in StepType]?: { readonly role: PanelRole; readonly typed?: string } } = {
  clip: { role: 'moderator', typed: 'title' },
  create_poll: { role: 'moderator', typed: 'title' },
  end_poll: { role: 'moderator' },
  create_prediction: { role: 'moderator', typed: 'title' },
  end_prediction: { role: 'moderator', typed: 'option' },
  open_round: { role: 'moderator', typed: 'title' },
  draw_round: { role: 'moderator' },
  close_round: { role: 'moderator' },
  cancel_round: { role: 'moderator' },
  raid: { role: 'editor', typed: 'target' },
  shoutout: { role: 'moderator', typed: 'target' },
  announce: { role: 'moderator', typed: 'text' },
  set_chat_mode: { role: 'moderator' },
  start_commercial: { role: 'editor' },
  create_marker: { role: 'moderator', typed: 'text' },
  obs_audio: { role: 'moderator', typed: 'input' },
  obs_scene: { role: 'moderator', typed: 'scene' },
  obs_source: { role: 'moderator', typed: 'source' },
  obs_media: { role: 'moderator', typed: 'input' },
  obs_output: { role: 'editor' },
  obs_replay: { role: 'moderator' },
  tts: { role: 'moderator', typed: 'text' },
  voice_effect: { role: 'moderator', typed: 'effect' },
  song: { role: 'moderator' },
  value: { role: 'moderator', typed: 'name' },
  timeout: { role: 'moderator', typed: 'target' },
  ban: { role: 'moderator', typed: 'target' },
  unban: { role: 'moderator', typed: 'target' },
}

type Definition = StepDefinition & { readonly type: StepType }

function offered(): readonly Definition[] {
  const role = me.value?.role ?? 'viewer'
  return (steps as readonly Definition[]).filter(({ type }) => {
    const action = actions[type]
    return action !== undefined && reaches(role, action.role)
  })
}

/** Each opens the form of its action, which is done when the button of the form is pressed. A clip needs no form. */
export function actionPaletteEntries(): PaletteEntry[] {
  return offered()
    .filter(({ type }) => type !== 'clip')
    .map((definition) => ({
      title: definition.title(),
      help: definition.help(),
      words: [...wordsOfAction(definition.type), definition.title.text],
      hint: paletteHints.action(),
      icon: definition.icon,
      run: ({ ask }) => ask(newStep(definition)),
    }))
}

/** `raid Northwind` is the form of a raid with the channel filled in, and so is the word of another language. */
export function answerEntries(typed: string): PaletteEntry[] {
  return offered().flatMap((definition): PaletteEntry[] => {
    const field = actions[definition.type]?.typed
    const rest = field === undefined ? undefined : restAfter(definition, typed)
    if (field === undefined || rest === undefined) return []
    const step: WrittenStep = { ...newStep(definition), [field]: rest }
    const entry = { hint: paletteHints.action(), icon: definition.icon, isAnswer: true, run: () => {} } as const
    return [{ ...entry, title: definition.sentence(step), help: definition.title(), run: ({ ask }) => ask(step) }]
  })
}

/** What stands after a name of the action; undefined where nothing does. */
function restAfter({ type, title }: Definition, typed: string): string | undefined {
  const names = [title(), title.text, ...wordsOfAction(type).flatMap((list) => list.split(/[,،、]/))]
  const words = typed.trim().split(/\s+/)
  for (let count = words.length - 1; count > 0; count--) {
    const start = plain(words.slice(0, count).join(' '))
    if (names.some((name) => plain(name) === start)) return words.slice(count).join(' ')
  }
  return undefined
}
