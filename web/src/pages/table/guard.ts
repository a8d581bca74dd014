/*
 * A question that appears under the finger that asked it must not be answered by the same touch, nor by one that was
 * meant for what was there before.
 */
import { useEffect, useState } from 'preact/hooks';

/** What is needed of a click; `detail` is 0 when a key made it. */
export type Press = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY' | 'detail'>;

/** So long after the question appears, a click in the same place is not an answer. */
export const STRAY_MS = 300;
const SAME_PLACE_PX = 12;

/** The second half of the double click that asked, or the key that is still held. */
export function isStray(answer: Press, asked: Press): boolean {
  if (answer.timeStamp - asked.timeStamp > STRAY_MS) return false;
  return answer.detail === 0 || Math.hypot(answer.clientX - asked.clientX, answer.clientY - asked.clientY) < SAME_PLACE_PX;
}

/** So long a question that somebody else asked takes no answer: a tap may be on its way to what was there. */
const SETTLE_MS = 600;

/** False for a moment after the component appeared. */
export function useSettled(): boolean {
  const [settled, settle] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => settle(true), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return settled;
}
