import { count, seconds } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { choice, toggle } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'

const messages = defineMessages('widgets.chat', {
  title: contentLabels.chat,
  help: 'The chats of all platforms in one. What is deleted disappears.',
  lines: 'Lines',
  style: contentLabels.style,
  box: 'One box',
  bubbles: 'Bubbles',
  direction: 'New messages',
  bottom: contentLabels.atTheBottom,
  top: contentLabels.atTheTop,
  badges: 'Show badges',
  platforms: 'Mark the platform',
  colors: 'Colour of the viewer',
  fade: 'Hide messages after',
  fadeHelp: 'In seconds; 0 keeps them.',
})

const smile =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%23f2b24c'/%3E%3Cpath d='M9 18a7 7 0 0 0 14 0z' fill='%23402a05'/%3E%3Ccircle cx='11' cy='12' r='2'/%3E%3Ccircle cx='21' cy='12' r='2'/%3E%3C/svg%3E"

const sampleLine = (
  id: string,
  platform: 'kick' | 'twitch' | 'youtube' | 'tiktok',
  name: string,
  color: string | null,
  parts: readonly { readonly text: string; readonly url?: string }[],
  badges: readonly string[] = [],
) => ({
  ...{ id, platform, parts, at: 0 },
  user: { id: name, name, color, badges: badges.map((title) => ({ title, url: null })) },
})

export const chat = defineWidget({
  type: 'chat',
  title: messages.title,
  help: messages.help,
  group: 'chat',
  icon: 'M2.25 3.25h11.5v7.5H7l-3 2.75v-2.75H2.25zM5 6h6M5 8.25h4',
  size: { width: 520, height: 560 },
  grows: 'room',
  settings: {
    style: choice(
      { title: messages.style },
      { choices: { box: { title: messages.box }, bubbles: { title: messages.bubbles } }, default: 'box' },
    ),
    direction: choice(
      { title: messages.direction },
      { choices: { bottom: { title: messages.bottom }, top: { title: messages.top } }, default: 'bottom' },
    ),
    lines: count({ title: messages.lines }, { min: 1, max: 50, default: 20 }),
    badges: toggle({ title: messages.badges }, true),
    platforms: toggle({ title: messages.platforms }, true),
    colors: toggle({ title: messages.colors }, true),
    hide_after: seconds({ title: messages.fade, help: messages.fadeHelp }, { min: 0, max: 600, default: 0 }),
  },
  sources: () => [source('chat')],
  sample: {
    data: {
      chat: {
        lines: [
          sampleLine('1', 'twitch', 'Alice', '#ff7f50', [{ text: 'good evening from Lisbon' }], ['Moderator']),
          sampleLine('2', 'kick', 'bob_the_builder', '#53fc18', [{ text: 'first time here, love the set' }]),
          sampleLine('3', 'youtube', 'Çağla', null, [{ text: 'merhaba ' }, { text: 'smile', url: smile }]),
          sampleLine('4', 'tiktok', 'سارة', null, [{ text: 'مساء الخير للجميع' }]),
          sampleLine('5', 'twitch', 'Erin', '#8a9bff', [
            { text: 'that jump at the end ' },
            { text: 'smile', url: smile },
            { text: ' clip it please' },
          ]),
        ],
      },
    },
  },
})
