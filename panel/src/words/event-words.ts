import type { IconName } from '../../../src/contract/icons.ts'
import { amountOf, number } from '../format.ts'
import { actorNames, type LogEvent } from '../state.ts'

type Data = Readonly<Record<string, unknown>>
type Tell = (data: Data) => string

const text = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : String(value))
const count = (value: unknown): string => number(Number(value) || 0)
const who = (data: Data): string => text(data.displayname || data.username || data.name) || 'Somebody'
const quoted = (value: unknown): string => (text(value) === '' ? '' : `: ${text(value)}`)
const signed = (value: unknown): string => `${Number(value) > 0 ? '+' : '−'}${number(Math.abs(Number(value)))}`

/** One sentence for each kind of event. */
const sentences: Readonly<Record<string, Tell>> = {
  follow: (data) => `${who(data)} followed`,
  subscription: (data) =>
    Number(data.months) > 1
      ? `${who(data)} subscribed for ${count(data.months)} months`
      : data.type === 'sub_gift'
        ? `${who(data)} was given a subscription`
        : `${who(data)} subscribed`,
  ban: (data) => `${who(data)} was banned${quoted(data.reason)}`,
  timeout: (data) => `${who(data)} was timed out for ${count(data.duration_minutes)} min${quoted(data.reason)}`,
  unban: (data) => `${who(data)} was let back in`,
  raid: (data) => `${who(data)} raided with ${count(data.viewers)} viewers`,
  donation: (data) =>
    `${who(data)} donated ${amountOf(Number(data.amount), text(data.currency))}${quoted(data.message)}`,
  bits: (data) => `${who(data)} cheered ${count(data.amount)}${quoted(data.message)}`,
  'cue.tts': (data) => `Speech${quoted(data.text)}`,
  'cue.audio-alert': (data) => `Audio alert ${text(data.name)}`,
  'cue.donation': (data) => `Donation alert for ${who(data)}`,
  'cue.effect': (data) => `Effect ${text(data.name ?? data.overlay_id)}`,
  'music.started': (data) => `Music plays ${text(data.title)}`,
  'music.paused': (data) => `Music paused at ${text(data.title)}`,
  'music.skipped': (data) => `Music skipped to ${text(data.title)}`,
  'stream.title-changed': (data) => `Title is now ${text(data.title)}`,
  'stream.category-changed': (data) => `Category is now ${text(data.category)}`,
  'clip.created': (data) => `Clip made${quoted(data.title)}`,
  'points.changed': (data) => `${who(data)} ${signed(data.delta)} points, now ${count(data.points)}`,
  'points.transferred': (data) => `${text(data.from)} gave ${text(data.to)} ${count(data.amount)} points`,
  'watch-time.changed': (data) => `${who(data)} ${signed(data.delta)} min of watch time`,
  'chat.sent': (data) => `Said in chat${quoted(data.text)}`,
  'command.ran': (data) => `Command ${text(data.command ?? data.name)} ran`,
  'command.toggled': (data) => `Command ${text(data.command ?? data.name)} switched ${data.active ? 'on' : 'off'}`,
  'command.created': (data) => `Command ${text(data.command)} made`,
  'command.changed': (data) => `Command ${text(data.command)} changed`,
  'command.removed': (data) => `Command ${text(data.command)} deleted`,
  'alert.created': (data) => `Alert ${text(data.name)} made`,
  'alert.changed': (data) => `Alert ${text(data.name)} changed`,
  'alert.deleted': (data) => `Alert ${text(data.name)} deleted`,
  'alert.ordered': () => 'Alerts put in another order',
  'effect.created': (data) => `Effect ${text(data.name)} made`,
  'effect.changed': (data) => `Effect ${text(data.name)} changed`,
  'effect.deleted': (data) => `Effect ${text(data.name)} deleted`,
  'effect.ordered': () => 'Effects put in another order',
  'song.added': (data) => `Song ${text(data.title)} put into the queue`,
  'song.changed': (data) => `Song ${text(data.title)} changed`,
  'song.removed': (data) => `Song ${text(data.title)} taken out of the queue`,
  'song.ordered': () => 'Songs put in another order',
  'upload.added': (data) => `File ${text(data.name)} uploaded`,
  'upload.renamed': (data) => `File ${text(data.before)} is now ${text(data.name)}`,
  'upload.removed': (data) => `File ${text(data.name)} deleted`,
  'overlay.paused': () => 'Overlay queue paused',
  'overlay.resumed': () => 'Overlay queue goes on',
  'overlay.skipped': () => 'Overlay item skipped',
  'overlay.removed': () => 'Overlay item taken out of the queue',
  'overlay.cleared': (data) => `Overlay queue cleared of ${count(data.count)}`,
  'key.created': (data) => `Key ${text(data.name)} made`,
  'key.rolled': () => 'Key rolled',
  'key.revoked': () => 'Key revoked',
  'key.new-address': (data) => `Key used from a new address, ${text(data.address)}`,
  'overlay.link-rolled': () => 'Overlay link rolled',
  'session.started': (data) => `${who(data)} signed in`,
  'session.ended': (data) => `${who(data)} signed a browser out`,
  'person.invited': (data) => `${who(data)} invited as ${text(data.role)}`,
  'person.role-changed': (data) => `${who(data)} is now ${text(data.role)}`,
  'person.removed': (data) => `${who(data)} removed`,
  'person.account-added': (data) => `${text(data.name)} signs in as ${text(data.username)} on ${text(data.service)}`,
  'person.account-removed': (data) =>
    `${text(data.username)} on ${text(data.service)} no longer lets ${text(data.name)} in`,
  'panel.run-as-key': (data) => `Called ${text(data.operation)} in the console`,
  'viewer.linked': (data) => `${text(data.other)} linked to ${text(data.username)}`,
  'viewer.unlinked': (data) => `${who(data)} unlinked`,
  'viewers.imported': (data) => `${count(data.lines)} lines of viewers imported`,
  'viewers.exported': () => 'Viewers exported',
  'backup.downloaded': () => 'Backup downloaded',
  'channel.time-zone-changed': (data) => `Time zone is now ${text(data.time_zone)}`,
  'platform.connected': (data) => `${text(data.service)} connected as ${text(data.username)}`,
  'platform.disconnected': (data) => `${text(data.service)} disconnected`,
  'extension.paired': (data) => `Clip extension paired: ${text(data.browser)}`,
  'extension.unpaired': (data) => `Clip extension unpaired: ${text(data.browser)}`,
  'donation-source.saved': (data) => `Donations from ${text(data.provider)} set up`,
  'donation-source.removed': (data) => `Donations from ${text(data.provider)} removed`,
  'setting.changed': (data) => `Setting ${text(data.name)} changed`,
}

