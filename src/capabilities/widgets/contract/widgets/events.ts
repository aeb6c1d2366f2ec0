import { count } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { choice } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source, widgetTexts } from '../define-widget.ts'
import { checks } from '../widget-fields.ts'

const messages = defineMessages('widgets.events', {
  title: 'Event list',
  help: 'The newest follows, subscriptions, donations, raids and more.',
  kinds: widgetTexts.shows,
  limit: 'Rows',
  direction: 'Newest',
  top: contentLabels.atTheTop,
  bottom: contentLabels.atTheBottom,
  follow: contentLabels.follows,
  subscription: contentLabels.subscriptions,
  gift: 'Gifts',
  donation: contentLabels.donations,
  cheer: 'Cheers',
  raid: contentLabels.raids,
  redemption: 'Redemptions',
  like: contentLabels.likes,
})

const sampleItem = (
  kind: 'follow' | 'subscription' | 'gift' | 'donation' | 'cheer' | 'raid',
  user: string,
  amount: string | null,
) => ({ id: kind, kind, platform: null, user, text: user, amount, at: 0 })

export const events = defineWidget({
  type: 'events',
  title: messages.title,
  help: messages.help,
  group: 'chat',
  icon: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  size: { width: 480, height: 400 },
  grows: 'room',
  settings: {
    limit: count({ title: messages.limit }, { min: 1, max: 20, default: 5 }),
    direction: choice(
      { title: messages.direction },
      { choices: { top: { title: messages.top }, bottom: { title: messages.bottom } }, default: 'top' },
    ),
    kinds: checks(
      { title: messages.kinds },
      {
        follow: { title: messages.follow },
        subscription: { title: messages.subscription },
        gift: { title: messages.gift },
        donation: { title: messages.donation },
        cheer: { title: messages.cheer },
        raid: { title: messages.raid },
        redemption: { title: messages.redemption },
        like: { title: messages.like },
      },
    ),
  },
  sources: ({ kinds, limit }) => [source('events', { kinds, limit })],
  sample: {
    data: {
      events: {
        items: [
          sampleItem('raid', 'Frank', '84 viewers'),
          sampleItem('donation', 'Carol', '$25.00'),
          sampleItem('subscription', 'Bob', '12 months'),
          sampleItem('cheer', 'Erin', '500 bits'),
          sampleItem('follow', 'Alice', null),
        ],
      },
    },
  },
})
