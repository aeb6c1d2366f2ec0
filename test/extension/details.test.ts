import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createClipExtension } from '../../src/capabilities/extension/clip-extension.ts'
import { extensionDetails } from '../../src/capabilities/extension/messages.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { runsOn } from '../declare.ts'
import { listMessages } from '../kernel/messages/listing.ts'
import { pseudoLanguage } from '../kernel/messages/pseudo-language.ts'
import { untranslatedWords } from '../kernel/messages/untranslated.ts'
import { root } from '../structure/import-graph.ts'

runsOn('sqlite', { because: 'it is about texts, and nothing is stored' })

describe('what the clip extension reports', () => {
  const details = Object.values(extensionDetails).map(({ text }) => String(text))

  it('is written in its code as the server knows it', () => {
    const code = ['kick-page.ts', 'worker.ts'].map((file) => readFileSync(join(root, 'extension', file), 'utf8')).join()
    const written = [...code.matchAll(/(?:'page_changed', |detail: |\?\? )'([a-zA-Z ]{8,})'/g)].map(
      ([, text = '']) => text,
    )
    // Without a tab of Kick the sentence says so, and no detail is shown.
    const shown = written.filter((text) => text !== 'the page was closed or left')
    assert.deepEqual(shown.sort(), details.sort())
  })

  it('is read in the language of the reader, inside the error that it explains', async () => {
    const pseudo = pseudoLanguage(listMessages(), 'ltr')
    for (const detail of details) {
      const ask = () => Promise.resolve({ ok: false as const, reason: 'refused' as const, detail })
      const extension = createClipExtension({ isConnected: () => true, ask })
      const clip = extension.clip(1, { slug: 'streamer', title: 'x', seconds: 30 }, AbortSignal.timeout(1000))
      const failure: unknown = await clip.catch((error: unknown) => error)
      assert.ok(failure instanceof Failure)
      assert.equal(failure.message, `Kick refused the clip (${detail}).`)
      const read = failure.text.write(pseudo)
      assert.deepEqual(untranslatedWords(read), [], read)
    }
  })
})
