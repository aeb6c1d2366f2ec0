import type { ObjectSchema } from '../kernel/schema/schema.ts'
import type { PublishedEvent } from '../registry/published-events.ts'
import { type Descriptions, describedFields } from './described-fields.ts'

/** What the data of many events have in common is described once. A definition that describes a field itself wins. */
export const generalEventDescriptions: Descriptions = {
  active: 'Whether it is on now.',
  amount: 'The amount.',
  artist: 'The artist.',
  cause: 'Why.',
  change: 'What was changed.',
  cost: 'The points that it costs.',
  currency: 'The currency.',
  displayname: 'The name as the platform shows it.',
  enabled: 'Whether it is on now.',
  error: 'Why it failed.',
  ids: 'The ids, in the new order.',
  level: 'The level.',
  message: 'What the viewer wrote; empty without a message.',
  message_id: 'The id of the message.',
  moderator: 'Who did it; empty if nobody is known.',
  name: 'The name.',
  overlay_id: 'The id by which effect-trigger names the effect.',
  overlay_ids: 'The ids, in the new order.',
  reason: 'Why; empty if no reason was given.',
  run_id: 'The id of the run.',
  seconds: 'The length.',
  status: 'The state.',
  text: 'The text.',
  title: 'The title.',
  user_id: "The platform's own id of the viewer.",
  username: 'The name of the viewer on the platform.',
  viewers: 'How many viewers.',
}

/** By the first part of the type. */
export const areaDescriptions: Readonly<Record<string, Descriptions>> = {
  ai: {
    trigger: 'What made the bot answer.',
    provider: 'The AI provider.',
    model: 'The model.',
    value: 'What it was given.',
    limit: 'The limit that was reached.',
    minutes: 'For how long.',
    cleared: 'How many entries were forgotten.',
  },
  automation: {
    id: 'The id of the automation.',
    name: 'The name of the automation.',
    trigger: 'What started it.',
    status: 'How it ended.',
  },
  chat: {
    mode: 'The mode.',
    as: 'Who wrote it.',
    source: 'Where the emote comes from.',
    title: 'The name of the badge.',
  },
  alert: { id: 'The id of the audio alert.', name: 'The name of the audio alert.' },
  effect: { effect_type: 'The kind of effect.' },
  discord: { affected: 'How many members.', failed: 'With how many it failed.' },
  channel: { provider: 'The donation provider.', type: 'What happened.' },
  song: { id: 'The id of the song or the request.', votes: 'How many viewers voted.' },
  obs: { scene: 'The scene.', previous_scene: 'The scene before; null if there was none.', source: 'The source.' },
  overlay: { effect_type: 'The kind of effect.' },
  redemption: {
    redemption_id: 'The id of the redemption.',
    reward_id: 'The id of the reward.',
    command: 'Its command.',
  },
  reward: {
    reward_id: 'The id of the reward.',
    paused: 'Whether it cannot be redeemed for now.',
    fulfil_after_run: 'Whether a redemption is fulfilled when the command has run.',
    refund_if_refused: 'Whether the points are given back when the command is refused.',
  },
  round: {
    id: 'The id of the round.',
    kind: 'The kind of round.',
    price: 'The points that an entry costs.',
    entries: 'How many viewers have entered.',
    option: 'The option.',
    points: 'The points that were put on it.',
  },
  show: { show_id: 'The id of the show.', show: 'The name of the show.', name: 'Who has the lead now.' },
  cue: {
    show_id: 'The id of the show.',
    show: 'The name of the show.',
    number: 'The number of the cue.',
    name: 'The name of the cue.',
  },
  stream: { category: 'The name of the category.' },
  clip: { url: 'The address of the clip.' },
  'hype-train': { train_id: "The platform's own id of the train.", type: 'The kind of train.' },
  subscription: { origin: 'What it was before.', count: 'How many.', tier: 'The tier, 1 to 3.' },
  value: {
    name: 'The name of the value.',
    type: 'The type of the value.',
    owner: 'Whether the channel has it, or each viewer.',
    lasts: 'For how long it is kept.',
  },
  'voice-effect': { effect: 'The id of the effect.', target: 'What is changed.', source: 'What makes it.' },
  vts: { model_id: 'The id of the model in VTube Studio.' },
  widget: { widget_id: 'The id of the widget.', name: 'The name of the widget.', type: 'The kind of widget.' },
}

/** The schema of the data of an event in which every field has a description. */
export function describedData({ type, data }: Pick<PublishedEvent, 'type' | 'data'>): ObjectSchema {
  const area = type.slice(0, type.indexOf('.'))
  return describedFields(data, { ...generalEventDescriptions, ...areaDescriptions[area] })
}
