import { stepMessages } from './messages.ts'

/**
 * What starts the steps, which decides where one acts that names no platform: a line in chat, an event on a platform,
 * an interval of each platform by itself, or something that happens on none, such as a schedule or a cue.
 */
export type StepStart = 'chat' | 'event' | 'each' | 'none'

const places = {
  chat: { label: stepMessages.onChat, hint: stepMessages.onChatHint },
  event: { label: stepMessages.onEvent, hint: stepMessages.onEventHint },
  each: { label: stepMessages.onEach, hint: stepMessages.onEachHint },
  none: { label: stepMessages.onAll, hint: stepMessages.onAllHint },
} as const satisfies Readonly<Record<StepStart, unknown>>

/** Where a step acts that names no platform, as the choice of the field. */
export function placeLabel(start: StepStart): string {
  return places[start].label()
}

/** The same as a sentence. */
export function placeHint(start: StepStart): string {
  return places[start].hint()
}

/** Whose account is meant where no platform is named: one account, and never those of several platforms. */
export function viewerPlaceLabel(start: StepStart): string {
  return start === 'none' ? stepMessages.onFirst() : placeLabel(start)
}
