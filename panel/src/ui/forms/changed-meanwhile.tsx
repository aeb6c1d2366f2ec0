import { later } from '../later.tsx'
import type { NoticeProps } from './changed-meanwhile-notice.tsx'

/** It is rare that two people edit the same: its code loads when it happens. */
const Notice = later(() => import('./changed-meanwhile-notice.tsx').then((part) => part.ChangedMeanwhileNotice))

export function ChangedMeanwhile(props: NoticeProps) {
  return props.meanwhile.length === 0 ? null : <Notice {...props} />
}
