// Embed: just a film, to show inside another page.

import { Player } from "../../../film/static/player.js";
import { puzzles } from "./api.js";
import { byId } from "./dom.js";
import { address, film, firstId, trouble } from "./watching.js";

const query = new URLSearchParams(location.search);
const asked = {
  id: query.get("id") || firstId(await puzzles()),
  strategy: query.get("strategy") || undefined,
  max_steps: query.get("max_steps") || undefined,
};
byId("open").href = address("watch.html", asked);
film(asked, (story) => {
  byId("title").textContent = `${story.head.title}: ${story.head.called}`;
  new Player(byId("film"), story, { keys: document });
}).catch((error) => trouble(byId("trouble"), error));
