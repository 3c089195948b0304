// A gesture on a board: from the press of a pointer until it's lifted.

const HOLD = 450; // how long a finger rests, in milliseconds

/**
 * @typedef {object} Gesture
 * @property {(cell: number, event: PointerEvent) => boolean} start  returns true if this handles the press
 * @property {(cell: number, event: PointerEvent) => void} [over]    the pointer moved, to this cell or to none (-1)
 * @property {(cell: number) => void} [hold]                         a finger rested on the cell
 * @property {(done: boolean) => void} end                           it was lifted, or cancelled
 */

/**
 * Follows a pointer until it's lifted.
 * @param {PointerEvent} event  the press
 * @param {number} first  its cell
 * @param {(event: PointerEvent) => number} cellAt
 * @param {Gesture} gesture
 */
export function follow(event, first, cellAt, gesture) {
  const until = new AbortController();
  const { signal } = until;
  let last = first;
  let rested = event.pointerType !== "touch";
  const rest = () => {
    if (!rested && last === first) gesture.hold?.(first);
    rested = true;
  };
  const waiting = rested ? 0 : setTimeout(rest, HOLD);
  /** @param {boolean} done @param {PointerEvent} lifted */
  const finish = (done, lifted) => {
    clearTimeout(waiting);
    until.abort();
    if (lifted.timeStamp - event.timeStamp >= HOLD) rest(); // a busy page may not have noticed yet
    gesture.end(done);
  };
  addEventListener("pointermove", (moved) => {
    if (moved.pointerId !== event.pointerId) return;
    last = cellAt(moved);
    gesture.over?.(last, moved);
  }, { signal });
  addEventListener("pointerup", (lifted) => finish(true, lifted), { signal });
  addEventListener("pointercancel", (lifted) => finish(false, lifted), { signal });
}
