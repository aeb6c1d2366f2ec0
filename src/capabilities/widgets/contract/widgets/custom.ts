import { commonWords } from '../../../../definitions/common-words.ts'
import { maxCodeBytes } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { code } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'
import { checks, textLines } from '../widget-fields.ts'

const messages = defineMessages('widgets.custom', {
  title: contentLabels.custom,
  help: 'Your own HTML, CSS and JavaScript with live data, in a sandboxed frame.',
  html: 'HTML',
  css: 'CSS',
  js: 'JavaScript',
  sources: 'Live data',
  values: commonWords.values,
  valuesHelp: 'Names of values whose changes your code receives.',
  chat: contentLabels.chat,
  events: contentLabels.events,
  latest: 'Latest',
  viewers: commonWords.viewers,
  song: 'Song and queue',
  channel: 'Title, category and live time',
  cue: 'Cues',
  credits: 'Credits',
  emotes: 'Emotes',
  leaderboard: 'Points leaderboard',
})

export const custom = defineWidget({
  type: 'custom',
  title: messages.title,
  help: messages.help,
  group: 'content',
  icon: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  size: { width: 640, height: 360 },
  grows: 'room',
  hasPlate: false,
  settings: {
    html: code({ title: messages.html }, { max: maxCodeBytes, language: 'html' }),
    css: code({ title: messages.css }, { max: maxCodeBytes, language: 'css' }),
    js: code({ title: messages.js }, { max: maxCodeBytes, language: 'js' }),
    sources: checks(
      { title: messages.sources },
      {
        chat: { title: messages.chat },
        events: { title: messages.events },
        latest: { title: messages.latest },
        viewers: { title: messages.viewers },
        leaderboard: { title: messages.leaderboard },
        song: { title: messages.song },
        channel: { title: messages.channel },
        cue: { title: messages.cue },
        credits: { title: messages.credits },
        emotes: { title: messages.emotes },
      },
    ),
    values: textLines(
      { title: messages.values, help: messages.valuesHelp },
      { max: 20, maxLength: 50, default: [] as readonly string[] },
    ),
  },
  sources: ({ sources, values }) => [
    ...sources.map((name) => source(name)),
    ...values.map((name) => source('value', { name })),
  ],
  sample: {
    settings: {
      sources: ['latest'],
      html: '<p></p>\n',
      css: lines(
        'p {',
        '  margin: 0;',
        '  padding: 0.5em 0.8em;',
        '  border-radius: 0.2em;',
        '  background: #0d1016ee;',
        '  color: gold;',
        '  font: 700 12vmin sans-serif;',
        '  text-align: center;',
        '}',
      ),
      js: lines(
        "widget.on('latest', ({ latest }) => {",
        "  document.querySelector('p').textContent = 'Thank you, ' + (latest.follow?.user ?? 'everyone')",
        '})',
      ),
    },
    data: { latest: { latest: { follow: { user: 'Alice', amount: null, text: null, at: 0 } } } },
  },
})

function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}
