import { contentLabels } from '../../../../definitions/content-labels.ts'
import { choice, line, toggle } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source, widgetTexts } from '../define-widget.ts'

const messages = defineMessages('widgets.label', {
  title: 'Latest',
  help: 'The latest follower, subscriber, donor, cheer or raid.',
  kind: widgetTexts.shows,
  label: contentLabels.label,
  labelHelp: 'Without one, what it shows.',
  amount: 'Show the amount',
})

/** What a list of events and the labels of the latest show, as forms offer it and as a label says it. */
export const listedKindTitles = defineMessages('widgets.kinds', {
  follow: 'Latest follower',
  subscription: 'Latest subscriber',
  gift: 'Latest gift',
  donation: 'Latest donation',
  cheer: 'Latest cheer',
  raid: 'Latest raid',
  redemption: 'Latest redemption',
  like: 'Latest like',
})

export const label = defineWidget({
  type: 'label',
  title: messages.title,
  help: messages.help,
  group: 'chat',
  icon: 'M2.25 4.25h7.5L13.75 8 9.75 11.75h-7.5zM5 8h.01',
  size: { width: 440, height: 110 },
  settings: {
    kind: choice(
      { title: messages.kind },
      {
        choices: {
          follow: { title: listedKindTitles.follow },
          subscription: { title: listedKindTitles.subscription },
          gift: { title: listedKindTitles.gift },
          donation: { title: listedKindTitles.donation },
          cheer: { title: listedKindTitles.cheer },
          raid: { title: listedKindTitles.raid },
          redemption: { title: listedKindTitles.redemption },
          like: { title: listedKindTitles.like },
        },
        default: 'follow',
      },
    ),
    label: line({ title: messages.label, help: messages.labelHelp }, { max: 60 }),
    amount: toggle({ title: messages.amount }, true),
  },
  sources: () => [source('latest')],
  sample: {
    data: {
      latest: {
        latest: {
          follow: { user: 'Alice', amount: null, text: null, at: 0 },
          subscription: { user: 'Bob', amount: '12 months', text: null, at: 0 },
          gift: { user: 'Carol', amount: '5 subscriptions', text: null, at: 0 },
          donation: { user: 'Dave', amount: '$25.00', text: 'Love the stream!', at: 0 },
          cheer: { user: 'Erin', amount: '500 bits', text: null, at: 0 },
          raid: { user: 'Frank', amount: '84 viewers', text: null, at: 0 },
          redemption: { user: 'Grace', amount: '300', text: 'Hydrate', at: 0 },
          like: { user: 'Heidi', amount: '15 likes', text: null, at: 0 },
        },
      },
    },
  },
})
