import { useState } from 'preact/hooks'
import type { VersionedKind } from '../../../src/capabilities/versions/contract/kinds.ts'
import { commonMessages } from '../messages/common.ts'
import { IconButton } from './icon-button.tsx'
import { later } from './later.tsx'

const VersionsDialog = later(async () => (await import('../pages/versions/versions-dialog.tsx')).VersionsDialog)

/** Opens the versions of a thing that is saved. */
export function VersionsButton({ kind, id }: { kind: VersionedKind; id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon="clock" label={commonMessages.versions()} onClick={() => setOpen(true)} />
      {isOpen && <VersionsDialog kind={kind} id={id} onClose={() => setOpen(false)} />}
    </>
  )
}
