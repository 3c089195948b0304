// Prints the game to play that each film offers at some of its steps, one film per line.
import { Reel } from "FOLDER/moment.js";
import { positionAt } from "FOLDER/position.js";
import { storyOf } from "FOLDER/story.js";

let text = "";
for await (const part of process.stdin) text += part;
for (const line of text.trim().split("\n")) {
  const story = storyOf(JSON.parse(line));
  const reel = new Reel(story);
  const found = [];
  for (let i = 0; i <= 12; i++) {
    const at = Math.floor((i * story.length) / 12);
    const moment = reel.go(at);
    found.push([at, moment.node, positionAt(story, moment)]);
  }
  console.log(JSON.stringify(found));
}
