import { defineSetting } from '../../../definitions/define-setting.ts'
import { type PermissionRole, permissionRoles, roleTitles } from '../../../definitions/roles.ts'
import { boolean, integer, list, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { actingTools, aiLimits, readingTools } from './ai.ts'

const permissionTitles = Object.fromEntries(permissionRoles.map((one) => [one, roleTitles[one].text])) as Readonly<
  Record<PermissionRole, string>
>

const role = (title: string) =>
  withDefault(
    oneOf(permissionRoles, {
      title,
      titles: permissionTitles,
    }),
    'everyone',
  )

const action = object({
  operation: oneOf(actingTools, {
    title: 'Action',
    titles: {
      'run-command': 'Run a command',
      'send-bot-message': 'Send a chat message',
      tts: 'Speak on stream',
      clip: 'Create a clip',
    },
  }),
  per_hour: withDefault(integer({ title: 'Times per hour', min: 1, max: 120 }), 6),
  role: role('Who may have it done'),
})

const question = object({
  question: text({ title: 'Question', min: 1, max: aiLimits.storedQuestionLength, cleaning: 'line' }),
  answer: text({ title: 'Answer', min: 1, max: aiLimits.storedAnswerLength, cleaning: 'line' }),
})

/** No section: it has a page of its own. Providers and their keys are not settings. */
export const aiSettings = defineSetting({
  name: 'ai',
  title: 'AI bot',
  help: 'Set on the AI bot page.',
  role: 'editor',
  schema: object({
    enabled: withDefault(boolean({ title: 'Answers in chat' }), false),
    persona: withDefault(
      text({
        title: 'Persona',
        max: aiLimits.personaLength,
        description: 'Who the bot is, how it speaks and what it knows. Do not write secrets here.',
        control: 'multiline',
      }),
      'You are the friendly chat bot of this stream. You answer briefly, in the language of the question.',
    ),
    names: withDefault(
      list(text({ max: 50, cleaning: 'name' }), {
        title: 'Names',
        max: 10,
        description: 'A message that names the bot is a question. The name of the bot account always counts.',
      }),
      [],
    ),
    command: withDefault(
      text({
        title: 'Command',
        max: 30,
        cleaning: 'name',
        description: 'The word after the prefix, such as ai for !ai. Moderators mute the bot with !ai mute.',
      }),
      'ai',
    ),
    on_mention: withDefault(boolean({ title: 'When it is mentioned' }), true),
    on_first_message: withDefault(
      boolean({ title: 'First message', description: 'Greets each viewer once per stream.' }),
      false,
    ),
    quiet_minutes: withDefault(
      integer({
        title: 'Quiet chat in minutes',
        min: 0,
        max: 240,
        description: 'Says something when nobody has written for this time while you are live. 0 = never.',
      }),
      0,
    ),
    asked_by: role('Who may ask'),
    viewer_per_minute: withDefault(integer({ title: 'Answers per viewer and minute', min: 1, max: 20 }), 2),
    channel_per_minute: withDefault(integer({ title: 'Answers per minute', min: 1, max: 60 }), 10),
    max_length: withDefault(
      integer({ title: 'Longest answer in characters', min: 50, max: aiLimits.answerLength }),
      300,
    ),
    max_tokens: withDefault(
      integer({
        title: 'Longest answer in tokens',
        min: 50,
        max: 8_000,
        description: 'Models that reason need more than the answer itself.',
      }),
      2_000,
    ),
    allowed_sites: withDefault(
      list(text({ max: 253, cleaning: 'name' }), {
        title: 'Sites it may link to',
        max: 50,
        description: 'Other links are made harmless.',
      }),
      [],
    ),
    speak: withDefault(boolean({ title: 'Speak answers on stream' }), false),
    reads: withDefault(
      list(
        oneOf(readingTools, {
          titles: {
            'get-stream-meta': 'Title, category and viewers',
            'get-points': 'Points of who asks',
            'get-watch-time': 'Watch time of who asks',
            'list-commands': 'Commands',
            'get-recent-activity': 'Recent activity',
            'current-song': 'Current song',
          },
        }),
        { title: 'What it may read', max: readingTools.length },
      ),
      [...readingTools],
    ),
    actions: withDefault(list(action, { title: 'What it may do', max: actingTools.length }), []),
    cents_per_hour: withDefault(
      integer({
        title: 'US cents per hour',
        min: 0,
        max: 100_000,
        description: '0 allows models without a price only.',
      }),
      25,
    ),
    cents_per_day: withDefault(
      integer({
        title: 'US cents per day',
        min: 0,
        max: 100_000,
        description: '0 allows models without a price only.',
      }),
      100,
    ),
    tokens_per_hour: withDefault(integer({ title: 'Tokens per hour', min: 0, max: 1_000_000_000 }), 200_000),
    tokens_per_day: withDefault(integer({ title: 'Tokens per day', min: 0, max: 1_000_000_000 }), 1_000_000),
    memory_turns: withDefault(
      integer({
        title: 'Exchanges to remember per viewer',
        min: 0,
        max: aiLimits.memoryTurns,
        description: '0 remembers nothing.',
      }),
      5,
    ),
    memory_days: withDefault(integer({ title: 'Days to remember', min: 1, max: 365 }), 30),
    questions: withDefault(
      list(question, {
        title: 'Questions and answers',
        max: aiLimits.questions,
        description: 'The bot answers these with your words, with or without a model.',
      }),
      [],
    ),
  }),
})
