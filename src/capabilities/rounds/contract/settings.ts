import { defineSetting } from '../../../definitions/define-setting.ts'
import { boolean, defaultsOf, integer, object, text, withDefault } from '../../../kernel/schema/schema.ts'

const maxLength = 300

/** Empty: the default text, in the language of the channel. */
function line(title: string) {
  return withDefault(text({ title, max: maxLength, cleaning: 'line' }), '')
}

const opened = line('When it opens')
const reminder = line('Reminder')
const closed = line('When it closes')
const result = line('Result')

const giveaway = object({ opened, reminder, closed, result }, { title: 'Giveaway' })
const poll = object({ opened, reminder, result }, { title: 'Poll' })
const prediction = object({ opened, reminder, closed, result }, { title: 'Prediction' })
const trivia = object({ opened, reminder, result }, { title: 'Trivia' })

export const roundAnnouncementSettings = defineSetting({
  name: 'round_announcements',
  section: 'rounds',
  title: 'Announcements in chat',
  help: 'What the bot writes about giveaways, polls, predictions and trivia.',
  role: 'editor',
  schema: object({
    enabled: withDefault(boolean({ title: 'Announce in chat' }), true),
    reminder_minutes: withDefault(
      integer({
        title: 'Minutes until the first reminder',
        min: 0,
        max: 120,
        description: 'Each further pause is twice as long. 0: no reminders.',
      }),
      3,
    ),
    giveaway: withDefault(giveaway, defaultsOf(giveaway)),
    poll: withDefault(poll, defaultsOf(poll)),
    prediction: withDefault(prediction, defaultsOf(prediction)),
    trivia: withDefault(trivia, defaultsOf(trivia)),
  }),
})
