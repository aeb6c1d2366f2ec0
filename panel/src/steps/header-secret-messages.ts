import { commonLabels } from '../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../src/kernel/text/message.ts'
import { commonMessages } from '../messages/common.ts'
import { commonTexts } from '../messages/common-texts.ts'

/** Texts about the secrets that headers of the step “Call a web address” name. */
export const headerSecretMessages = defineMessages('headerSecrets', {
  title: 'Secrets',
  help: 'Keys and tokens of web services. A secret is stored encrypted, is sent to its host only, and is never shown again.',
  none: 'No secrets yet.',
  add: 'Add secret',
  replace: 'Replace {name}',
  insert: 'Insert into headers',
  insertName: 'Insert {name} into headers',
  deleteName: commonTexts.deleteName,
  deleteTitle: commonTexts.deleteNameQuestion,
  deleteHelp: 'Steps that use it fail from then on.',
  delete: commonTexts.delete,
  deleted: commonTexts.nameDeleted,
  saved: commonTexts.nameSaved,
  save: commonMessages.save,
  stored: 'stored',
  unreadable: 'The secret cannot be read. Enter it again.',
  name: commonLabels.name,
  nameHelp: 'Headers name it as {reference}.',
  host: 'Host',
  hostHelp:
    'The only host it is sent to, over HTTPS. For a device in your network, write http:// and the port as well.',
  value: 'Secret',
  valueHelp: 'Only the secret itself, without a word such as Bearer before it.',
  plain:
    '{header} is stored as plain text, which everybody who can read these steps can read. The step still works. To save a change, store the value as a secret.',
  storePlain: 'Store as secret',
  missing: 'There is no secret {name}. The step fails until you add it.',
})
