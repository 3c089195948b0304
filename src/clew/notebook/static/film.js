// A film in a notebook: its page in a frame. Reports the current step back to Python.

export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    const player = () => frame.contentWindow.film;
    const jump = () => player() && player().at !== model.get("step") && player().jumpTo(model.get("step"));
    frame.onload = () => {
      player().options.told = (at) => {
        model.set("step", at);
        model.save_changes();
      };
      jump();
    };
    frame.title = "Film of a search";
    frame.style = "width: 100%; border: 0; resize: vertical";
    frame.height = 820;
    frame.srcdoc = model.get("page");
    model.on("change:step", jump);
    el.append(frame);
    return () => model.off("change:step", jump);
  },
};
