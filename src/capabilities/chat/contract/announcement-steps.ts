import { defineStep } from '../../../definitions/define-step.ts'
import { platform, textField } from '../../../definitions/shared-fields.ts'
import { object } from '../../../kernel/schema/schema.ts'

export const announcementSteps = [
  defineStep({
    type: 'announce',
    group: 'channel',
    icon: 'chat',
    title: 'Send announcement',
    help: 'Sends a highlighted message as the broadcaster.',
    input: object({ text: textField('Text', 500), platform }),
    needs: ['chat:write'],
    example: { type: 'announce', text: 'The show begins.', platform: 'twitch' },
    sentence: 'Announce “{text}”[ on {platform}]',
  }),
] as const
