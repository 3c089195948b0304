// Prints what each panel of the player shows at every step of the films on standard input, one film per line.
import { Ink, MARKS } from "FOLDER/ink.js";
import { isWay, laneOf, liveValues, mainLine } from "FOLDER/lane.js";
import { Reel } from "FOLDER/moment.js";
import { WAITING } from "FOLDER/nodes.js";
import { storyOf } from "FOLDER/story.js";
import { Tree } from "FOLDER/tree.js";
import { describe } from "FOLDER/words.js";

const SPARSE = 40; // after this many steps, the whole frontier is listed only now and then

function panels(film) {
  const story = storyOf(film);
  const reel = new Reel(story);
  const tree = new Tree(story);
  tree.grow();
  const { holds, face } = story.head;
  const waits = WAITING.includes(holds);
  const look = { tree, isGame: face === "game", waits };
  const steps = [];
  for (let step = 0; step < story.length; step++) {
    const moment = reel.go(step + 1);
    const place = tree.current(step + 1);
    const [up] = tree.way(place);
    const listed = step < SPARSE || step % SPARSE === 0;
    const lane = isWay(story) || waits ? laneOf(story, moment, step + 1, listed ? 1e6 : 6).cards : null;
    const hollow = [];
    for (let node = 1; waits && listed && node < tree.size && tree.born[node] <= step; node++) {
      const { state } = MARKS[Ink.prototype.markOf.call(look, node, step + 1)];
      if (state === "waiting") hollow.push(tree.number[node]);
    }
    steps.push({
      bead: moment.node, sentence: describe(story, step), shown: moment.shown, detail: story.folded(step),
      ring: place > 0 || tree.hasRoot ? tree.number[place] : -1, above: up ? tree.number[up[1]] : -1,
      lane: lane && lane.map(({ node, note, kind }) => [node, note, kind]), hollow: waits && listed ? hollow : null,
      values: liveValues(story, moment), line: story.head.pseudocode[mainLine(story, [step])] ?? "",
      assigned: [...moment.assigned].flatMap((value, x) => (value < 0 ? [] : [[x, value]])), open: moment.choices.map(([, x]) => x),
    });
  }
  return steps;
}

let text = "";
for await (const part of process.stdin) text += part;
for (const line of text.trim().split("\n")) console.log(JSON.stringify(panels(JSON.parse(line))));
