/*
 * A question that appears under the finger that asked it must not be answered by the same touch.
 */

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