/** By how a kind begins; what is not here is somebody's deed at the panel. */
const glyphs: Readonly<Record<string, IconName>> = {
  follow: 'heart',
  subscription: 'heart',
  donation: 'gift',
  bits: 'gift',
  raid: 'viewers',
  ban: 'shield',
  timeout: 'shield',
  unban: 'shield',
  cue: 'overlay',
  overlay: 'overlay',
  effect: 'effects',
  alert: 'alerts',
  music: 'music',
  song: 'music',
  stream: 'title',
  clip: 'clip',
  points: 'coin',
  'watch-time': 'clock',
  chat: 'chat',
  command: 'commands',
  key: 'keys',
  person: 'viewers',
  session: 'viewers',
  viewer: 'viewers',
  viewers: 'viewers',
  upload: 'upload',
}

export function glyphOf({ kind }: LogEvent): IconName {
  return glyphs[kind.split('.')[0] ?? ''] ?? 'settings'
}

export function sentenceOf({ kind, data }: LogEvent): string {
  return sentences[kind]?.(data) ?? plainSentence(kind, data)
}

/** For kinds without a sentence of their own: `alert.created` of Horn is Alert created: Horn. */
function plainSentence(kind: string, data: Data): string {
  const [thing = '', deed = ''] = kind.split('.')
  const said = thing === 'panel' ? deed : `${thing} ${deed}`
  const about = data.name ?? data.title ?? data.username ?? data.operation ?? data.id
  const sentence = said.replaceAll('-', ' ').trim()
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${quoted(about)}`
}

/** Who did it, where that is not plain from the sentence. */
export function actorOf({ actor }: LogEvent): string {
  return actor.startsWith('platform:') ? '' : nameOfActor(actor)
}

export function nameOfActor(actor: string): string {
  const name = actorNames.value.get(actor)
  if (name !== undefined) return name
  const [kind = ''] = actor.split(':')
  return actors[kind] ?? kind
}

const actors: Readonly<Record<string, string>> = {
  key: 'a key',
  person: 'panel',
  cli: 'terminal',
  command: 'a command',
  'first-start': 'first start',
  import: 'import',
  rule: 'a rule',
  bot: 'bot',
}
