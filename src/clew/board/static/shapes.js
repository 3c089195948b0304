export const SHAPES = {
  "cell": 40, "gap": 18, "edge": 4, "clue": 15, "letter": 8, "inset": 2.5, "label": 12.5, "longest": 12, "cage": 3, "bead": 5, "disc": 16, "tip": 6,
  "pyramid": { "across": 46, "down": 42, "round": 20 },
  "pads": { "across": 48, "rise": 9, "below": 20 },
  "vessels": { "across": 104, "tall": 150, "low": 78, "least": 34, "narrow": 44, "widen": 36, "foot": 14 },
  "named": { "letter": 7, "gap": 10 },
  "edges": { "rim": 8, "thick": 12 },
  "graph": { "radius": 90, "edge": 30, "apart": 76 },
  "where": {
    "grid": "row {row} column {col}", "strip": "place {col}", "piles": "pile {row}, place {col}",
    "pyramid": "row {row} place {col}", "vessels": "jug {col}", "pads": "pad {col}", "graph": "node {text}", "named": "{name}",
    "loop": "row {row} column {col}", "edges": "{edge}"
  },
  "shapes": {
    "queen": {
      "say": "queen",
      "parts": [["path", "piece", { "d": "M8 31h24M9.5 27l-3-15 6.5 7 1-11 6 9.5L26 8l1 11 6.5-7-3 15z" }]]
    },
    "horse": {
      "say": "the piece is here", "text": "corner",
      "parts": [["path", "piece", { "d": "M11 32h19M13 32c0-7 5-8 5-13-2 1.5-4 3-6.5 4.5-2 1-4-1.5-2.5-3.5l5-8 .5-4.5 3 2.5c8-1 13.5 4 13.5 12V32" }]]
    },
    "cross": { "say": "cross", "parts": [["path", "cross", { "d": "M11 11l18 18M29 11 11 29" }]] },
    "ring": { "say": "nought", "parts": [["circle", "nought", { "cx": 20, "cy": 20, "r": 10 }]] },
    "x": { "say": "ruled out by you", "parts": [["path", "x", { "d": "M14 14l12 12M26 14 14 26" }]] },
    "lamp-off": {
      "say": "off", "legend": "off", "base": { "inset": 1.5, "round": 8 },
      "parts": [["circle", "lamp", { "cx": 20, "cy": 20, "r": 10 }]]
    },
    "lamp-on": {
      "say": "on", "legend": "on", "base": { "inset": 1.5, "round": 8, "class": "lit" },
      "parts": [
        ["circle", "lamp lit", { "cx": 20, "cy": 20, "r": 12 }],
        ["path", "glow", { "d": "M34 20h2.5M29.9 29.9l1.8 1.8M20 34v2.5M10.1 29.9l-1.8 1.8M6 20H3.5M10.1 10.1 8.3 8.3M20 6V3.5M29.9 10.1l1.8-1.8" }]
      ]
    },
    "press-off": {
      "say": "off, to be pressed", "legend": "off: press here", "base": { "inset": 1.5, "round": 8 },
      "parts": [
        ["circle", "lamp", { "cx": 20, "cy": 20, "r": 10 }],
        ["circle", "press", { "cx": 20, "cy": 20, "r": 5 }]
      ]
    },
    "press-on": {
      "say": "on, to be pressed", "legend": "on: press here", "base": { "inset": 1.5, "round": 8, "class": "lit" },
      "parts": [
        ["circle", "lamp lit", { "cx": 20, "cy": 20, "r": 12 }],
        ["path", "glow", { "d": "M34 20h2.5M29.9 29.9l1.8 1.8M20 34v2.5M10.1 29.9l-1.8 1.8M6 20H3.5M10.1 10.1 8.3 8.3M20 6V3.5M29.9 10.1l1.8-1.8" }],
        ["circle", "press", { "cx": 20, "cy": 20, "r": 5 }]
      ]
    },
    "counter": {
      "say": "a counter", "base": null,
      "parts": [["circle", "counter", { "cx": 20, "cy": 20, "r": 15 }]]
    },
    "gone": { "say": "nothing", "base": null, "parts": [["circle", "gone", { "cx": 20, "cy": 20, "r": 2 }]] },
    "chocolate": {
      "say": "a piece", "legend": "a piece", "base": { "inset": 1, "round": 5, "class": "chocolate" },
      "parts": [["rect", "bump", { "x": 7, "y": 7, "width": 26, "height": 26, "rx": 3 }]]
    },
    "bite": {
      "say": "a piece, a best bite", "legend": "the best bites", "base": { "inset": 1, "round": 5, "class": "chocolate" },
      "parts": [
        ["rect", "bump", { "x": 7, "y": 7, "width": 26, "height": 26, "rx": 3 }],
        ["path", "star", { "d": "M20 10l3 6.6 7.200.8-5.4 4.9 1.5 7.1-6.3-3.6-6.3 3.6 1.5-7.1-5.4-4.9 7.2-.8z" }]
      ]
    },
    "poison": {
      "say": "the poisoned piece", "legend": "the poisoned piece", "base": { "inset": 1, "round": 5, "class": "chocolate" },
      "parts": [
        ["rect", "bump", { "x": 7, "y": 7, "width": 26, "height": 26, "rx": 3 }],
        ["path", "skull", { "d": "M20 10c-5 0-8 3.3-8 7.5 0 2.8 1.3 4.7 3 5.8V28h10v-4.7c1.7-1.1 3-3 3-5.8 0-4.2-3-7.5-8-7.5zM16.8 15.7a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM23.2 15.7a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM18.2 24.5v3.5h1.2v-3.5zM20.6 24.5v3.5h1.2v-3.5z" }]
      ]
    },
    "eaten": { "say": "eaten", "base": null, "parts": [] },
    "dot": { "say": "dot", "base": null, "parts": [["circle", "knot", { "cx": 6, "cy": 6, "r": 2.6 }]] },
    "open-across": { "say": "empty", "base": null, "parts": [["path", "gap", { "d": "M6 6h28" }]] },
    "open-down": { "say": "empty", "base": null, "parts": [["path", "gap", { "d": "M6 6v28" }]] },
    "line-across": { "say": "line", "base": null, "parts": [["path", "trail", { "d": "M0 6h40" }]] },
    "line-down": { "say": "line", "base": null, "parts": [["path", "trail", { "d": "M6 0v40" }]] },
    "cross-across": { "say": "no line", "base": null, "parts": [["path", "x", { "d": "M16 2l8 8M24 2l-8 8" }]] },
    "cross-down": { "say": "no line", "base": null, "parts": [["path", "x", { "d": "M2 16l8 8M10 16l-8 8" }]] },
    "box": { "say": "{text}", "base": { "inset": 5, "round": 4, "class": "box" }, "text": "middle", "size": 20, "parts": [] },
    "star": {
      "say": "a best move", "legend": "the best moves",
      "parts": [["path", "star", { "d": "M20 10l3 6.6 7.200.8-5.4 4.9 1.5 7.1-6.3-3.6-6.3 3.6 1.5-7.1-5.4-4.9 7.2-.8z" }]]
    },
    "coin": { "say": "a coin", "text": "middle", "size": 17, "parts": [["circle", "coin", { "cx": 20, "cy": 20, "r": 16 }]] },
    "head": { "say": "head", "legend": "head", "text": "middle", "size": 17, "parts": [["circle", "coin", { "cx": 20, "cy": 20, "r": 16 }]] },
    "tail": { "say": "tail", "legend": "tail", "text": "middle", "size": 17, "parts": [["circle", "coin back", { "cx": 20, "cy": 20, "r": 16 }]] },
    "white": { "say": "white counter", "text": "middle", "size": 15, "parts": [["circle", "man white", { "cx": 20, "cy": 20, "r": 15 }]] },
    "black": { "say": "black counter", "text": "middle", "size": 15, "parts": [["circle", "man black", { "cx": 20, "cy": 20, "r": 15 }]] },
    "pad": {
      "say": "not visited", "base": null, "text": "below", "corner": "middle",
      "parts": [["circle", "pad", { "cx": 20, "cy": 20, "r": 19 }]]
    },
    "pad-seen": {
      "say": "visited as number {text}", "base": null, "text": "below", "corner": "middle",
      "parts": [["circle", "pad seen", { "cx": 20, "cy": 20, "r": 19 }]]
    },
    "pad-here": {
      "say": "the piece is here, visited as number {text}", "base": null, "text": "below", "corner": "middle",
      "parts": [
        ["circle", "pad seen", { "cx": 20, "cy": 20, "r": 19 }],
        ["circle", "here", { "cx": 20, "cy": 20, "r": 21 }]
      ]
    },
    "number": { "say": "{text}", "base": { "inset": 0, "round": 20 }, "text": "middle", "parts": [] },
    "number-on": { "say": "{text}, on the path", "base": { "inset": 0, "round": 20, "class": "on-path" }, "text": "middle", "parts": [] },
    "node": { "say": "", "base": null, "text": "middle", "parts": [["circle", "node", { "cx": 20, "cy": 20, "r": 18 }]] },
    "token": {
      "say": "the token is here", "base": null, "text": "middle",
      "parts": [["circle", "node", { "cx": 20, "cy": 20, "r": 18 }], ["circle", "token", { "cx": 20, "cy": 20, "r": 18 }]]
    },
    "vessel": { "say": "{text} of {of}" },
    "filled": { "say": "filled", "parts": [["rect", "ink", { "x": 2, "y": 2, "width": 36, "height": 36, "rx": 2 }]] },
    "blank": { "say": "left blank", "parts": [["circle", "blank", { "cx": 20, "cy": 20, "r": 2.5 }]] },
    "nothing": { "say": "", "base": null, "parts": [] },
    "clue-cell": { "say": "", "corner": "middle", "parts": [] },
    "clue-kept": { "say": "kept", "corner": "middle", "parts": [["circle", "kept", { "cx": 20, "cy": 20, "r": 16 }]] },
    "clue-black": { "say": "shaded", "corner": "middle", "parts": [["rect", "block", { "x": 1, "y": 1, "width": 38, "height": 38 }]] },
    "opened": { "say": "no mine", "base": { "inset": 0, "round": 0, "class": "dark" }, "corner": "middle", "parts": [] },
    "paint-1": { "say": "{text}", "base": { "inset": 0, "round": 0, "class": "paint-1" }, "text": "middle", "parts": [] },
    "paint-2": { "say": "{text}", "base": { "inset": 0, "round": 0, "class": "paint-2" }, "text": "middle", "parts": [] },
    "paint-3": { "say": "{text}", "base": { "inset": 0, "round": 0, "class": "paint-3" }, "text": "middle", "parts": [] },
    "paint-4": { "say": "{text}", "base": { "inset": 0, "round": 0, "class": "paint-4" }, "text": "middle", "parts": [] },
    "paint-5": { "say": "{text}", "base": { "inset": 0, "round": 0, "class": "paint-5" }, "text": "middle", "parts": [] },
    "paint-6": { "say": "{text}", "base": { "inset": 0, "round": 0, "class": "paint-6" }, "text": "middle", "parts": [] },
    "paint-7": { "say": "{text}", "base": { "inset": 0, "round": 0, "class": "paint-7" }, "text": "middle", "parts": [] },
    "paint-8": { "say": "{text}", "base": { "inset": 0, "round": 0, "class": "paint-8" }, "text": "middle", "parts": [] },
    "car-w": { "say": "{text}", "base": { "class": "lane" }, "text": "middle", "size": 14, "parts": [["path", "car", {"d": "M40 5H14a9 9 0 0 0-9 9v12a9 9 0 0 0 9 9h26"}], ["path", "pane", {"d": "M12 11v18"}]] },
    "car-e": { "say": "{text}", "base": { "class": "lane" }, "parts": [["path", "car", {"d": "M0 5h26a9 9 0 0 1 9 9v12a9 9 0 0 1-9 9H0"}], ["path", "pane", {"d": "M28 11v18"}]] },
    "car-h": { "say": "{text}", "base": { "class": "lane" }, "parts": [["path", "car", {"d": "M0 5h40v30H0z"}]] },
    "car-n": { "say": "{text}", "base": { "class": "lane" }, "text": "middle", "size": 14, "parts": [["path", "car", {"d": "M5 40V14a9 9 0 0 1 9-9h12a9 9 0 0 1 9 9v26"}], ["path", "pane", {"d": "M11 12h18"}]] },
    "car-s": { "say": "{text}", "base": { "class": "lane" }, "parts": [["path", "car", {"d": "M5 0v26a9 9 0 0 0 9 9h12a9 9 0 0 0 9-9V0"}], ["path", "pane", {"d": "M11 28h18"}]] },
    "car-v": { "say": "{text}", "base": { "class": "lane" }, "parts": [["path", "car", {"d": "M5 0h30v40H5z"}]] },
    "red-w": { "say": "{text}", "base": { "class": "lane" }, "text": "middle", "size": 14, "parts": [["path", "car red", {"d": "M40 5H14a9 9 0 0 0-9 9v12a9 9 0 0 0 9 9h26"}], ["path", "pane", {"d": "M12 11v18"}]] },
    "red-e": { "say": "{text}", "base": { "class": "lane" }, "parts": [["path", "car red", {"d": "M0 5h26a9 9 0 0 1 9 9v12a9 9 0 0 1-9 9H0"}], ["path", "pane", {"d": "M28 11v18"}]] },
    "red-h": { "say": "{text}", "base": { "class": "lane" }, "parts": [["path", "car red", {"d": "M0 5h40v30H0z"}]] },
    "road": { "say": "empty", "base": { "class": "road" }, "parts": [] },
    "disk": { "say": "disk {text}" },
    "pancake": { "say": "pancake {text}" },
    "rod": { "say": "empty", "base": null, "parts": [["path", "rod", { "d": "M20 0v40" }]] },
    "town": { "say": "", "base": null, "parts": [["circle", "node", { "cx": 20, "cy": 20, "r": 9 }]] },
    "town-here": { "say": "you are here", "base": null, "parts": [["circle", "node", { "cx": 20, "cy": 20, "r": 12 }], ["circle", "token", { "cx": 20, "cy": 20, "r": 12 }]] },
    "town-goal": { "say": "the goal", "base": null, "parts": [["circle", "node", { "cx": 20, "cy": 20, "r": 11 }], ["circle", "node", { "cx": 20, "cy": 20, "r": 6 }]] },
    "red-disc": { "say": "X", "legend": "X", "parts": [["circle", "man red", { "cx": 20, "cy": 20, "r": 15 }]] },
    "yellow-disc": { "say": "O", "legend": "O", "parts": [["circle", "man yellow", { "cx": 20, "cy": 20, "r": 15 }], ["circle", "rim", { "cx": 20, "cy": 20, "r": 8 }]] },
    "wall": { "say": "wall", "parts": [["rect", "masonry", { "x": 0, "y": 0, "width": 40, "height": 40 }]] },
    "crate": { "say": "a box", "legend": "a box", "parts": [["path", "crate", { "d": "M7 7h26v26H7zM7 7l26 26M33 7 7 33" }]] },
    "crate-home": {
      "say": "a box in its place", "legend": "a box in its place",
      "parts": [["path", "crate", { "d": "M7 7h26v26H7zM7 7l26 26M33 7 7 33" }], ["circle", "spot", { "cx": 20, "cy": 20, "r": 6 }]]
    },
    "spot": { "say": "a place for a box", "legend": "a place for a box", "parts": [["circle", "spot", { "cx": 20, "cy": 20, "r": 6 }]] },
    "person": {
      "say": "you are here", "legend": "you",
      "parts": [["path", "person", { "d": "M20 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM9 34c0-8 4-13 11-13 7 0 11 5 11 13z" }]]
    },
    "person-home": {
      "say": "you are here, on a place for a box", "legend": "you, on a place for a box",
      "parts": [["path", "person", { "d": "M20 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM9 34c0-8 4-13 11-13 7 0 11 5 11 13z" }], ["circle", "spot", { "cx": 20, "cy": 20, "r": 16 }]]
    },
    "mine": {
      "say": "a mine",
      "parts": [
        ["path", "spikes", { "d": "M20 7v26M7 20h26M10.8 10.8l18.4 18.4M29.2 10.8 10.8 29.2" }],
        ["circle", "mine", { "cx": 20, "cy": 20, "r": 8.5 }]
      ]
    },
    "safe": { "say": "no mine", "parts": [["circle", "blank", { "cx": 20, "cy": 20, "r": 2.5 }]] }
  },
  "marks": {
    "cause": [["rect", "frame", { "x": 2, "y": 2, "width": 36, "height": 36, "rx": 2 }]],
    "effect": [["rect", "frame", { "x": 2, "y": 2, "width": 36, "height": 36, "rx": 2 }]],
    "pivot": [["rect", "frame", { "x": 2, "y": 2, "width": 36, "height": 36, "rx": 8 }]],
    "wing": [["rect", "frame", { "x": 2, "y": 2, "width": 36, "height": 36, "rx": 8 }]],
    "house": [],
    "struck": [["path", "strike", { "d": "M8 32 32 8" }]],
    "placed": [["circle", "frame", { "cx": 20, "cy": 20, "r": 17 }]],
    "tried": [["rect", "frame", { "x": 2, "y": 2, "width": 36, "height": 36, "rx": 3 }]],
    "pruned": [["rect", "frame", { "x": 2, "y": 2, "width": 36, "height": 36, "rx": 3 }]],
    "failed": [["rect", "frame", { "x": 2, "y": 2, "width": 36, "height": 36, "rx": 3 }]],
    "undone": [["rect", "frame", { "x": 2, "y": 2, "width": 36, "height": 36, "rx": 3 }]],
    "branch": [["rect", "frame", { "x": 3, "y": 3, "width": 34, "height": 34, "rx": 10 }]],
    "other": [["rect", "frame", { "x": 3, "y": 3, "width": 34, "height": 34, "rx": 10 }]],
    "draft": [["rect", "draft", { "x": 3, "y": 3, "width": 34, "height": 34, "rx": 3 }]],
    "threat": [["path", "threat", { "d": "M10 10l6 6M24 24l6 6M30 10l-6 6M16 24l-6 6" }], ["circle", "threat", { "cx": 20, "cy": 20, "r": 7 }]],
    "clue": [["rect", "frame", { "x": 3, "y": 3, "width": 34, "height": 34, "rx": 8 }]],
    "open": [["circle", "dot", { "cx": 20, "cy": 20, "r": 5 }]],
    "taken": [],
    "won": [["rect", "value", { "x": 4, "y": 4, "width": 32, "height": 32, "rx": 6 }]],
    "drawn": [["rect", "value", { "x": 4, "y": 4, "width": 32, "height": 32, "rx": 6 }]],
    "lost": [["rect", "value", { "x": 4, "y": 4, "width": 32, "height": 32, "rx": 6 }]],
    "wrong": [["path", "flag", { "d": "M31 1.5h7.5v7.5z" }]],
    "mistake": [["path", "flag", { "d": "M31 1.5h7.5v7.5z" }]]
  },
  "edgeMarks": {
    "struck": [["path", "strike", { "d": "M14 14l12 12M26 14 14 26" }]],
    "placed": [["circle", "disc", { "cx": 20, "cy": 20, "r": 8 }]],
    "draft": [["circle", "disc", { "cx": 20, "cy": 20, "r": 6 }]],
    "wrong": [["path", "zigzag", { "d": "M8 25l4-4 4 4 4-4 4 4 4-4 4 4" }]],
    "mistake": [["path", "zigzag", { "d": "M8 25l4-4 4 4 4-4 4 4 4-4 4 4" }]],
    "cause": [["circle", "frame", { "cx": 20, "cy": 20, "r": 9 }]],
    "effect": [["circle", "frame", { "cx": 20, "cy": 20, "r": 9 }]],
    "won": [["circle", "value", { "cx": 20, "cy": 20, "r": 8 }]],
    "drawn": [["circle", "value", { "cx": 20, "cy": 20, "r": 8 }]],
    "lost": [["circle", "value", { "cx": 20, "cy": 20, "r": 8 }]]
  },
  "lines": {
    "path": { "trim": [0, 0], "bend": 0, "head": 12, "under": true },
    "arrow": { "trim": [0, 0], "bend": 0, "head": 9, "under": true },
    "strong": { "trim": [7, 8], "bend": 0.08, "head": 5 },
    "weak": { "trim": [7, 8], "bend": 0.08, "head": 5 },
    "ray": { "trim": [8, 6], "bend": 0, "head": 4 },
    "edge": { "trim": [20, 22], "bend": 0.06, "head": 8 },
    "move": { "trim": [6, 4], "bend": 0, "head": 9 },
    "road": { "trim": [12, 12], "bend": 0, "head": 0 },
    "border": { "trim": [20, 20], "bend": 0, "head": 0 },
    "win": { "trim": [-14, -14], "bend": 0, "head": 0 }
  }
};
