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
 * @param {() => void} over  called after the click that may come after the gesture
 */
export function follow(event, first, cellAt, gesture, over) {
  const until = new AbortController();
  const { signal } = until;
  let last = first;
  const held = event.pointerType === "touch" ? setTimeout(() => last === first && gesture.hold?.(first), HOLD) : 0;
  /** @param {boolean} done */
  const finish = (done) => {
    clearTimeout(held);
    until.abort();
    gesture.end(done);
    setTimeout(over);
  };
  addEventListener("pointermove", (moved) => {
    if (moved.pointerId !== event.pointerId) return;
    last = cellAt(moved);
    gesture.over?.(last, moved);
  }, { signal });
  addEventListener("pointerup", () => finish(true), { signal });
  addEventListener("pointercancel", () => finish(false), { signal });
}
